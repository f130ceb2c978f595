internal import JournalFormat
internal import AdSession
internal import JSONLines

extension RecordDecoder {
  /// Decides what is wrong with a record: `bad-crc` before `missing-field` before `wrong-type`.
  @inline(never)
  func fault(
    _ state: State, _ missing: UInt64, _ event: Event, _ fields: FieldList,
    _ line: UnsafePointer<UInt8>, _ length: Int, _ block: ParsedBlock
  ) -> LineFault {
    var fault: LineFault
    if state.badChecksum >= 0 {
      let source = Source(line: line, field: fields[state.badChecksum])
      fault = badChecksum(source, isLast: state.badChecksum + 1 == fields.count)
    } else if missing != 0 {
      fault = LineFault(code: .missingField, byte: 0, because: Self.missing(missing, event.kind))
    } else {
      fault = wrongType(Source(line: line, field: fields[state.wrong]), event.kind, block)
    }
    name(&fault, state, event, UnsafeRawBufferPointer(start: line, count: length), block)
    return fault
  }

  private func name(
    _ fault: inout LineFault, _ state: State, _ event: Event, _ line: UnsafeRawBufferPointer,
    _ block: ParsedBlock
  ) {
    if state.session != 0 { fault.session = block.text(state.session).string }
    if event.seq >= 1 { fault.seqs = [event.seq] }
  }

  private func badChecksum(_ source: Source, isLast: Bool) -> LineFault {
    let value = Excerpt.of(source)
    let start = Int(source.field.keyStart) - 2
    var because = "`crc` is \(value), but is not the last field of the record"
    if isLast {
      because = "`crc` is \(value), but its form must be `,\"crc\":\"` and 8 lower-case hex digits"
      if start >= 0, source.field.type == .string, let said = CRC32C.parse(hex: source.bytes) {
        let sum = CRC32C.of(UnsafeRawBufferPointer(start: source.line, count: start))
        // The right sum is damage where white space or an escape is between it and the bytes.
        if sum != said {
          because = "`crc` is \(value), but the bytes before it have \(CRC32C.hex(sum))"
        }
      }
    }
    return LineFault(code: .badCRC, byte: Int(source.field.valueStart), because: because)
  }

  private static func missing(_ bits: UInt64, _ kind: EventKind) -> String {
    let bit = bits.trailingZeroBitCount
    if bit < EnvelopeKey.required.count {
      return "the record has no `\(EnvelopeKey.required[bit])`, which every record must have"
    }
    let required = Vocabulary.entry(of: kind)?.fields.filter { $0.isRequired } ?? []
    let index = bit - EnvelopeKey.required.count
    let name = required.indices.contains(index) ? required[index].name.name : "?"
    return "the record has no `\(name)`, which every `\(kind.name)` must have"
  }

  private func wrongType(
    _ source: Source, _ kind: EventKind, _ block: ParsedBlock
  ) -> LineFault {
    let key = number(ofKey: source.field, source.line, block)
    let name =
      JSONValue(
        UnsafeRawBufferPointer(
          start: source.line + Int(source.field.keyStart),
          count: Int(source.field.keyEnd - source.field.keyStart)),
        type: .string, hasEscapes: source.field.keyHasEscapes
      ).string ?? "?"
    let inset = source.field.type == .string ? 1 : 0
    return LineFault(
      code: .wrongType, byte: Int(source.field.valueStart) - inset,
      because: "`\(name)` is \(Excerpt.of(source)), but must be \(Self.expected(key, kind))")
  }

  /// What the value of a key must be, for a person.
  static func expected(_ key: UInt8, _ kind: EventKind) -> String {
    switch key {
    case EnvelopeKey.version: return "an integer that fits in 64 bits"
    case EnvelopeKey.session: return "a string of 1 to 64 of the characters A-Z a-z 0-9 . _ -"
    case EnvelopeKey.seq: return "an integer from 1 that fits in 64 bits"
    case EnvelopeKey.time: return "an integer from 0 that fits in 64 bits"
    case EnvelopeKey.wall: return "a UTC time like \"2026-11-20T09:15:02.123Z\""
    case EnvelopeKey.event: return "a string"
    default: break
    }
    let field = Vocabulary.entry(of: kind)?.fields.first { $0.name.rawValue == key }
    return field?.expectedValue ?? "of another type"
  }
}

extension Excerpt {
  static func of(_ source: Source) -> String { of(source.bytes, source.field.type) }
}
