internal import AdSession
internal import JSONLines

/// One field of a canonical line: the bytes from the comma before its key to its value, and where
/// the value is stored.
struct CanonicalField {
  /// The bytes `,"key":`, and the opening quote where a text follows: the first sixteen, and the
  /// last sixteen where there are more.
  var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// The significant bits of the first two words.
  var mask: (UInt64, UInt64) = (~0, ~0)
  /// The number of bytes.
  var count = 0
  /// The distance in bytes, within the row, to the field that followed in the previous line.
  var next = MemoryLayout<CanonicalField>.stride
  var rule = FieldRule()
  var name = FieldName.app
  var action = Action.none
  /// The offset of the value in the event, in bytes.
  var offset: UInt8 = 0
  /// The field of a stored text in ``TextCache``.
  var memory: UInt8 = 0
  /// The bit of a present number; 0 if the event does not store it.
  var present: UInt8 = 0

  /// How a value is read.
  enum Action: UInt8 {
    /// Another pass must read it; also the end of a row.
    case none
    case symbol, word, text, freeText, integer, boolean, amount, container, checksum
  }

  /// The maximum number of bytes compared.
  static let longest = 32

  /// Whether the field is at an address; 32 bytes from there must be readable.
  @inline(__always)
  func matches(at address: UnsafePointer<UInt8>) -> Bool {
    if (SWAR.load(address) ^ bytes.0) & mask.0 != 0 { return false }
    if (SWAR.load(address + 8) ^ bytes.1) & mask.1 != 0 { return false }
    if count <= 16 { return true }
    let third = SWAR.load(address + (count &- 16)) ^ bytes.2
    let fourth = SWAR.load(address + (count &- 8)) ^ bytes.3
    return third | fourth == 0
  }
}

/// The fields of one kind in a ``LineLayout``.
struct CanonicalKind {
  var kind = EventKind.unknown
  /// The number of bytes of the name with its quote.
  var nameCount = 0
  /// The offset of the row in bytes; its first field never matches.
  var start = 0
  /// The required fields and keys of the envelope, as bits.
  var required: UInt64 = 0
}

/// The vocabulary as the pass for canonical lines needs it, made once.
struct LineLayout: @unchecked Sendable {
  static let shared = LineLayout()

  private let kinds = Self.kindNames()
  private let words = Self.wordNames()
  /// The fields of all kinds in the order of the vocabulary, with a field that never matches before
  /// and after those of each kind.
  ///
  /// A parser works on a copy, in which it stores the field that follows each field.
  let fields: UnsafeMutablePointer<CanonicalField>
  let fieldCount: Int
  /// One row for each kind.
  private let rows: UnsafeMutablePointer<CanonicalKind>

  private init() {
    let kinds = EventKind.allCases.count
    rows = .allocate(capacity: kinds)
    rows.initialize(repeating: CanonicalKind(), count: kinds)
    var all: [CanonicalField] = []
    for entry in Vocabulary.entries {
      rows[Int(entry.kind.rawValue)] = CanonicalKind(
        kind: entry.kind, nameCount: entry.name.utf8.count + 1,
        start: all.count * MemoryLayout<CanonicalField>.stride,
        required: FieldTable.shared.required(in: entry.kind))
      all.append(CanonicalField())
      for field in entry.fields { all.append(CanonicalField(field, of: entry.kind)) }
      all.append(.checksum)
      all.append(CanonicalField())
    }
    fieldCount = all.count
    fields = .allocate(capacity: max(1, all.count))
    fields.initialize(from: all, count: all.count)
  }

  /// The kind whose name is at an address; ten bytes distinguish nearly all of them.
  @inline(__always)
  func kind(_ address: UnsafePointer<UInt8>) -> UnsafePointer<CanonicalKind>? {
    guard let name = kinds.find(address, firstBits: ~0, secondBits: 0xFFFF) else { return nil }
    return UnsafePointer(rows) + Int(name.pointee.number)
  }

  /// The listed word at an address.
  @inline(__always)
  func word(_ address: UnsafePointer<UInt8>) -> UnsafePointer<CanonicalName>? {
    words.find(address, firstBits: 0xFFFF_FFFF, secondBits: 0)
  }

  private static func kindNames() -> CanonicalNames {
    CanonicalNames(
      Vocabulary.entries.map { entry in
        // The bytes after a short name are known if the kind's first field is required.
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
        for list in 1..<max(1, min(64, table.lists.count))
        where table.lists[list].contains(word) { lists |= 1 << UInt64(list) }
        return (text, "", word.rawValue, lists)
      }, hashedBytes: 4)
  }
}

extension CanonicalField {
  /// The field of a checksum, which may end a record of every kind.
  static let checksum: CanonicalField = {
    var field = CanonicalField()
    field.set(Array(#","crc":""#.utf8), .checksum)
    return field
  }()

  fileprivate init(_ field: FieldEntry, of kind: EventKind) {
    name = field.name
    rule = FieldTable.shared.rule(of: field.name, in: kind)
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
    if kind == .sessionBegan || kind == .configChanged { return .none }
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
    default: rule.freeText != 0 ? .freeText : rule.list == 0 ? .text : .none
    }
  }

  private mutating func integerAction() -> Action {
    guard case .number(let slot) = rule.storage else { return .integer }
    return keep(slot.offset, .integer, present: slot.bit)
  }

  private mutating func keep(
    _ offset: Int?, _ action: Action, memory: UInt8 = 0, present: UInt8 = 0
  ) -> Action {
    guard let offset, let byte = UInt8(exactly: offset) else { return .none }
    self.offset = byte
    self.memory = memory
    self.present = present
    return action
  }
}
