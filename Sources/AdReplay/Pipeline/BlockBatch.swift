/// The blocks that a worker has at once: one of a large file, or those of several small files.
///
/// Whatever it asks the other workers for, it asks for all of them together: to wait for a turn, or to
/// wake who waits for one, takes longer than to read and to judge a small file.
struct BlockBatch {
  private var all: [ParsedBlock] = []
  private var count = 0
  private let capacity: Int
  private let most: Int

  /// So many bytes are enough for all that is done for the batch as a whole.
  private static let enough = 1 << 17

  /// Makes a batch of at most so many blocks, each of which begins with room for so many bytes.
  init(capacity: Int, most: Int) {
    self.capacity = capacity
    self.most = most
  }

  /// The blocks, in the order of the inputs; used again by the next fill.
  var blocks: ArraySlice<ParsedBlock> { all[..<count] }

  /// Reads the next block, and those behind it while they are whole files, few bytes in all, and the
  /// next input is none to wait for; false at the end of all inputs.
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
