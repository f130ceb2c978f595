internal import AdReplay
internal import JSONLines

/// What is known of an input that was opened.
struct InputProperties {
  /// Whether it can be read a second time.
  var canReadAgain = false
  /// Whether an offset in the text is the same offset in the file.
  var isPlainFile = false
  /// Why the input may be no journal.
  var doubt: InputError?
  /// The lines of the text from which the journal was made; nil if it is the text itself.
  var originalLines: OriginalLines?
}

/// Cuts inputs, one after the other, into blocks of whole lines.
///
/// It never keeps more than one line and one block. Of a line beyond the limit of 1 MiB it keeps
/// the beginning and counts the rest.
final class BlockSource {
  enum Opened {
    case source(ByteSource)
    case failure(InputError)
  }

  private let count: Int
  private let blockSize: Int
  private let open: (Int) -> Opened
  /// The index of the input that is opened next.
  private(set) var nextInput = 0
  /// The properties of the input of the last block.
  private(set) var properties = InputProperties()
  /// The input that is read; nil before the first and between two inputs.
  private var source: ByteSource?
  /// The offset of the next block in its input.
  private var offset = 0
  /// The bytes behind the last whole line.
  private var carry: [UInt8] = []

  /// - Parameter open: Opens the input of an index; called once for each, in order.
  init(count: Int, blockSize: Int, open: @escaping (Int) -> Opened) {
    self.count = count
    self.blockSize = blockSize
    self.open = open
  }

  /// Fills a block with the next lines; false at the end of all inputs.
  func next(into block: ParsedBlock) -> Bool {
    block.clear()
    if source == nil, !openNext(block) { return block.failure != nil }
    guard let source else { return false }
    block.input = nextInput - 1
    block.byteOffset = offset
    fill(block, source)
    if block.isLast { self.source = nil }
    return true
  }

  /// Opens the next input; false at the end of all inputs, or with the failure in the block.
  private func openNext(_ block: ParsedBlock) -> Bool {
    guard nextInput < count else { return false }
    let input = nextInput
    nextInput += 1
    offset = 0
    carry.removeAll(keepingCapacity: true)
    switch open(input) {
    case .source(let source):
      self.source = source
      properties = InputProperties(
        canReadAgain: source.canReadAgain, isPlainFile: source.isPlainFile, doubt: source.doubt,
        originalLines: source.originalLines)
      offset = source.start
      return true
    case .failure(let error):
      properties = InputProperties()
      block.input = input
      block.failure = error
      block.isUnopened = true
      block.isLast = true
      return false
    }
  }

  private func fill(_ block: ParsedBlock, _ source: ByteSource) {
    block.reserve(max(carry.count + blockSize, min(blockSize * 2, 1 << 16)))
    block.append(carry)
    var lineEnd = Self.lastLineEnd(in: block, from: 0)
    while lineEnd == 0 || source.canReadAgain && block.count < blockSize {
      if lineEnd == 0, block.count > Limits.lineBytes { return skipLine(block, source) }
      let before = block.count
      guard read(block, source) else { return finish(block, source) }
      lineEnd = max(lineEnd, Self.lastLineEnd(in: block, from: before))
    }
    keepRest(block, from: lineEnd)
  }

  /// Appends the bytes of one read to the block; false at the end of the input.
  private func read(_ block: ParsedBlock, _ source: ByteSource) -> Bool {
    block.fill(atMost: min(blockSize, 1 << 24)) { source.read(into: $0) } > 0
  }

  /// The offset behind the last line feed at or after an offset; 0 if there is none.
  private static func lastLineEnd(in block: ParsedBlock, from start: Int) -> Int {
    let bytes = block.bytes
    var end = bytes.count
    while end > start {
      if bytes[end - 1] == 0x0A { return end }
      end -= 1
    }
    return 0
  }

  /// Moves the bytes behind the last whole line to the next block.
  private func keepRest(_ block: ParsedBlock, from end: Int) {
    carry.removeAll(keepingCapacity: true)
    carry.append(contentsOf: block.bytes[end..<block.count].raw)
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

  /// Skips to the end of a line that is too long, and keeps its beginning in the block.
  private func skipLine(_ block: ParsedBlock, _ source: ByteSource) {
    var length = block.count
    let chunk = ParsedBlock(capacity: max(blockSize, 4096))
    carry.removeAll(keepingCapacity: true)
    var isAtEnd = true
    while true {
      chunk.clear()
      if chunk.fill(atMost: chunk.capacity, { source.read(into: $0) }) == 0 { break }
      if let feed = LineFinder.next(in: chunk.bytes) {
        length += feed
        carry.append(contentsOf: chunk.bytes[feed + 1..<chunk.count].raw)
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
