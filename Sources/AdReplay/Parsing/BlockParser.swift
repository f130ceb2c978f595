internal import AdSession
internal import JSONLines

/// Parses a block: scans each line, decodes its record, notes its faults.
///
/// Each thread has one. It knows nothing of the blocks before, so that many can be parsed at once.
struct BlockParser {
  private var scanner = LineScanner(numbering: Names.keyNumbers)
  private var decoder = RecordDecoder()
  /// Whether each line is a key, a TAB and a record.
  private let isKeyed: Bool
  /// Finds the lines that need not be parsed; nil where all must be.
  private var filtered: FilteredLines?

  /// Whether lines in the writer's own layout are read in one pass; false is for tests.
  private let readsCanonicalLayout: Bool
  /// Whether records of any layout are read in one pass where they can be; false is for tests.
  private let readsAnyKeyOrder: Bool

  init(
    isKeyed: Bool = false, only filter: SessionFilter? = nil, readsCanonicalLayout: Bool = true,
    readsAnyKeyOrder: Bool = true
  ) {
    self.isKeyed = isKeyed
    filtered = filter.map(FilteredLines.init)
    self.readsCanonicalLayout = readsCanonicalLayout
    self.readsAnyKeyOrder = readsAnyKeyOrder
  }

  /// Fills the block's lines from its bytes.
  ///
  /// Whatever a line in the writer's own layout needs is inlined here, and nothing else, since the
  /// compiler stops at a certain size.
  mutating func parse(_ block: ParsedBlock) {
    decoder.beginBlock()
    filtered?.beginBlock()
    if let length = block.oversize { return parseOversize(block, length) }
    // The first of them ends the scanner's pass of the last line.
    (block.buffer + block.count).initializeMemory(
      as: UInt8.self, repeating: 0, count: ParsedBlock.padding)
    let bytes = UnsafeRawBufferPointer(start: block.buffer, count: block.count)
    var offset = skipMark(block)
    var previous: UInt32 = 0
    while offset < bytes.count {
      if isKeyed {
        offset = skipKey(bytes, offset, block, &previous)
        if offset >= bytes.count { return }
      }
      if filtered != nil, let end = skipLine(bytes, offset, block, &previous) {
        offset = end &+ 1
        continue
      }
      offset = parseLine(bytes, offset, block, &previous) &+ 1
    }
  }

  /// Where the record of the line at an offset begins; lines without a key on the way are damage.
  @inline(never)
  private func skipKey(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ block: ParsedBlock, _ previous: inout UInt32
  ) -> Int {
    var lineStart = start
    var place = start
    while place < bytes.count, bytes[place] != 0x09 {
      if bytes[place] == 0x0A {
        addKeyless(lineStart, place, block, &previous)
        lineStart = place + 1
      }
      place += 1
    }
    if place + 1 < bytes.count { return place + 1 }
    if lineStart < bytes.count {
      addKeyless(lineStart, bytes.count, block, &previous)
      block.endsInTail = true
    }
    return bytes.count
  }

  private func addKeyless(
    _ start: Int, _ end: Int, _ block: ParsedBlock, _ previous: inout UInt32
  ) {
    let parsed = block.nextLine()
    parsed.value = ParsedLine()
    parsed.value.offset = start
    parsed.value.length = end - start
    block.lineCount += 1
    previous = 0
    let line = block.bytes(of: parsed.value).raw
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
      parsed.value.status = .blank
      return
    }
    let because = "the line has no TAB; a keyed line is a key, a TAB and a record"
    add(BrokenLine.fault(.notJSON, byte: 0, because: because, in: line), block, parsed)
  }

  /// Passes over a line of a session that is not looked for and returns where it ends; nil for any
  /// other line.
  @inline(never)
  private mutating func skipLine(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ block: ParsedBlock, _ previous: inout UInt32
  ) -> Int? {
    guard let end = filtered?.end(of: offset, in: bytes) else { return nil }
    let parsed = block.nextLine()
    parsed.value = ParsedLine()
    parsed.value.offset = offset
    parsed.value.length = end - offset
    parsed.value.status = .skipped
    block.lineCount += 1
    previous = 0
    return end
  }

  /// The length of a byte-order mark at the beginning of the file.
  @inline(never)
  private func skipMark(_ block: ParsedBlock) -> Int {
    guard block.byteOffset == 0, block.count >= 3,
      block.buffer.load(as: UInt8.self) == 0xEF,
      block.buffer.load(fromByteOffset: 1, as: UInt8.self) == 0xBB,
      block.buffer.load(fromByteOffset: 2, as: UInt8.self) == 0xBF
    else { return 0 }
    block.hasByteOrderMark = true
    return 3
  }

  /// Parses the line at an offset and returns where it ends.
  @inline(__always)
  private mutating func parseLine(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ block: ParsedBlock, _ previous: inout UInt32
  ) -> Int {
    let parsed = block.nextLine()
    decoder.canonical.clear(parsed)
    let start = block.buffer + offset
    let bytesOfLine = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    let own = readsCanonicalLayout ? decoder.canonical.decode(bytesOfLine, block, into: parsed) : -1
    if own > 0 {
      parsed.value.offset = offset
      parsed.value.length = own
      block.lineCount &+= 1
      complete(parsed, &previous)
      return offset &+ own
    }
    return parseGenerally(bytes, offset, block, parsed, &previous)
  }

  /// Notes what every record has.
  @inline(__always)
  private func complete(
    _ parsed: Cell<ParsedLine>, _ previous: inout UInt32
  ) {
    parsed.value.sameSession = parsed.value.session == previous
    previous = parsed.value.session
  }

  /// Parses a line that is laid out in any way, or that is no record.
  @inline(never)
  private mutating func parseGenerally(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ block: ParsedBlock,
    _ parsed: Cell<ParsedLine>, _ previous: inout UInt32
  ) -> Int {
    parsed.value = ParsedLine()
    if readsAnyKeyOrder {
      let start = block.buffer + offset
      let length = decoder.decodeAnyKeyOrder(
        start.assumingMemoryBound(to: UInt8.self), block, into: parsed)
      if length > 0 {
        parsed.value.offset = offset
        parsed.value.length = length
        block.lineCount &+= 1
        complete(parsed, &previous)
        return offset &+ length
      }
      parsed.value = ParsedLine()
    }
    let (end, fault) = scanner.scanLine(in: bytes, at: offset)
    let start = block.buffer + offset
    let length = end &- offset
    parsed.value.offset = offset
    parsed.value.length = length
    block.lineCount &+= 1
    if end == block.count { block.endsInTail = true }
    if let fault {
      previous = 0
      broken(fault, UnsafeRawBufferPointer(start: start, count: length), block, parsed)
      return end
    }
    let line = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    if let fault = decoder.decode(line, length, scanner.fields, block, into: parsed) {
      previous = 0
      add(fault, block, parsed)
      return end
    }
    complete(parsed, &previous)
    finish(parsed, block, UnsafeRawBufferPointer(start: start, count: length))
    return end
  }

  /// Reads what only some kinds have.
  @inline(__always)
  private mutating func finish(
    _ parsed: Cell<ParsedLine>, _ block: ParsedBlock, _ line: UnsafeRawBufferPointer
  ) {
    switch parsed.value.event.kind {
    case .unknown: countUnknown(block, line)
    case .sessionBegan:
      parsed.value.extra = Int32(block.headers.count)
      block.add(decoder.canonical.header(scanner.fields, in: line))
    case .configChanged:
      parsed.value.extra = Int32(block.policies.count)
      block.add(HeaderDecoder.change(scanner.fields, in: line))
    default: break
    }
  }

  @inline(never)
  private func countUnknown(_ block: ParsedBlock, _ line: UnsafeRawBufferPointer) {
    let name = HeaderDecoder.text("event", scanner.fields, in: line) ?? "?"
    block.unknownKinds[String(name.unicodeScalars.prefix(100)), default: 0] += 1
  }

  @inline(never)
  private func broken(
    _ fault: Fault, _ line: UnsafeRawBufferPointer, _ block: ParsedBlock,
    _ parsed: Cell<ParsedLine>
  ) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      parsed.value.status = .blank
      return
    }
    let code = DamageCode(fault.code)
    add(BrokenLine.fault(code, byte: fault.byte, because: fault.because, in: line), block, parsed)
  }

  private func add(
    _ fault: LineFault, _ block: ParsedBlock, _ parsed: Cell<ParsedLine>
  ) {
    parsed.value.status = .damaged
    parsed.value.extra = Int32(block.faults.count)
    block.faults.append(fault)
  }

  /// The one line of a block that has only the beginning of a line beyond the limit.
  @inline(never)
  private func parseOversize(_ block: ParsedBlock, _ length: Int) {
    let parsed = block.nextLine()
    parsed.value = ParsedLine()
    parsed.value.length = block.count
    block.lineCount = 1
    block.endsInTail = block.isLast
    let because = Fault.tooLongMessage(bytes: length)
    let line = UnsafeRawBufferPointer(start: block.buffer, count: block.count)
    let fault = BrokenLine.fault(
      .tooLong, byte: Limits.lineBytes, because: because, in: line)
    add(fault, block, parsed)
  }
}
