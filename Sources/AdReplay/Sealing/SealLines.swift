internal import AdSession
internal import Platform
internal import JSONLines

/// Lines of a session by the offset of their first byte, read in ascending order.
enum LineStore {
  case memory(MemoryLines)
  case file(FileLines)

  /// The line at an offset, without its line feed.
  func line(at offset: Int) -> [UInt8] {
    switch self {
    case .memory(let lines): lines.line(at: offset)
    case .file(let lines): lines.line(at: offset)
    }
  }
}

/// Consecutive lines in memory; their offsets in the input are ignored.
final class MemoryLines {
  /// The packed lines that are still to be read, and those behind them.
  private var packed: ArraySlice<PackedBytes>
  private var last: [UInt8]
  private var bytes: [UInt8] = []
  private var next = 0

  init(of session: SessionPointer) {
    packed = session.value.packedLines[...]
    last = session.value.raw
  }

  func line(at offset: Int) -> [UInt8] {
    if next == bytes.count { unpack() }
    let end = ByteView.with(bytes) { LineFinder.next(in: $0, from: next) } ?? bytes.count
    defer { next = min(end + 1, bytes.count) }
    return Array(bytes[next..<end])
  }

  private func unpack() {
    if let piece = packed.popFirst() {
      bytes = piece.unpacked
    } else {
      (bytes, last) = (last, [])
    }
    next = 0
  }
}

/// Lines that are read from their file a second time.
final class FileLines {
  private let descriptor: Int32
  private var window: [UInt8] = []
  private var windowStart = 0

  init?(path: String) {
    guard let descriptor = System.open(path) else { return nil }
    self.descriptor = descriptor
  }

  deinit { System.close(descriptor) }

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
