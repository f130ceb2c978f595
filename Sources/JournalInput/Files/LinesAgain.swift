internal import AdReplay
internal import AdSession
internal import JSONLines
internal import Platform

/// Lines of a file that are read a second time: to compare records that have the same `seq`, and
/// for a reader (``NumberedLines``).
final class LinesAgain {
  private let descriptor: Int32
  private var window: [UInt8] = []
  private var windowStart = 0

  /// Opens the file; nil if it cannot be read again.
  init?(path: String) {
    guard let descriptor = System.open(path) else { return nil }
    self.descriptor = descriptor
  }

  deinit { System.close(descriptor) }

  /// The hashes of the lines of some records of a file; nil if it cannot be read again.
  static func hashes(
    path: String, of records: [Int], in session: SessionPointer
  ) -> [UInt64]? {
    LinesAgain(path: path)?.hashes(of: records, in: session)
  }

  /// The hashes of the lines of some records, whose indices rise; the other records have 0.
  ///
  /// A file can be changed or replaced after it was read; then its lines prove nothing, and the
  /// result is nil. A record is recognised by its session, `seq`, clocks and kind.
  func hashes(of records: [Int], in session: SessionPointer) -> [UInt64]? {
    var hashes = [UInt64](repeating: 0, count: session.value.count)
    var parser = BlockParser()
    let block = ParsedBlock(capacity: 1 << 12)
    for index in records {
      let record = session.value.records[index]
      let line = line(at: record.byte)
      guard parser.has(record.event, session, in: line, block) else { return nil }
      hashes[index] = LineHash.of(line)
    }
    return hashes
  }

  /// The line at an offset, without its line feed.
  func line(at offset: Int) -> [UInt8] {
    if let line = lineInWindow(offset) { return line }
    var size = 1 << 16
    while true {
      let isWhole = load(offset, size)
      if let line = lineInWindow(offset) { return line }
      if isWhole || size > 1 << 22 { return window }
      size *= 4
    }
  }

  private func lineInWindow(_ offset: Int) -> [UInt8]? {
    guard offset >= windowStart, offset < windowStart + window.count else { return nil }
    let start = offset - windowStart
    let end = ByteView.with(window) { LineFinder.next(in: $0, from: start) }
    return end.map { Array(window[start..<$0]) }
  }

  /// Reads a window from an offset on; true if it reaches the end of the file.
  private func load(_ offset: Int, _ size: Int) -> Bool {
    window = System.bytes(of: descriptor, at: offset, count: size)
    windowStart = offset
    return window.count < size
  }
}

extension BlockParser {
  /// Whether a line contains a record of a session; uses the memory of the block.
  fileprivate mutating func has(
    _ event: Event, _ session: SessionPointer, in line: [UInt8], _ block: ParsedBlock
  ) -> Bool {
    block.clear()
    block.append(line + [0x0A])
    parse(block)
    guard block.lineCount == 1, block.lines[0].status == .record else { return false }
    let found = block.lines[0].event
    return found.seq == event.seq && found.t == event.t && found.wall == event.wall
      && found.kind == event.kind
      && block.text(block.lines[0].session).string == session.value.name
  }
}
