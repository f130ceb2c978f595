internal import JSONLines
internal import Platform

/// The lines of a journal by their numbers, as they are in the file.
///
/// The first use reads the whole file, and keeps the offset of every 128th line.
package final class NumberedLines {
  private let lines: LinesAgain
  /// The offset of each ``step``-th line.
  private let offsets: [Int]

  private static let step = 128
  private static let window = 1 << 16

  /// Opens a file; nil if it cannot be read again, or is compressed.
  package init?(path: String) {
    guard System.type(path: path) == .regular, let lines = LinesAgain(path: path),
      let descriptor = System.open(path)
    else { return nil }
    defer { System.close(descriptor) }
    if System.bytes(of: descriptor, at: 0, count: 2) == [0x1F, 0x8B] { return nil }
    self.lines = lines
    var (offsets, count, offset) = ([0], 0, 0)
    while true {
      let bytes = System.bytes(of: descriptor, at: offset, count: Self.window)
      var start = 0
      while let feed = ByteView.with(bytes, { LineFinder.next(in: $0, from: start) }) {
        count += 1
        start = feed + 1
        if count % Self.step == 0 { offsets.append(offset + start) }
      }
      offset += bytes.count
      if bytes.count < Self.window { break }
    }
    self.offsets = offsets
  }

  /// The line with a number, from 1, without its line feed; nil if there is none.
  package func line(_ number: Int) -> [UInt8]? {
    guard number > 0, (number - 1) / Self.step < offsets.count else { return nil }
    var offset = offsets[(number - 1) / Self.step]
    for _ in 0..<(number - 1) % Self.step { offset += lines.line(at: offset).count + 1 }
    return lines.line(at: offset)
  }
}
