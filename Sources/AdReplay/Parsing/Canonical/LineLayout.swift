internal import AdSession
internal import JSONLines

/// One field as a writer of this format puts it: the bytes from the comma before its key to its
/// value, and what becomes of the value.
struct CanonicalField {
  /// The bytes `,"key":`, and the opening quote where a text follows: the first sixteen, and the
  /// last sixteen where there are more.
  var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// Which bits of the first two words count.
  var mask: (UInt64, UInt64) = (~0, ~0)
  /// How many bytes these are.
  var count = 0
  /// How many bytes further in the row the field stands that came next the last time.
  var next = MemoryLayout<CanonicalField>.stride
  /// The bit among the fields seen, if the field is required; else 0.
  var bit: UInt64 = 0
  var rule = FieldRule()
  var name = FieldName.app
  var action = Action.none
  /// Where in the event the value goes, in bytes.
  var place: UInt8 = 0
  /// For a text that the event keeps: which memory of texts has it.
  var memory: UInt8 = 0
  /// For a number: its bit among those present; 0 where the event does not keep it.
  var present: UInt8 = 0

  /// What is done with a value.
  enum Action: UInt8 {
    /// Only the general path reads it; also what ends a row.
    case none
    case symbol, word, text, integer, boolean, amount, container, checksum
    /// A part of the header, or a policy.
    case header
  }

  /// The most bytes that are compared.
  static let longest = 32

  /// Whether the field stands here; up to 32 bytes from here must be readable.
  @inline(__always)
  func stands(at place: UnsafePointer<UInt8>) -> Bool {
    if (SWAR.load(place) ^ bytes.0) & mask.0 != 0 { return false }
    if (SWAR.load(place + 8) ^ bytes.1) & mask.1 != 0 { return false }
    if count <= 16 { return true }
    let third = SWAR.load(place + (count &- 16)) ^ bytes.2
    let fourth = SWAR.load(place + (count &- 8)) ^ bytes.3
    return third | fourth == 0
  }
}

/// The fields of one kind in a ``LineLayout``.
struct CanonicalKind {
  var kind = EventKind.unknown
  /// How many bytes the name has with its quote.
  var nameCount = 0
  /// Whether something is left to do when the line is found whole.
  var isRare = false
  /// Where the row begins, in bytes: with a field that never stands anywhere.
  var start = 0
  /// The fields that must be there, those of the envelope included, as bits.
  var required: UInt64 = 0
}

/// What the pass over the writer's own lines knows of the vocabulary, made from it once.
struct LineLayout: @unchecked Sendable {
  static let shared = LineLayout()

  private let kinds = Self.kindNames()
  private let words = Self.wordNames()
  /// The fields of all kinds, in the vocabulary's order, each kind's between two that never stand
  /// anywhere.
  ///
  /// A reader works on a copy, since it notes what comes next.
  let fields: UnsafeMutablePointer<CanonicalField>
  let fieldCount: Int
  /// One row a kind.
  private let rows: UnsafeMutablePointer<CanonicalKind>

  private init() {
    let kinds = EventKind.allCases.count
    rows = .allocate(capacity: kinds)
    rows.initialize(repeating: CanonicalKind(), count: kinds)
    var all: [CanonicalField] = []
    for entry in Vocabulary.entries {
      rows[Int(entry.kind.rawValue)] = CanonicalKind(
        kind: entry.kind, nameCount: entry.name.utf8.count + 1,
        isRare: entry.kind == .sessionBegan || entry.kind == .configChanged,
        start: all.count * MemoryLayout<CanonicalField>.stride,
        required: FieldTable.shared.required[Int(entry.kind.rawValue)])
      all.append(CanonicalField())
      for field in entry.fields { all.append(CanonicalField(field, of: entry.kind)) }
      all.append(.checksum)
      all.append(CanonicalField())
    }
    fieldCount = all.count
    fields = .allocate(capacity: max(1, all.count))
    fields.initialize(from: all, count: all.count)
  }

  /// The kind that stands here; ten bytes tell nearly all of them apart.
  @inline(__always)
  func kind(_ place: UnsafePointer<UInt8>) -> UnsafePointer<CanonicalKind>? {
    guard let name = kinds.find(place, firstBits: ~0, secondBits: 0xFFFF) else { return nil }
    return UnsafePointer(rows) + Int(name.pointee.number)
  }

  /// The listed word that stands here.
  @inline(__always)
  func word(_ place: UnsafePointer<UInt8>) -> UnsafePointer<CanonicalName>? {
    words.find(place, firstBits: 0xFFFF_FFFF, secondBits: 0)
  }

  private static func kindNames() -> CanonicalNames {
    CanonicalNames(
      Vocabulary.entries.map { entry in
        // What follows a short name is known where the kind's first field must be there.
        let next = entry.fields.first
        let follows = next.map { $0.isRequired ? ",\"\($0.name.name)\":" : "" } ?? ""
        return (entry.name, follows, entry.kind.rawValue, 1)
      }, hashedBytes: 10)
  }

  private static func wordNames() -> CanonicalNames {
    let table = FieldTable.shared
    return CanonicalNames(
      Word.allCases.compactMap { word in
        guard let text = word.text else { return nil }
        var lists: UInt64 = 1
        for list in 1..<max(1, min(64, table.listCount))
        where table.lists[list].contains(word.rawValue) { lists |= 1 << UInt64(list) }
        return (text, "", word.rawValue, lists)
      }, hashedBytes: 4)
  }
}

extension CanonicalField {
  /// The field of a checksum, which every kind may have at the end.
  static let checksum: CanonicalField = {
    var field = CanonicalField()
    field.set(Array(#","crc":""#.utf8), .checksum)
    return field
  }()

  fileprivate init(_ field: FieldEntry, of kind: EventKind) {
    name = field.name
    rule =
      FieldTable.shared.rules[Int(kind.rawValue) * FieldTable.width + Int(field.name.rawValue)]
    bit = field.isRequired ? 1 << UInt64(rule.bit) : 0
    var text: [UInt8] = [0x2C, 0x22]
    text.append(contentsOf: field.name.name.utf8)
    text += rule.type == .string ? [0x22, 0x3A, 0x22] : [0x22, 0x3A]
    if text.count <= Self.longest, rule.list < 64 { set(text, action(in: kind)) }
  }

  private mutating func set(_ text: [UInt8], _ action: Action) {
    self.action = action
    count = text.count
    let end = max(16, count)
    bytes = (
      CanonicalNames.word(text, 0), CanonicalNames.word(text, 8),
      CanonicalNames.word(text, end - 16),
      CanonicalNames.word(text, end - 8)
    )
    mask = (CanonicalNames.mask(count, 0), CanonicalNames.mask(count, 8))
  }

  private mutating func action(in kind: EventKind) -> Action {
    if kind == .sessionBegan || name == .policy { return .header }
    switch rule.type {
    case .string: return textAction()
    case .integer: return integerAction()
    case .number: return rule.storage == .amount ? .amount : .none
    case .boolean: return .boolean
    case .objects, .object: return .container
    case .strings, .none: return .none
    }
  }

  private mutating func textAction() -> Action {
    switch rule.storage {
    case .symbol(let slot): keep(slot.offset, .symbol, memory: slot.rawValue)
    case .word(let slot): keep(slot.offset, .word)
    default: rule.list == 0 ? .text : .none
    }
  }

  private mutating func integerAction() -> Action {
    guard case .number(let slot) = rule.storage else { return .integer }
    return keep(slot.offset, .integer, present: slot.bit)
  }

  private mutating func keep(
    _ offset: Int?, _ action: Action, memory: UInt8 = 0, present: UInt8 = 0
  ) -> Action {
    guard let offset, let place = UInt8(exactly: offset) else { return .none }
    self.place = place
    self.memory = memory
    self.present = present
    return action
  }
}
