internal import AdReplay

/// The blocks that a worker has at once: one of a large file, or those of several small files.
///
/// The worker waits for its turn once for all of them: waiting takes longer than reading and
/// judging a small file.
struct BlockBatch {
  private var all: [ParsedBlock] = []
  private var count = 0
  private let capacity: Int
  private let most: Int

  /// The number of bytes after which a batch takes no further block.
  private static let enough = 1 << 17

  /// Makes a batch of at most `most` blocks, each with room for `capacity` bytes at first.
  init(capacity: Int, most: Int) {
    self.capacity = capacity
    self.most = most
  }

  /// The blocks in the order of the inputs; the next fill reuses them.
  var blocks: ArraySlice<ParsedBlock> { all[..<count] }

  /// Reads the next block, and further ones while they are small whole files and the next input is
  /// ready; false at the end of all inputs.
  mutating func fill(
    from source: BlockSource, beforeWaiting: () -> Void, isReady: (Int) -> Bool
  ) -> Bool {
    count = 0
    var bytes = 0
    repeat {
      if count == all.count { all.append(ParsedBlock(capacity: capacity)) }
      guard source.next(into: all[count], beforeWaiting: beforeWaiting) else { break }
      bytes += all[count].count
      count += 1
    } while count < most && bytes < Self.enough && all[count - 1].isLast
      && isReady(source.nextInput)
    return count > 0
  }
}
