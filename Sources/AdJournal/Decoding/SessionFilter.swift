internal import AdSession
internal import JSONLines

/// The sessions that are looked for when a journal is read once more.
///
/// It knows their names by hashes: it may let a session pass that nobody looks for, and never holds
/// one back that somebody does.
package struct SessionFilter: Sendable {
  private let hashes: Set<UInt64>

  /// Lets the sessions pass whose names have these hashes, each ``Trace/nameHash``.
  package init(hashes: Set<UInt64>) { self.hashes = hashes }

  init(names: Set<String>) {
    func hash(_ name: String) -> UInt64 {
      Array(name.utf8).withUnsafeBytes(SymbolTable.hash)
    }
    self.init(hashes: Set(names.map(hash)))
  }

  func allows(_ name: UnsafeRawBufferPointer) -> Bool {
    hashes.contains(SymbolTable.hash(name))
  }
}

/// Finds the lines of a block that need not be parsed, since a ``SessionFilter`` holds them back.
///
/// Such a line begins as the writer of this format begins it, with the name of its session. Whatever
/// follows, a fault too, concerns that session alone.
struct FilteredLines {
  private let filter: SessionFilter
  /// The name that came last, with its quote, in the block, and whether it is held back.
  private var last: UnsafeRawPointer?
  private var lastCount = 0
  private var holdsLast = false

  init(_ filter: SessionFilter) { self.filter = filter }

  /// Forgets what belongs to the block before.
  mutating func beginBlock() {
    last = nil
    lastCount = 0
  }

  /// Where the line at an offset ends; nil where it has to be parsed.
  ///
  /// Behind the bytes there must be those of a block's padding.
  mutating func end(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, offset + Self.openingCount < bytes.count else { return nil }
    let line = (base + offset).assumingMemoryBound(to: UInt8.self)
    guard Octets.load(line) == OwnPieces.version, Octets.load(line + 8) == OwnPieces.session,
      Octets.load(line + 10) == OwnPieces.sessionEnd
    else { return nil }
    let name = line + Self.openingCount
    guard isLast(name, within: base + bytes.count) ? holdsLast : holdsBack(name) else { return nil }
    // The last line of a block without a line feed is for the parser to see.
    return LineFinder.next(in: bytes, from: offset + Self.openingCount)
  }

  /// How many bytes stand before the name.
  private static let openingCount = 18

  @inline(__always)
  private func isLast(_ name: UnsafePointer<UInt8>, within end: UnsafeRawPointer) -> Bool {
    guard let last, UnsafeRawPointer(name) + lastCount <= end else { return false }
    return System.areEqual(name, last, lastCount)
  }

  /// Whether a whole name stands here that is not looked for.
  private mutating func holdsBack(_ name: UnsafePointer<UInt8>) -> Bool {
    guard let count = OwnPlace(start: name).text() else { return false }
    let text = UnsafeRawBufferPointer(start: name, count: count)
    guard SessionName.isValid(text) else { return false }
    last = UnsafeRawPointer(name)
    lastCount = count + 1
    holdsLast = !filter.allows(text)
    return holdsLast
  }
}
