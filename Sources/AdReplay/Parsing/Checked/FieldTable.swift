internal import AdSession

/// What a field of one kind of event must be and where its value goes, in a few bytes.
struct FieldRule {
  /// The type that its value must have; `none` for what is no field of the kind.
  var type = Kind.none
  var storage = Event.Storage.line
  /// The bit among the fields seen, if the field is required; else ``FieldTable/optionalBit``.
  var bit = FieldTable.optionalBit
  /// Which list of values the vocabulary allows; 0 for any value.
  var list: UInt8 = 0
  /// The bit of a truth value.
  var flag: UInt16 = 0

  enum Kind: UInt8 {
    case none, string, integer, number, boolean, strings, objects, object
  }
}

/// The rules of every field of every kind, made from the vocabulary once.
struct FieldTable: @unchecked Sendable {
  static let shared = FieldTable()
  static let optionalBit: UInt8 = 63
  static let width = FieldName.allCases.count

  /// One row of ``width`` rules a kind; an unknown kind has no fields.
  let rules: UnsafeMutablePointer<FieldRule>
  /// The required fields of each kind, those of the envelope included, as bits.
  let required: UnsafeMutablePointer<UInt64>
  /// The allowed words of each list, as bits.
  let lists: UnsafeMutablePointer<WordSet>
  /// How many lists there are, that of any word included.
  let listCount: Int

  private init() {
    let kinds = EventKind.allCases.count
    rules = .allocate(capacity: kinds * Self.width)
    rules.initialize(repeating: FieldRule(), count: kinds * Self.width)
    required = .allocate(capacity: kinds)
    required.initialize(repeating: 0b11_1111, count: kinds)
    var sets = [WordSet()]
    for entry in Vocabulary.entries { Self.fill(entry, rules, required, &sets) }
    listCount = sets.count
    lists = .allocate(capacity: sets.count)
    lists.initialize(from: sets, count: sets.count)
  }

  private static func fill(
    _ entry: VocabularyEntry, _ rules: UnsafeMutablePointer<FieldRule>,
    _ required: UnsafeMutablePointer<UInt64>, _ sets: inout [WordSet]
  ) {
    let kind = Int(entry.kind.rawValue)
    var bit = UInt8(EnvelopeKey.required.count)
    for field in entry.fields {
      var rule = FieldRule(field)
      if field.isRequired {
        rule.bit = bit
        required[kind] |= 1 << UInt64(bit)
        bit += 1
      }
      if !field.values.isEmpty { rule.list = index(of: WordSet(field.values), in: &sets) }
      rules[kind * width + Int(field.name.rawValue)] = rule
    }
  }

  private static func index(of set: WordSet, in sets: inout [WordSet]) -> UInt8 {
    if let index = sets.firstIndex(of: set) { return UInt8(index) }
    sets.append(set)
    return UInt8(sets.count - 1)
  }
}

/// A set of words.
struct WordSet: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ words: [Word] = []) {
    for word in words where word.rawValue < 128 {
      if word.rawValue < 64 {
        low |= 1 << UInt64(word.rawValue)
      } else {
        high |= 1 << UInt64(word.rawValue - 64)
      }
    }
  }

  @inline(__always)
  func contains(_ word: UInt8) -> Bool {
    let half = word < 64 ? low : word < 128 ? high : 0
    return half &>> UInt64(word & 63) & 1 != 0
  }
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
