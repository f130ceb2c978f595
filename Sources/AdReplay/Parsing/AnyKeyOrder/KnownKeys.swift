internal import AdSession

/// The tables by which a record is read whose keys stand in any order, made from the vocabulary once.
struct KnownKeys: @unchecked Sendable {
  static let shared = KnownKeys()

  let keys: QuotedTable<KeyMeaning>
  let words: QuotedTable<WordMeaning>
  /// The kinds; changes of policy are left to the general path.
  let kinds: QuotedTable<EventKind>
  /// What each kind demands, by its raw value.
  let demands: UnsafeMutablePointer<KindDemand>

  private init() {
    var maker = KnownKeysMaker()
    for entry in Vocabulary.entries where entry.kind != .configChanged { maker.add(entry) }
    keys = QuotedTable(
      Names.keyNumbers.map { ($0.name, maker.meanings[Int($0.number)]) }, none: KeyMeaning())
    words = QuotedTable(
      Word.allCases.compactMap { word in word.text.map { ($0, maker.meaning(of: word)) } },
      none: WordMeaning())
    kinds = QuotedTable(maker.kinds, none: .unknown)
    demands = .allocate(capacity: maker.demands.count)
    demands.initialize(from: maker.demands, count: maker.demands.count)
  }
}

/// Gathers what the kinds say of their fields.
private struct KnownKeysMaker {
  /// What each key means, by its number; doubt for one that no kind has.
  private(set) var meanings = [KeyMeaning](repeating: KeyMeaning(), count: 256)
  private(set) var kinds: [(text: String, meaning: EventKind)] = []
  /// Of a kind that is not added none is a record: the general path says what it is.
  private(set) var demands = [KindDemand](
    repeating: .unmeetable, count: EventKind.allCases.count)
  /// The lists of words, and the field that each is of; the place is the bit.
  private var lists: [(field: FieldName, words: [Word])] = []
  private var types = [FieldEntry.ValueType?](repeating: nil, count: FieldTable.width)

  init() {
    let others: [(UInt8, KeyMeaning.Action)] = [
      (EnvelopeKey.session, .session), (EnvelopeKey.wall, .wall), (EnvelopeKey.event, .event),
      (EnvelopeKey.checksum, .checksum),
    ]
    for (key, action) in others { meanings[Int(key)].action = action }
    // The version is 1; it goes where the line's length will be.
    meanings[Int(EnvelopeKey.version)].setInteger(least: 1, bits: 0) { line in
      withUnsafeMutablePointer(to: &line.value.length) { UnsafeMutableRawPointer($0) }
    }
    meanings[Int(EnvelopeKey.seq)].setInteger(least: 1) { line in
      withUnsafeMutablePointer(to: &line.value.event.seq) { UnsafeMutableRawPointer($0) }
    }
    meanings[Int(EnvelopeKey.time)].setInteger(least: 0) { line in
      withUnsafeMutablePointer(to: &line.value.event.t) { UnsafeMutableRawPointer($0) }
    }
    for key in EnvelopeKey.version...EnvelopeKey.checksum { meanings[Int(key)].bit = KeySet(key) }
  }

  /// Adds a kind, unless its words cannot be told by the lists.
  mutating func add(_ entry: VocabularyEntry) {
    var demand = KindDemand()
    for key in EnvelopeKey.version...EnvelopeKey.checksum {
      _ = demand.allowed.add(KeySet(key))
      if key != EnvelopeKey.checksum { _ = demand.required.add(KeySet(key)) }
    }
    for field in entry.fields {
      let key = KeySet(field.name.rawValue)
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

  /// Notes what a field means; doubt if it means two things.
  private mutating func add(_ field: FieldEntry, _ key: KeySet) {
    let number = Int(field.name.rawValue)
    if let type = types[number] {
      // An event keeps a number that is a part of the header as well.
      let isOne = meanings[number].action != .header || field.type == .integer
      if type != field.type || !isOne { meanings[number].action = .doubt }
      return
    }
    types[number] = field.type
    meanings[number] = KeyMeaning(field)
    meanings[number].bit = key
  }

  /// Notes a part of the header, which no other kind may have but as a number.
  private mutating func addHeader(_ field: FieldEntry, _ key: KeySet) {
    let number = Int(field.name.rawValue)
    let layout = LineLayout.shared
    let place = (0..<layout.fieldCount).first {
      layout.fields[$0].action == .header && layout.fields[$0].name == field.name
    }
    if let place, types[number] == nil {
      meanings[number].action = .header
      meanings[number].mark = UInt16(truncatingIfNeeded: place)
    } else {
      meanings[number].action = .doubt
    }
    meanings[number].bit = key
    types[number] = field.type
  }

  /// The bit of a field's list; nil if there are too many.
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
  /// What a field means, from its type and its slot in an event.
  fileprivate init(_ field: FieldEntry) {
    switch (field.type, field.name.storage) {
    case (.string, .line): action = .text
    case (.string, .symbol(let slot)):
      memory = slot.rawValue
      set(.symbol, at: slot.offset)
    case (.string, .word(let slot)): set(.word, at: slot.offset)
    case (.integer, .number(let slot)):
      mark = UInt16(slot.bit)
      (least, bits) = (0, 63)
      set(.integer, at: slot.offset)
    case (.number, .amount): action = .amount
    case (.boolean, .flag(let bit)):
      action = .truth
      mark = bit
    case (.objects, _): action = .objects
    case (.object, _): action = .object
    default: break
    }
  }

  /// Puts a value at an offset of the event.
  private mutating func set(_ action: Action, at offset: Int?) {
    guard let offset else { return }
    self.action = action
    place = Self.offset { UnsafeMutableRawPointer($0.event) } + UInt8(offset)
  }

  fileprivate mutating func setInteger(
    least: UInt8, bits: UInt8 = 63,
    at address: (Cell<ParsedLine>) -> UnsafeMutableRawPointer
  ) {
    self.least = least
    self.bits = bits
    action = .integer
    place = Self.offset(address)
  }

  /// The offset of a stored property in a ``ParsedLine``, in bytes.
  private static func offset(
    _ address: (Cell<ParsedLine>) -> UnsafeMutableRawPointer
  ) -> UInt8 {
    var line = ParsedLine()
    return withUnsafeMutablePointer(to: &line) { line in
      UInt8(address(Cell(address: line)) - UnsafeMutableRawPointer(line))
    }
  }
}
