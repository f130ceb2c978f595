internal import AdReplay

/// Decides from the first bytes whether an input may be no journal.
///
/// A damaged journal is still a journal, even if all of its beginning is lost. An input is refused
/// only if its first 64 KiB contain no key of a record and no line of it names a session, or if it
/// is a tar archive: the journals in it would lose their headers.
struct Sniffer {
  static let limit = 1 << 16
  private static let marks: [[UInt8]] = ["\"session\"", "\"event\"", "\"seq\"", "\"v\":"].map {
    Array($0.utf8)
  }

  private(set) var bytes: [UInt8] = []
  private var searched = 0
  private var found = false

  /// Whether the beginning of a text contains a key of a record.
  static func showsJournal(_ bytes: [UInt8]) -> Bool {
    (0..<min(bytes.count, limit)).contains { offset in
      bytes[offset] == 0x22 && marks.contains { bytes[offset...].starts(with: $0) }
    }
  }

  /// Whether the bytes are the beginning of a tar archive: its mark, and a NUL byte before it.
  static func isTar(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    let head = bytes.prefix(tarMark + 5)
    return head.suffix(5).elementsEqual("ustar".utf8) && head.count == tarMark + 5
      && head.contains(0)
  }
  private static let tarMark = 257

  /// Adds bytes; false if no more are needed.
  mutating func add(_ more: ArraySlice<UInt8>) -> Bool {
    bytes.append(contentsOf: more)
    while !found, searched < min(bytes.count, Self.limit) {
      if bytes[searched] == 0x22 {
        if let isMark = isMark(at: searched) { found = isMark } else { break }
      }
      searched += 1
    }
    return !found && bytes.count < Self.limit
  }

  /// Whether a mark begins at an offset; nil if that depends on further bytes.
  private func isMark(at offset: Int) -> Bool? {
    let rest = bytes[offset...]
    if Self.marks.contains(where: { rest.starts(with: $0) }) { return true }
    return Self.marks.contains { rest.count < $0.count && $0.starts(with: rest) } ? nil : false
  }

  /// The reason why the input may be no journal; nil for a journal.
  var objection: String? {
    if Self.isTar(bytes) { return "it is a tar archive, not a journal: unpack it first" }
    guard !found else { return nil }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let start = text.firstIndex(where: { !Self.isEmptiness($0) }) else { return nil }
    let rest = text[start...]
    // A journal that was torn in its first record.
    if rest.first == 0x7B, rest.count < 256, !rest.contains(0x0A) { return nil }
    return Self.sentence(rest)
  }

  /// Whether a text begins with something else than a JSON object.
  static func beginsWithText(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    let first = text.first { !isEmptiness($0) }
    return first != nil && first != 0x7B
  }

  private static func isEmptiness(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func sentence(_ bytes: ArraySlice<UInt8>) -> String {
    for (magic, name) in kinds where bytes.starts(with: magic) {
      return "it is \(name), not a journal"
    }
    if bytes.first == 0x7B {
      return "it is JSON, but not a journal: no line has `v`, `session` or `event`"
    }
    return "it is not a journal: its first line is no JSON object, and no line names a session"
  }

  private static let kinds: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"), (Array("%PDF".utf8), "a PDF document"),
    (Array("PK".utf8) + [3, 4], "a ZIP archive"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ([0xCF, 0xFA, 0xED, 0xFE], "a program"), ([0x28, 0xB5, 0x2F, 0xFD], "a zstd archive"),
    ([0x1F, 0x8B], "compressed twice"), ([0xFF, 0xFE], "text in UTF-16"),
    ([0xFE, 0xFF], "text in UTF-16"),
    (Array("BZh".utf8), "a bzip2 archive"), ([0xFD, 0x37, 0x7A, 0x58], "an xz archive"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("bplist".utf8), "a property list"),
    (Array("<".utf8), "HTML or XML"), (Array("[".utf8), "a JSON array"),
  ]
}
