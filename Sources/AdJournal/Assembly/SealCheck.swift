internal import AdSession
internal import JSONLines

/// Compares the seals of a session with the bytes that they cover.
///
/// A seal covers the session's own lines since the beginning of the segment, in the order of the
/// file, each with its line feed; records that come again are left out. Only sessions that have a
/// seal pay for this.
struct SealCheck {
  private var hash = SHA256()
  private var lines = 0
  private var scanner = LineScanner()
  private var seen: [Int64: UInt64] = [:]
  private var damage: [Damage] = []

  /// The seals that do not fit; empty too where the file cannot be read again.
  static func damage(of session: SessionPointer, path: String) -> [Damage] {
    guard session.pointee.hasSeal else { return [] }
    var check = SealCheck()
    let lines: any LineStore
    if session.pointee.raw.isEmpty {
      guard let file = FileLines(path: path) else { return [] }
      lines = file
    } else {
      lines = MemoryLines(bytes: session.pointee.raw)
    }
    check.run(session, lines)
    return check.damage
  }

  /// Walks over the session's lines in the order of the file.
  private mutating func run(_ session: SessionPointer, _ lines: any LineStore) {
    var damaged = session.pointee.damaged.filter {
      !($0.code == .secondHeader && $0.seqs.isEmpty)
    }[...]
    for index in 0..<session.pointee.count {
      while let line = damaged.first, line.after <= index {
        add(lines.line(at: line.start))
        damaged.removeFirst()
      }
      addRecord(index, session, lines.line(at: session.pointee.records[index].byte))
    }
  }

  private mutating func addRecord(_ index: Int, _ session: SessionPointer, _ line: [UInt8]) {
    let record = session.pointee.records[index]
    if let known = seen[record.event.seq], known == record.hash { return }
    seen[record.event.seq] = record.hash
    if record.event.kind == .sessionContinued { restart() }
    if record.event.kind == .sessionSealed {
      compare(record, line, index, session)
      restart()
    } else {
      add(line)
    }
  }

  private mutating func restart() {
    hash = SHA256()
    lines = 0
  }

  private mutating func add(_ line: [UInt8]) {
    (line + [0x0A]).withUnsafeBytes { hash.update($0) }
    lines += 1
  }

  private mutating func compare(
    _ record: StoredRecord, _ line: [UInt8], _ index: Int, _ session: SessionPointer
  ) {
    let found = hash.finish()
    var said: String?
    line.withUnsafeBytes { bytes in
      if scanner.scan(bytes: line) == nil {
        said = HeaderDecoder.text("sha256", scanner.fields, in: bytes)
      }
    }
    let count = record.event.first ?? 0
    var because: String?
    if said != found {
      let name = said.map { String($0.unicodeScalars.prefix(64)) } ?? ""
      because = "the seal says sha256 \(name), but the lines that it covers have \(found)"
    } else if count != Int64(lines) {
      because = "the seal says \(count) records, but it covers \(lines)"
    }
    if let because {
      damage.append(
        Damage(
          .badSeal, record: index, of: session, because: because + "; bytes of it were changed"))
    }
  }
}

/// Lines of a session by the offset of their first byte, asked for in rising order.
private protocol LineStore {
  /// The line that begins there, without its line feed.
  func line(at offset: Int) -> [UInt8]
}

/// Lines one after the other in memory, whatever their offsets in the input were.
private final class MemoryLines: LineStore {
  private let bytes: [UInt8]
  private var next = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  func line(at offset: Int) -> [UInt8] {
    let rest = bytes[next...]
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    defer { next = min(end + 1, bytes.count) }
    return Array(bytes[next..<end])
  }
}

/// Lines of a file that is read again where they are.
private final class FileLines: LineStore {
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
    let rest = window[(offset - windowStart)...]
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    return Array(rest[..<end])
  }

  /// Reads a window from a place; true if it reaches the end of the file.
  private func load(_ offset: Int, _ size: Int) -> Bool {
    window = [UInt8](repeating: 0, count: size)
    windowStart = offset
    var count = 0
    while count < size {
      let read = window.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map {
          System.read(descriptor, $0 + count, size - count, at: offset + count)
        }
          ?? 0
      }
      if read <= 0 { break }
      count += read
    }
    window.removeLast(size - count)
    return count < size
  }
}
