internal import JournalFormat
internal import Platform
internal import JSONLines

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
  mutating func beginBlock() { last = nil }

  /// Where the line at an offset ends; nil where it has to be parsed.
  ///
  /// Behind the bytes there must be those of a block's padding.
  mutating func end(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, offset + CanonicalPieces.openingCount < bytes.count else {
      return nil
    }
    let line = (base + offset).assumingMemoryBound(to: UInt8.self)
    guard CanonicalPieces.open(line) else { return nil }
    let name = line + CanonicalPieces.openingCount
    guard isLast(name, within: base + bytes.count) ? holdsLast : holdsBack(name) else { return nil }
    // The last line of a block without a line feed is for the parser to see.
    return LineFinder.next(in: bytes, from: offset + CanonicalPieces.openingCount)
  }

  @inline(__always)
  private func isLast(_ name: UnsafePointer<UInt8>, within end: UnsafeRawPointer) -> Bool {
    guard let last, UnsafeRawPointer(name) + lastCount <= end else { return false }
    return System.areEqual(name, last, lastCount)
  }

  /// Whether a whole name stands here that is not looked for.
  private mutating func holdsBack(_ name: UnsafePointer<UInt8>) -> Bool {
    guard let count = CanonicalCursor(start: name).text() else { return false }
    let text = UnsafeRawBufferPointer(start: name, count: count)
    guard SessionName.isValid(text) else { return false }
    last = UnsafeRawPointer(name)
    lastCount = count + 1
    holdsLast = !filter.allows(text)
    return holdsLast
  }
}
