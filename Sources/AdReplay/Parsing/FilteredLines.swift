internal import JSONLines
internal import JournalFormat

/// Finds the lines of a block that need not be parsed because a ``SessionFilter`` excludes them.
///
/// Such a line begins as a canonical line does, with the name of its session. Whatever follows,
/// even a fault, concerns that session alone.
struct FilteredLines {
  private let filter: SessionFilter
  /// The offsets of the last session name in the block, with its closing quote.
  private var lastName: Range<Int>?
  private var excludesLast = false

  init(_ filter: SessionFilter) { self.filter = filter }

  /// Removes what belongs to the previous block.
  mutating func beginBlock() { lastName = nil }

  /// Returns the offset of the line feed of an excluded line; `nil` if the line must be parsed.
  mutating func end(ofLineAt offset: Int, in block: ByteView) -> Int? {
    guard CanonicalPieces.open(block, at: offset) else { return nil }
    let name = offset + CanonicalPieces.openingCount
    let isRepeated = lastName.map { block.repeats($0, at: name) } ?? false
    guard isRepeated ? excludesLast : excludes(nameAt: name, in: block) else { return nil }
    // A last line without a line feed must be parsed.
    return LineFinder.next(in: block, from: name)
  }

  /// Whether a complete name that is not looked for begins at an offset.
  private mutating func excludes(nameAt start: Int, in block: ByteView) -> Bool {
    let name = block[start..<block.count].prefix { SessionName.allows($0) }
    let end = start + name.count
    guard end < block.count, block[end] == 0x22, SessionName.lengths.contains(name.count) else {
      return false
    }
    lastName = start..<end + 1
    excludesLast = !filter.allows(name)
    return excludesLast
  }
}
