package import AdSession
package import JSONLines

/// A text of a block with its hash; the bytes live as long as the block.
package struct TextRef {
  var start: UnsafeRawPointer
  var count: Int
  var hash: UInt64

  var bytes: ByteView { ByteView(start: start, count: count) }

  package var string: String { bytes.string }

  /// The symbol of the text in a session.
  @inline(__always)
  func symbol(in symbols: inout SymbolMemory) -> Symbol {
    symbols.intern(padded: start, count, hash: hash)
  }
}

/// One line of a block after parsing.
///
/// Symbols of its event are numbers of the block's texts.
package struct ParsedLine {
  package enum Status: UInt8 {
    case record, damaged, blank
  }

  package var event = Event()
  /// The offset of the line in the block.
  package var offset = 0
  package var length = 0
  /// The number of the session's name among the block's texts.
  package var session: UInt32 = 0
  /// The numbers of its free texts among the block's texts.
  var freeTexts = FreeTextNumbers()
  /// The index of the line's header, policy or fault in the block.
  var extra: Int32?
  package var status = Status.record
  package var hasChecksum = false
  /// Whether the previous line of the block is a record of the same session.
  package var sameSession = false
}

/// The numbers of the free texts of a line among the texts of its block; 0 for none.
struct FreeTextNumbers {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  /// Whether the line has no free text.
  @inline(__always)
  var isEmpty: Bool { first | second == 0 }

  /// The number of the text in ``EventKind/freeTexts`` with a ``FieldRule/freeText``.
  subscript(number: UInt8) -> UInt32 {
    get { number == 1 ? first : second }
    set { if number == 1 { first = newValue } else { second = newValue } }
  }
}

extension Cell<ParsedLine> {
  /// The address of the event.
  ///
  /// Embedded Swift has no key paths, so `pointer(to:)` is not there.
  @inline(__always)
  var event: UnsafeMutablePointer<Event> { withUnsafeMutablePointer(to: &value.event) { $0 } }
}

/// The reason why a line is not a record, and the session and `seq`s that its bytes name.
package struct LineFault {
  package var code: DamageCode
  /// The offset of the fault in the line.
  package var byte: Int
  package var because: String
  /// The session that the bytes name.
  package var session: String?
  /// The `seq`s that the bytes name, in order.
  package var seqs: [Int64] = []
}

/// A piece of a journal: complete lines and their parsed content, in memory that is reused.
package final class ParsedBlock: @unchecked Sendable {
  // The bytes, set by the source.
  /// The index of the input in the call.
  package var input = 0
  /// The offset of the block in its file.
  package var byteOffset = 0
  package var isLast = false
  /// The length of a line beyond the limit; the block contains only its beginning.
  package var oversize: Int?
  package var failure: InputError?
  /// Whether there are no bytes because the input could not be opened.
  package var isUnopened = false
  package var isTornByDecompression = false
  private(set) var buffer: UnsafeMutableRawPointer
  package private(set) var capacity: Int
  package var count = 0

  // The content, set by the parser.
  package private(set) var lines: UnsafeMutablePointer<ParsedLine>
  private(set) var lineCapacity = 4096
  package var lineCount = 0
  private(set) var texts: UnsafeMutablePointer<TextRef>
  private var textCapacity = 4096
  private(set) var textCount = 0
  var headers: [Header] = []
  var policies: [[PolicySetting]] = []
  var faults: [LineFault] = []
  var unknownKinds: [String: Int] = [:]
  var unknownValues = [Int](repeating: 0, count: FieldTable.width)
  var highestVersion: Int64 = 1
  var hasByteOrderMark = false
  /// Whether the last line has no line feed.
  package var endsInTail = false
  /// Whether an archive ends in the middle and no damage of the last line reports it.
  package var isTornUnsaid: Bool {
    guard isTornByDecompression else { return false }
    guard endsInTail, lineCount > 0 else { return true }
    switch lines[lineCount - 1].status {
    case .blank: return true
    case .damaged: return false
    case .record: return lines[lineCount - 1].hasChecksum
    }
  }
  /// The offset of the first line that is not parsed yet; nil if all are.
  var unparsed: Int?
  private var arena: [UnsafeMutableRawBufferPointer] = []
  private var arenaUsed = 0

  /// The maximum number of lines that are parsed at once: a parsed line takes far more memory than
  /// a line of one byte.
  static let mostLines = 1 << 14

  /// The number of readable bytes after those of the block; the parser makes them zero.
  static let padding = 64

  package init(capacity: Int) {
    self.capacity = capacity
    buffer = .allocate(byteCount: capacity + Self.padding, alignment: 16)
    lines = .allocate(capacity: lineCapacity)
    texts = .allocate(capacity: textCapacity)
  }

  deinit {
    buffer.deallocate()
    lines.deallocate()
    texts.deallocate()
    for chunk in arena { chunk.deallocate() }
  }

  /// Grows the buffer and keeps the first `count` bytes.
  package func reserve(_ bytes: Int) {
    guard bytes > capacity else { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: bytes + Self.padding, alignment: 16)
    larger.copyMemory(from: buffer, byteCount: count)
    buffer.deallocate()
    buffer = larger
    capacity = bytes
  }

  /// Appends what `read` writes; `read` returns the number of bytes.
  package func fill(atMost count: Int, _ read: (WritableBytes) -> Int) -> Int {
    if capacity < self.count + count { reserve(max(capacity * 2, self.count + count)) }
    let added = read(WritableBytes(start: buffer + self.count, count: count))
    self.count += added
    return added
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) {
    reserve(count + bytes.count)
    _ = fill(atMost: bytes.count) { $0.copy(bytes, from: 0) }
  }

  /// Removes the content and keeps the memory.
  package func clear() {
    count = 0
    isLast = false
    oversize = nil
    failure = nil
    isUnopened = false
    isTornByDecompression = false
    clearLines()
  }

  /// Removes the parsed lines and keeps the bytes.
  func clearLines() {
    unparsed = nil
    lineCount = 0
    textCount = 0
    highestVersion = 1
    hasByteOrderMark = false
    endsInTail = false
    clearRare()
  }

  private func clearRare() {
    if !headers.isEmpty { headers.removeAll(keepingCapacity: true) }
    if !policies.isEmpty { policies.removeAll(keepingCapacity: true) }
    if !faults.isEmpty { faults.removeAll(keepingCapacity: true) }
    if !unknownKinds.isEmpty { unknownKinds.removeAll(keepingCapacity: true) }
    for index in unknownValues.indices { unknownValues[index] = 0 }
    for chunk in arena { chunk.deallocate() }
    arena.removeAll()
    arenaUsed = 0
  }

  /// Adds the header of a line.
  func add(_ header: Header, of line: Cell<ParsedLine>) {
    line.value.extra = Int32(headers.count)
    headers.append(header)
    countThresholds(header.policy)
  }

  /// Adds the thresholds that a line changes.
  func add(_ policy: [PolicySetting], of line: Cell<ParsedLine>) {
    line.value.extra = Int32(policies.count)
    policies.append(policy)
    countThresholds(policy)
  }

  /// Adds the fault of a line, which becomes damaged.
  func add(_ fault: LineFault, of line: Cell<ParsedLine>) {
    line.value.status = .damaged
    line.value.extra = Int32(faults.count)
    faults.append(fault)
  }

  /// The header of a `session.began`.
  func header(of line: ParsedLine) -> Header { headers[Int(line.extra ?? 0)] }

  /// The thresholds that a `config.changed` changes.
  func policy(of line: ParsedLine) -> [PolicySetting] { policies[Int(line.extra ?? 0)] }

  /// The fault of a damaged line.
  package func fault(of line: ParsedLine) -> LineFault { faults[Int(line.extra ?? 0)] }

  /// Counts the values that are not valid thresholds.
  private func countThresholds(_ settings: [PolicySetting]) {
    for setting in settings where !setting.key.canBe(setting.value) {
      unknownValues[Int(FieldName.policy.rawValue)] += 1
    }
  }

  /// The cell of the next line, whose content is undefined; the caller counts it.
  @inline(__always)
  func nextLine() -> Cell<ParsedLine> {
    if lineCount == lineCapacity { growLines() }
    return Cell(address: lines + lineCount)
  }

  /// Adds a line without a record.
  func addLine(offset: Int, length: Int) -> Cell<ParsedLine> {
    let line = nextLine()
    line.address.initialize(to: ParsedLine())
    line.value.offset = offset
    line.value.length = length
    lineCount += 1
    return line
  }

  /// The line at an index.
  @inline(__always)
  func line(_ index: Int) -> Cell<ParsedLine> { Cell(address: lines + index) }

  /// The bytes of the block.
  package var bytes: ByteView { ByteView(start: buffer, count: count) }

  @inline(never)
  private func growLines() {
    let larger = UnsafeMutablePointer<ParsedLine>.allocate(capacity: lineCapacity * 2)
    // Lines are plain bytes; moving them one by one would copy field by field.
    UnsafeMutableRawPointer(larger).copyMemory(
      from: lines, byteCount: lineCount * MemoryLayout<ParsedLine>.stride)
    lines.deallocate()
    lines = larger
    lineCapacity *= 2
  }

  /// Adds a text and returns its number, from 1.
  @inline(__always)
  func addText(_ start: UnsafeRawPointer, _ count: Int) -> UInt32 {
    if textCount == textCapacity { growTexts() }
    let hash = SymbolTable.hash(UnsafeRawBufferPointer(start: start, count: count))
    (texts + textCount).initialize(to: TextRef(start: start, count: count, hash: hash))
    textCount &+= 1
    return UInt32(truncatingIfNeeded: textCount)
  }

  @inline(never)
  private func growTexts() {
    let larger = UnsafeMutablePointer<TextRef>.allocate(capacity: textCapacity * 2)
    larger.moveInitialize(from: texts, count: textCount)
    texts.deallocate()
    texts = larger
    textCapacity *= 2
  }

  /// Adds a text that lives as long as the block and returns its number, from 1.
  func addText(_ text: ByteView) -> UInt32 {
    text.raw.baseAddress.map { addText($0, text.count) } ?? addText(buffer, 0)
  }

  /// The text of a number that ``addText(_:_:)`` returned.
  @inline(__always)
  package func text(_ number: UInt32) -> TextRef { texts[Int(number) &- 1] }

  /// Copies bytes into memory that lives as long as the block, with padding after them.
  func keep(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let needed = bytes.count + Self.padding
    if arena.last.map({ arenaUsed + needed > $0.count }) ?? true {
      arena.append(.allocate(byteCount: max(needed, 1 << 16), alignment: 16))
      arenaUsed = 0
    }
    guard let chunk = arena.last, let base = chunk.baseAddress else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let address = base + arenaUsed
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { address.copyMemory(from: start, byteCount: bytes.count) }
    }
    (address + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    arenaUsed += needed
    return UnsafeRawBufferPointer(start: address, count: bytes.count)
  }

  /// Copies a text into memory that lives as long as the block.
  func keepText(_ text: [UInt8]) -> ByteView { ByteView(keep(text)) }

  /// Makes the padding after the bytes zero; the first of them ends the scanner's pass of the last
  /// line.
  func clearPadding() {
    (buffer + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }

  /// The bytes of a line, without its line feed.
  package func bytes(of line: ParsedLine) -> ByteView {
    ByteView(start: buffer + line.offset, count: line.length)
  }
}
