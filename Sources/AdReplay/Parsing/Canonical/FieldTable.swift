internal import AdSession

/// The type of a field in records of one kind, and where its value is stored.
struct FieldRule {
  /// The type of the value; `none` if the kind does not have the field.
  var type = Kind.none
  var storage = Event.Storage.line
  /// The field's bit in the set of required fields; 0 if it is optional.
  var requiredBit: UInt64 = 0
  /// The index of the list of values that the vocabulary allows; 0 for any value.
  var list: UInt8 = 0
  /// The bit of a boolean.
  var flag: UInt16 = 0
  /// The number from 1 of a free text of its kind, which a session keeps beside the event; 0 for
  /// another field.
  var freeText: UInt8 = 0

  enum Kind: UInt8 {
    case none, string, integer, number, boolean, strings, objects, object
  }
}

/// The rules of every field of every kind, made from the vocabulary once.
struct FieldTable: Sendable {
  static let shared = FieldTable()
  static let width = FieldName.allCases.count

  /// One row of ``width`` rules for each kind; an unknown kind has no fields.
  private var rules: [FieldRule]
  /// The required fields of each kind as bits; the lowest bits are the required keys of the
  /// envelope.
  private var required: [UInt64]
  /// The lists of allowed words; the first one stands for any word.
  private(set) var lists: [Set<Word>] = [[]]

  private init() {
    let kinds = EventKind.allCases.count
    rules = [FieldRule](repeating: FieldRule(), count: kinds * Self.width)
    required = [UInt64](repeating: 1 << UInt64(EnvelopeKey.required.count) - 1, count: kinds)
    for entry in Vocabulary.entries { add(entry) }
  }

  private mutating func add(_ entry: VocabularyEntry) {
    let kind = Int(entry.kind.rawValue)
    for field in entry.fields {
      var rule = FieldRule(field)
      if field.isRequired {
        rule.requiredBit = required[kind] + 1
        required[kind] |= rule.requiredBit
      }
      let freeText = entry.kind.freeTexts.firstIndex(of: field.name)
      rule.freeText = freeText.map { UInt8($0 + 1) } ?? 0
      if !field.values.isEmpty { rule.list = index(of: Set(field.values)) }
      rules[kind * Self.width + Int(field.name.rawValue)] = rule
    }
  }

  private mutating func index(of list: Set<Word>) -> UInt8 {
    if let index = lists.firstIndex(of: list) { return UInt8(index) }
    lists.append(list)
    return UInt8(lists.count - 1)
  }

  /// The rule of a field in records of a kind.
  func rule(of name: FieldName, in kind: EventKind) -> FieldRule {
    rules[Int(kind.rawValue) * Self.width + Int(name.rawValue)]
  }

  /// The required fields of a kind as bits.
  func required(in kind: EventKind) -> UInt64 { required[Int(kind.rawValue)] }
}

extension FieldRule {
  init(_ field: FieldEntry) {
    type =
      switch field.type {
      case .string: .string
      case .integer: .integer
      case .number: .number
      case .boolean: .boolean
      case .strings: .strings
      case .objects: .objects
      case .object: .object
      }
    storage = field.name.storage
    if case .flag(let bit) = storage { flag = bit }
  }
}
