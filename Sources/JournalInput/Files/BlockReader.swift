internal import AdReplay
internal import Platform

/// A block, and the properties of its input.
struct InputBlock {
  let block: ParsedBlock
  let properties: InputProperties
}

/// Reads the blocks of all inputs into memory that is used again.
final class BlockReader: @unchecked Sendable {
  private let source: BlockSource
  private let list: InputList
  private let blockSize: Int
  /// The maximum number of small files that are read at once: all threads need some.
  private let most: Int
  /// Blocks whose lines were added to their sessions.
  private let free = Lock<[ParsedBlock]>([])

  /// The number of bytes after which no further small file is read.
  private static let enough = 1 << 17

  init(_ inputs: JournalInputs, _ reader: JournalReader) {
    list = inputs.list
    blockSize = reader.blockSize
    most = min(16, max(1, list.count / (reader.jobs * 4)))
    source = BlockSource(count: list.count, blockSize: blockSize, open: inputs.open)
  }

  /// The next block, or those of several small files; nil at the end of all inputs.
  ///
  /// Handing a block to another thread takes longer than reading a small file.
  func next() -> [InputBlock]? {
    var blocks: [InputBlock] = []
    var bytes = 0
    repeat {
      let block = free.locked { $0.popLast() } ?? ParsedBlock(capacity: min(blockSize * 2, 1 << 22))
      guard source.next(into: block) else { break }
      blocks.append(InputBlock(block: block, properties: source.properties))
      bytes += block.count
    } while blocks.count < most && bytes < Self.enough && blocks[blocks.count - 1].block.isLast
      && list.isRegular(source.nextInput)
    return blocks.isEmpty ? nil : blocks
  }

  /// Takes a block back.
  func give(_ block: ParsedBlock) { free.locked { $0.append(block) } }
}
