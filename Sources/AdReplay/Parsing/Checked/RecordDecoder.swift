internal import AdSession
internal import JSONLines

/// Decodes a line that the scanner found valid, field by field, by the vocabulary.
///
/// It reads the lines that the faster passes leave to it: damaged and unusual records. It also
/// defines what every line means; the other passes must agree with it.
struct RecordDecoder {
  let line: ByteView
  let fields: FieldList
  let block: ParsedBlock
  let canonical: CanonicalParser

  private(set) var event = Event()
  /// The number of the session's name among the block's texts.
  private(set) var session: UInt32?
  private(set) var hasChecksum = false
  /// The numbers of the free texts among the block's texts; 0 for none.
  private(set) var freeTexts = FreeTextNumbers()

  /// The required keys and fields that occurred, as bits of ``FieldTable/required(in:)``.
  private var present: UInt64 = 0
  /// The first field whose value has a wrong type or form.
  private(set) var wrongField: Field?
  /// The field of a checksum that is not right.
  private(set) var wrongChecksum: Field?

  init(
    _ line: ByteView, _ fields: FieldList, in block: ParsedBlock, _ canonical: CanonicalParser
  ) {
    self.line = line
    self.fields = fields
    self.block = block
    self.canonical = canonical
  }

  /// Decodes the record; returns its fault if the line is not a valid record.
  mutating func decode() -> LineFault? {
    event.kind = kind
    for field in fields where field.type != .null { decode(field) }
    return fault
  }

  private var kind: EventKind {
    for field in fields {
      if case .envelope(.event) = RecordKey(field, in: line) {
        return canonical.kind(field.value(in: line))
      }
    }
    return .unknown
  }

  private mutating func decode(_ field: Field) {
    let value = field.value(in: line)
    switch RecordKey(field, in: line) {
    case .envelope(.checksum):
      hasChecksum = true
      if !checksumIsRight(field) { wrongChecksum = field }
    case .envelope(let key):
      present |= key.requiredBit
      if !store(value, key) { wrongField = wrongField ?? field }
    case .field(let name):
      let rule = FieldTable.shared.rule(of: name, in: event.kind)
      present |= rule.requiredBit
      if !store(value, name, rule) { wrongField = wrongField ?? field }
    case nil: break
    }
  }

  /// Whether a checksum is the last field, begins with `,"crc":` and is that of all bytes before.
  private func checksumIsRight(_ field: Field) -> Bool {
    let start = Int(field.keyStart) - 2
    let isPlain = field.type == .string && !field.keyHasEscapes && !field.valueHasEscapes
    guard field == fields.last, isPlain, start >= 0, line[start] == 0x2C, line[start + 1] == 0x22,
      line[Int(field.keyEnd) + 1] == 0x3A
    else { return false }
    return CRC32C.parse(hex: field.value(in: line).view) == CRC32C.of(line[0..<start])
  }

  /// The first missing key that a record of this kind must have, and whose it is.
  var missingKey: (name: String, owner: String)? {
    let missing = FieldTable.shared.required(in: event.kind) & ~present
    if missing == 0 { return nil }
    if let key = EnvelopeKey.required.first(where: { missing & $0.requiredBit != 0 }) {
      return (key.name, "record")
    }
    let field = Vocabulary.entry(of: event.kind)?.fields.first { field in
      missing & FieldTable.shared.rule(of: field.name, in: event.kind).requiredBit != 0
    }
    return field.map { ($0.name.name, "`\(event.kind.name)`") }
  }
}

/// The values of fields. Each function returns false if the value has a wrong type or form.
extension RecordDecoder {
  private mutating func store(_ value: JSONValue, _ key: EnvelopeKey) -> Bool {
    switch key {
    case .version:
      guard let version = value.integer else { return false }
      block.highestVersion = max(block.highestVersion, version)
    case .session:
      guard value.type == .string else { return false }
      let name = value.hasEscapes ? block.keepText(value.utf8 ?? []) : value.view
      guard let number = canonical.session(name, block) else { return false }
      session = number
    case .seq:
      guard let seq = value.integer, seq >= 1 else { return false }
      event.seq = seq
    case .time:
      guard let time = value.integer, time >= 0 else { return false }
      event.t = time
    case .wall:
      guard let wall = canonical.wall(value) else { return false }
      event.wall = wall
    case .event, .checksum: return value.type == .string
    }
    return true
  }

  private mutating func store(_ value: JSONValue, _ name: FieldName, _ rule: FieldRule) -> Bool {
    switch rule.type {
    case .none: break
    case .string:
      guard value.type == .string else { return false }
      storeText(value, name, rule)
    case .integer:
      guard let integer = value.integer else { return false }
      if case .number(let slot) = rule.storage { event[slot] = integer }
    case .number:
      guard let decimal = value.decimal else { return false }
      if rule.storage == .amount { event.amount = decimal }
    case .boolean:
      guard let boolean = value.boolean else { return false }
      event.flagsPresent |= rule.flag
      if boolean { event.flags |= rule.flag }
    case .strings: return isArray(value, of: .string)
    case .objects: return isArray(value, of: .object)
    case .object: return value.type == .object
    }
    return true
  }

  private mutating func storeText(_ value: JSONValue, _ name: FieldName, _ rule: FieldRule) {
    if case .symbol(let slot) = rule.storage {
      event[slot] = Symbol(id: canonical.text(value, slot, block))
      return
    }
    let isWord = rule.list != 0 || rule.storage != .line && rule.storage != .header
    let word = isWord ? canonical.word(value) : .unrecognised
    if rule.freeText != 0, word == .unrecognised {
      freeTexts[rule.freeText] = canonical.text(value, .text, block)
    }
    if !isWord { return }
    let isListed = rule.list == 0 || FieldTable.shared.lists[Int(rule.list)].contains(word)
    if !isListed { block.unknownValues[Int(name.rawValue)] += 1 }
    guard case .word(let slot) = rule.storage else { return }
    event[slot] = isListed ? word : .unrecognised
    // `why` identifies a suppression, also if it is unknown.
    let isSuppression = event.kind == .suppressionBegan || event.kind == .suppressionEnded
    if !isListed && isSuppression {
      event.text = Symbol(id: canonical.text(value, .text, block))
    }
  }

  private func isArray(_ value: JSONValue, of type: ValueType) -> Bool {
    guard value.type == .array else { return false }
    var cursor = JSONCursor(value)
    while let element = cursor.next() {
      if element.value.type != type { return false }
    }
    return true
  }
}
