internal import AdSession
internal import JSONLines

/// Parses the lines of a block and collects their faults.
///
/// A line goes through the pass for canonical lines, and if it is not one, through the scanner and
/// the decoder, which accept every valid record and explain every fault. Each thread has its own
/// parser. A parser keeps nothing from earlier blocks that changes a result, so that many blocks
/// can be parsed at once.
package struct BlockParser {
  private var scanner = LineScanner(numbering: RecordKey.numbers)
  private let canonical = CanonicalParser()
  private var headers = HeaderDecoder()
  /// Whether each line is a key, a TAB and a record.
  private let isKeyed: Bool
  /// Whether to use the pass for canonical lines; tests turn it off.
  private let readsCanonicalLayout: Bool

  package init(
    isKeyed: Bool = false, readsCanonicalLayout: Bool = true
  ) {
    self.isKeyed = isKeyed
    self.readsCanonicalLayout = readsCanonicalLayout
  }

  /// Fills the block's lines from its bytes, or from the first ``ParsedBlock/mostLines`` of them.
  ///
  /// Only what canonical lines need is inlined here, because the compiler stops inlining at a
  /// certain size.
  package mutating func parse(_ block: ParsedBlock) {
    if let length = block.oversize {
      canonical.beginBlock()
      return parseOversize(block, length)
    }
    block.clearPadding()
    parse(block, from: skipByteOrderMark(block))
  }

  /// Parses the next lines of a block of very short lines; false if it has no more.
  ///
  /// What was parsed of it before is removed.
  @inline(never)
  package mutating func parseMore(_ block: ParsedBlock) -> Bool {
    guard let offset = block.unparsed else { return false }
    block.clearLines()
    parse(block, from: offset)
    return true
  }

  @inline(__always)
  private mutating func parse(_ block: ParsedBlock, from start: Int) {
    canonical.beginBlock()
    var offset = start
    // The session of the line before; 0 if that is not a record.
    var previous: UInt32 = 0
    while offset < block.count {
      if block.lineCount >= ParsedBlock.mostLines {
        block.unparsed = offset
        return
      }
      if isKeyed {
        offset = skipKey(block, offset, &previous)
        if offset >= block.count { return }
      }
      offset = parseLine(block, offset, &previous) &+ 1
    }
  }

  /// Returns the offset of the record in a keyed line; lines without a key before it are damage.
  @inline(never)
  private func skipKey(_ block: ParsedBlock, _ start: Int, _ previous: inout UInt32) -> Int {
    let bytes = block.bytes
    var lineStart = start
    var offset = start
    while offset < bytes.count, bytes[offset] != 0x09 {
      if bytes[offset] == 0x0A {
        addLineWithoutKey(lineStart..<offset, block, &previous)
        lineStart = offset + 1
      }
      offset += 1
    }
    if offset + 1 < bytes.count { return offset + 1 }
    if lineStart < bytes.count {
      addLineWithoutKey(lineStart..<bytes.count, block, &previous)
      block.endsInTail = true
    }
    return bytes.count
  }

  private func addLineWithoutKey(
    _ range: Range<Int>, _ block: ParsedBlock, _ previous: inout UInt32
  ) {
    let parsed = block.addLine(offset: range.lowerBound, length: range.count)
    previous = 0
    let line = block.bytes(of: parsed.value)
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
      parsed.value.status = .blank
      return
    }
    let because = "the line has no TAB; a keyed line is a key, a TAB and a record"
    block.add(BrokenLine.fault(.notJSON, byte: 0, because: because, in: line), of: parsed)
  }

  /// Returns the length of a byte-order mark at the beginning of the file.
  @inline(never)
  private func skipByteOrderMark(_ block: ParsedBlock) -> Int {
    guard block.byteOffset == 0, block.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return 0 }
    block.hasByteOrderMark = true
    return 3
  }

  /// Parses the line at an offset and returns the offset of its end.
  @inline(__always)
  private mutating func parseLine(
    _ block: ParsedBlock, _ offset: Int, _ previous: inout UInt32
  ) -> Int {
    let parsed = block.nextLine()
    canonical.clear(parsed)
    if readsCanonicalLayout,
      let length = canonical.decode(lineAt: offset, of: block, into: parsed)
    {
      complete(parsed, offset, length, block, &previous)
      return offset &+ length
    }
    return parseChecked(block, offset, &previous)
  }

  /// Completes a record.
  @inline(__always)
  private func complete(
    _ parsed: Cell<ParsedLine>, _ offset: Int, _ length: Int, _ block: ParsedBlock,
    _ previous: inout UInt32
  ) {
    parsed.value.offset = offset
    parsed.value.length = length
    block.lineCount &+= 1
    parsed.value.sameSession = parsed.value.session == previous
    previous = parsed.value.session
  }

  /// Parses a line with the scanner and the decoder, which find its fault if it is not a record.
  @inline(never)
  private mutating func parseChecked(
    _ block: ParsedBlock, _ offset: Int, _ previous: inout UInt32
  ) -> Int {
    let (end, fault) = scanner.scanLine(in: block.bytes, at: offset)
    let parsed = block.addLine(offset: offset, length: end - offset)
    if end == block.count { block.endsInTail = true }
    let line = block.bytes(of: parsed.value)
    if let fault {
      addBroken(line, fault, parsed, block)
    } else {
      decode(line, parsed, block)
    }
    let isRecord = parsed.value.status == .record
    parsed.value.sameSession = isRecord && parsed.value.session == previous
    previous = isRecord ? parsed.value.session : 0
    return end
  }

  private func addBroken(
    _ line: ByteView, _ fault: JSONFault, _ parsed: Cell<ParsedLine>, _ block: ParsedBlock
  ) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      parsed.value.status = .blank
      return
    }
    let code = DamageCode(fault.code)
    block.add(
      BrokenLine.fault(code, byte: fault.byte, because: fault.because, in: line), of: parsed)
  }

  private mutating func decode(_ line: ByteView, _ parsed: Cell<ParsedLine>, _ block: ParsedBlock) {
    var record = RecordDecoder(line, scanner.fields, in: block, canonical)
    let fault = record.decode()
    parsed.value.event = record.event
    parsed.value.session = record.session ?? 0
    parsed.value.hasChecksum = record.hasChecksum
    parsed.value.freeTexts = record.freeTexts
    if let fault { return block.add(fault, of: parsed) }
    switch record.event.kind {
    case .unknown: countUnknownKind(line, block)
    case .sessionBegan: block.add(headers.header(scanner.fields, in: line), of: parsed)
    case .configChanged:
      block.add(headers.policy(scanner.fields, in: line), of: parsed)
    default: break
    }
  }

  private func countUnknownKind(_ line: ByteView, _ block: ParsedBlock) {
    let name = HeaderDecoder.text("event", scanner.fields, in: line) ?? "?"
    block.unknownKinds[String(name.unicodeScalars.prefix(100)), default: 0] += 1
  }

  /// Adds the only line of a block that contains the beginning of a line beyond the limit.
  @inline(never)
  private func parseOversize(_ block: ParsedBlock, _ length: Int) {
    let parsed = block.addLine(offset: 0, length: block.count)
    block.endsInTail = block.isLast
    let because = JSONFault.tooLongMessage(bytes: length)
    let fault = BrokenLine.fault(
      .tooLong, byte: Limits.lineBytes, because: because, in: block.bytes)
    block.add(fault, of: parsed)
  }
}
