internal import JSONLines

/// Cuts inputs, one after the other, into blocks of whole lines.
///
/// It never keeps more than one line and one block; of a line that is longer than any line may be
/// it keeps the beginning and counts the rest.
final class BlockSource {
  enum Opened {
    case source(ByteSource)
    case failure(InputError)
  }

  private let count: Int
  private let blockSize: Int
  private let open: (Int) -> Opened
  private var input = -1
  private var source: ByteSource?
  private var offset = 0
  /// The input that is opened after the one that is read.
  var nextInput: Int { input + 1 }
  /// Bytes behind the last whole line.
  private var carry: [UInt8] = []

  /// - Parameter open: opens the input of a number; called once for each, in order.
  init(count: Int, blockSize: Int, open: @escaping (Int) -> Opened) {
    self.count = count
    self.blockSize = blockSize
    self.open = open
  }

  /// Fills a block with the next lines; false when all inputs are at their end.
  ///
  /// `beforeWaiting` is called before an input is opened, and before each read that would wait for
  /// whoever writes it: half a line may be there, and its end not.
  func next(into block: ParsedBlock, beforeWaiting: () -> Void = {}) -> Bool {
    block.clear()
    if source == nil {
      beforeWaiting()
      if !openNext(block) { return block.failure != nil }
    }
    guard let source else { return false }
    block.input = input
    block.byteOffset = offset
    fill(block, source, beforeWaiting)
    if block.isLast { self.source = nil }
    return true
  }

  /// Opens the next input; false at the end, or with the block's failure set.
  private func openNext(_ block: ParsedBlock) -> Bool {
    input += 1
    guard input < count else { return false }
    offset = 0
    carry.removeAll(keepingCapacity: true)
    switch open(input) {
    case .source(let source):
      self.source = source
      offset = source.start
      return true
    case .failure(let error):
      block.input = input
      block.failure = error
      block.isUnopened = true
      block.isLast = true
      return false
    }
  }

  private func fill(
    _ block: ParsedBlock, _ source: ByteSource, _ beforeWaiting: () -> Void
  ) {
    block.reserve(max(carry.count + blockSize, min(blockSize * 2, 1 << 16)))
    carry.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        block.buffer.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    block.count = carry.count
    var lineEnd = Self.lastLineEnd(in: block, from: 0)
    while lineEnd == 0 || source.canReadAgain && block.count < blockSize {
      if lineEnd == 0, block.count > Limits.lineBytes { return skipLine(block, source) }
      let before = block.count
      if !source.isReady { beforeWaiting() }
      guard read(block, source) else { return finish(block, source) }
      lineEnd = max(lineEnd, Self.lastLineEnd(in: block, from: before))
    }
    keepRest(block, from: lineEnd)
  }

  /// Reads once behind what the block has; false at the end of the input.
  private func read(_ block: ParsedBlock, _ source: ByteSource) -> Bool {
    let wanted = min(blockSize, 1 << 24)
    if block.capacity < block.count + wanted {
      block.reserve(max(block.capacity * 2, block.count + wanted))
    }
    let read = source.read(into: block.buffer + block.count, wanted)
    block.count += read
    return read > 0
  }

  /// The place after the last line feed at or behind a place; 0 if there is none.
  private static func lastLineEnd(in block: ParsedBlock, from start: Int) -> Int {
    var place = block.count
    while place > start {
      if block.buffer.load(fromByteOffset: place - 1, as: UInt8.self) == 0x0A { return place }
      place -= 1
    }
    return 0
  }

  /// Takes what is behind the last whole line away for the next block.
  private func keepRest(_ block: ParsedBlock, from end: Int) {
    carry.removeAll(keepingCapacity: true)
    carry.append(
      contentsOf: UnsafeRawBufferPointer(start: block.buffer + end, count: block.count - end))
    block.count = end
    offset += end
  }

  private func finish(_ block: ParsedBlock, _ source: ByteSource) {
    offset += block.count
    carry.removeAll(keepingCapacity: true)
    end(block, source)
  }

  private func end(_ block: ParsedBlock, _ source: ByteSource) {
    block.isLast = true
    block.isTornByDecompression = source.isTorn
    if let failure = source.failure {
      block.failure = InputError(
        source.path, .unreadable, "it could not be read to its end: \(failure)")
    }
  }

  /// The line in the block is too long: its end is looked for, its beginning kept.
  private func skipLine(_ block: ParsedBlock, _ source: ByteSource) {
    var length = block.count
    let chunk = ParsedBlock(capacity: max(blockSize, 4096))
    carry.removeAll(keepingCapacity: true)
    var isAtEnd = true
    while true {
      chunk.count = source.read(into: chunk.buffer, chunk.capacity)
      if chunk.count == 0 { break }
      let bytes = UnsafeRawBufferPointer(start: chunk.buffer, count: chunk.count)
      if let feed = LineFinder.next(in: bytes) {
        length += feed
        carry.append(contentsOf: bytes[(feed + 1)...])
        isAtEnd = false
        break
      }
      length += chunk.count
    }
    block.count = Limits.lineBytes
    block.oversize = length
    offset += length + (isAtEnd ? 0 : 1)
    if isAtEnd { end(block, source) }
  }
}
