internal import JournalFormat
internal import AdSession
internal import JSONLines

extension RecordDecoder {
  /// What is wrong with the decoded record: `bad-crc` before `missing-field` before `wrong-type`.
  var fault: LineFault? {
    guard var fault = checksumFault ?? missingFault ?? typeFault else { return nil }
    fault.session = session.map { block.text($0).string }
    if event.seq >= 1 { fault.seqs = [event.seq] }
    return fault
  }

  private var checksumFault: LineFault? {
    wrongChecksum.map { field in
      LineFault(code: .badCRC, byte: Int(field.valueStart), because: explanation(ofChecksum: field))
    }
  }

  private func explanation(ofChecksum field: Field) -> String {
    let value = field.value(in: line)
    let text = Excerpt.of(value.bytes, value.type)
    if field != fields.last { return "`crc` is \(text), but is not the last field of the record" }
    let start = Int(field.keyStart) - 2
    if start >= 0, value.type == .string, let checksum = CRC32C.parse(hex: value.view) {
      let actual = CRC32C.of(line[0..<start])
      // If they are equal, white space or an escape in the field is the damage.
      if actual != checksum {
        return "`crc` is \(text), but the bytes before it have \(CRC32C.hex(actual))"
      }
    }
    return "`crc` is \(text), but its form must be `,\"crc\":\"` and 8 lower-case hex digits"
  }

  private var missingFault: LineFault? {
    missingKey.map { key in
      LineFault(
        code: .missingField, byte: 0,
        because: "the record has no `\(key.name)`, which every \(key.owner) must have")
    }
  }

  private var typeFault: LineFault? {
    guard let field = wrongField, let key = RecordKey(field, in: line) else { return nil }
    let value = field.value(in: line)
    let actual = Excerpt.of(value.bytes, value.type)
    return LineFault(
      code: .wrongType, byte: Int(field.valueStart) - (value.type == .string ? 1 : 0),
      because: "`\(key.name)` is \(actual), but must be \(expectedValue(of: key))")
  }

  private func expectedValue(of key: RecordKey) -> String {
    switch key {
    case .envelope(let key): return key.expectedValue
    case .field(let name):
      let field = Vocabulary.entry(of: event.kind)?.fields.first { $0.name == name }
      return field?.expectedValue ?? "of another type"
    }
  }
}

extension RecordKey {
  fileprivate var name: String {
    switch self {
    case .envelope(let key): key.name
    case .field(let name): name.name
    }
  }
}

extension EnvelopeKey {
  /// The expected form of the key's value, for a message.
  fileprivate var expectedValue: String {
    switch self {
    case .version: "an integer that fits in 64 bits"
    case .session: "a string of 1 to 64 of the characters A-Z a-z 0-9 . _ -"
    case .seq: "an integer from 1 that fits in 64 bits"
    case .time: "an integer from 0 that fits in 64 bits"
    case .wall: "a UTC time like \"2026-11-20T09:15:02.123Z\""
    case .event, .checksum: "a string"
    }
  }
}
