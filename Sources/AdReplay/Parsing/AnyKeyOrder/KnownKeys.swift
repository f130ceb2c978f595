internal import AdSession
internal import JSONLines

/// The tables for records with their keys in any order, made from the vocabulary once.
struct KnownKeys: Sendable {
  static let shared = KnownKeys()

  let keys: QuotedTable<KeyMeaning>
  let words: QuotedTable<WordMeaning>
  /// The kinds without changes of policy, which the checked decoder reads.
  let kinds: QuotedTable<EventKind>
  /// The demand of each kind, by its raw value.
  let demands: [KindDemand]

  private init() {
    var maker = KnownKeysMaker()
    for entry in Vocabulary.entries where entry.kind != .configChanged { maker.add(entry) }
    keys = QuotedTable(
      RecordKey.numbers.map { ($0.name, maker.meanings[Int($0.number)]) }, none: KeyMeaning())
    words = QuotedTable(
      Word.allCases.compactMap { word in word.text.map { ($0, maker.meaning(of: word)) } },
      none: WordMeaning())
    kinds = QuotedTable(maker.kinds, none: .unknown)
    demands = maker.demands
  }
}

/// Collects the meanings of keys over all kinds.
private struct KnownKeysMaker {
  /// The meaning of each key, by its number; `unclear` if no kind has it.
  private(set) var meanings = [KeyMeaning](repeating: KeyMeaning(), count: 256)
  private(set) var kinds: [(text: String, meaning: EventKind)] = []
  /// The checked decoder reads all records of a kind that is not added.
  private(set) var demands = [KindDemand](
    repeating: .unmeetable, count: EventKind.allCases.count)
  /// The lists of words with their fields; the index is the bit.
  private var lists: [(field: FieldName, words: [Word])] = []
  private var types = [FieldEntry.ValueType?](repeating: nil, count: FieldTable.width)

  init() {
    for key in EnvelopeKey.allCases {
      var meaning = Self.meaning(of: key)
      meaning.bit = KeySet(key)
      meanings[Int(key.rawValue)] = meaning
    }
  }

  private static func meaning(of key: EnvelopeKey) -> KeyMeaning {
    switch key {
    // The version is 1; the length of the line replaces it later.
    case .version: KeyMeaning(integerAt: .length, least: 1, bits: 0)
    case .seq: KeyMeaning(integerAt: .seq, least: 1)
    case .time: KeyMeaning(integerAt: .time, least: 0)
    case .session: KeyMeaning(action: .session)
    case .wall: KeyMeaning(action: .wall)
    case .event: KeyMeaning(action: .event)
    case .checksum: KeyMeaning(action: .checksum)
    }
  }

  /// Adds a kind, unless the lists cannot check its words.
  mutating func add(_ entry: VocabularyEntry) {
    var demand = KindDemand()
    for key in EnvelopeKey.allCases { _ = demand.allowed.add(KeySet(key)) }
    for key in EnvelopeKey.required { _ = demand.required.add(KeySet(key)) }
    for field in entry.fields {
      let key = KeySet(field.name)
      _ = demand.allowed.add(key)
      if field.isRequired { _ = demand.required.add(key) }
      entry.kind == .sessionBegan ? addHeader(field, key) : add(field, key)
      if !field.values.isEmpty, entry.kind != .sessionBegan {
        guard let list = list(field) else { return }
        demand.lists |= 1 << UInt64(list)
      }
    }
    demands[Int(entry.kind.rawValue)] = demand
    kinds.append((entry.name, entry.kind))
  }

  /// Adds the meaning of a field; it becomes `unclear` if there are two.
  private mutating func add(_ field: FieldEntry, _ key: KeySet) {
    let number = Int(field.name.rawValue)
    if let type = types[number] {
      // An event keeps a number that is a part of the header as well.
      let isOne = meanings[number].action != .header || field.type == .integer
      if type != field.type || !isOne { meanings[number].action = .unclear }
      return
    }
    types[number] = field.type
    meanings[number] = KeyMeaning(field)
    meanings[number].bit = key
  }

  /// Adds a part of the header; another kind may have the same field only if it is a number.
  private mutating func addHeader(_ field: FieldEntry, _ key: KeySet) {
    let number = Int(field.name.rawValue)
    let layout = LineLayout.shared
    let index = (0..<layout.fieldCount).first {
      layout.isHeaderPart(field.name, at: $0)
    }
    if let index, types[number] == nil {
      meanings[number].action = .header
      meanings[number].mark = UInt16(truncatingIfNeeded: index)
    } else {
      meanings[number].action = .unclear
    }
    meanings[number].bit = key
    types[number] = field.type
  }

  /// The bit of a field's list; `nil` if there are too many lists.
  private mutating func list(_ field: FieldEntry) -> Int? {
    let found = lists.firstIndex { $0.field == field.name && $0.words == field.values }
    let list = found ?? lists.count
    let action = meanings[Int(field.name.rawValue)].action
    guard list < 64, action == .word else { return nil }
    if found == nil { lists.append((field.name, field.values)) }
    meanings[Int(field.name.rawValue)].lists |= 1 << UInt64(list)
    return list
  }

  func meaning(of word: Word) -> WordMeaning {
    var meaning = WordMeaning(word: word)
    for (bit, list) in lists.enumerated() where list.words.contains(word) {
      meaning.lists |= 1 << UInt64(bit)
    }
    return meaning
  }
}

extension KeyMeaning {
  /// The meaning of a field, from its type and its slot in an event.
  fileprivate init(_ field: FieldEntry) {
    switch (field.type, field.name.storage) {
    case (.string, .line): action = .text
    case (.string, .symbol(let slot)):
      textField = slot.rawValue
      self.slot = ParsedLine.Slot(eventOffset: slot.offset)
      action = .symbol
    case (.string, .word(let slot)):
      self.slot = ParsedLine.Slot(eventOffset: slot.offset)
      action = .word
    case (.integer, .number(let slot)):
      mark = UInt16(slot.bit)
      self.slot = ParsedLine.Slot(eventOffset: slot.offset)
      action = .integer
    case (.number, .amount): action = .amount
    case (.boolean, .flag(let bit)):
      action = .boolean
      mark = bit
    case (.objects, _): action = .objects
    case (.object, _): action = .object
    default: break
    }
  }

  /// The meaning of a whole number of the envelope.
  fileprivate init(integerAt slot: ParsedLine.Slot, least: UInt8, bits: UInt8 = 63) {
    action = .integer
    self.slot = slot
    self.least = least
    self.bits = bits
  }
}
