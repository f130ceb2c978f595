internal import AdSession
internal import JSONLines

/// A key of the envelope.
///
/// The raw values are the scanner's numbers; those of fields are smaller.
enum EnvelopeKey: UInt8, CaseIterable {
  case version = 200
  case session, seq, time, wall, event, checksum

  /// The keys that every record must have.
  static let required = allCases.dropLast()

  /// The key's bit in ``FieldTable/required(in:)``; 0 for the checksum.
  var requiredBit: UInt64 { self == .checksum ? 0 : 1 << UInt64(rawValue - Self.version.rawValue) }

  /// The key in a line.
  var name: String {
    switch self {
    case .version: "v"
    case .session: "session"
    case .seq: "seq"
    case .time: "t"
    case .wall: "wall"
    case .event: "event"
    case .checksum: "crc"
    }
  }
}

/// A key that the journal format defines.
enum RecordKey {
  case envelope(EnvelopeKey)
  case field(FieldName)

  /// All keys with the numbers that the scanner assigns to them.
  static let numbers: [(name: String, number: UInt8)] =
    EnvelopeKey.allCases.map { ($0.name, $0.rawValue) }
    + FieldName.allCases.map { ($0.name, $0.rawValue) }

  /// The key of a scanned field; `nil` if the format does not define it.
  init?(_ field: Field, in line: ByteView) {
    var number = field.keyNumber
    if field.keyHasEscapes {
      let name = JSONValue(field.key(in: line), type: .string, hasEscapes: true).string
      number = Self.numbers.first { $0.name == name }?.number ?? Field.noNumber
    }
    if let key = EnvelopeKey(rawValue: number) {
      self = .envelope(key)
    } else if let name = FieldName(rawValue: number) {
      self = .field(name)
    } else {
      return nil
    }
  }
}
