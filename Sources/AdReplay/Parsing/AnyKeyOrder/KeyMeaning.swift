internal import AdSession

/// The meaning of a key in every kind that has it, and where its value is stored.
struct KeyMeaning {
  enum Action: UInt8 {
    /// A whole number, also of the envelope: one case is easier to predict than four.
    case integer
    case session, wall, event, checksum
    /// A text: stored in the event, stored as a word, not stored.
    case symbol, word, text
    case amount, boolean, objects, object
    /// A part of the header.
    case header
    /// The value cannot be read without knowing the kind.
    case unclear
  }

  var action = Action.unclear
  /// Where the value is stored.
  var slot = ParsedLine.Slot.length
  /// The smallest value of a number.
  var least: UInt8 = 0
  /// The number of lowest bits in which a number may differ from `least`.
  var bits: UInt8 = 63
  /// The bit of a present number or of a boolean; for a part of the header its field's index in
  /// ``LineLayout``.
  var mark: UInt16 = 0
  /// The field of a symbol in ``TextCache``.
  var textField: UInt8 = 0
  /// The key itself.
  var bit = KeySet()
  /// The lists of words that kinds demand of the field, as bits.
  var lists: UInt64 = 0

  /// Whether a number is allowed.
  @inline(__always)
  func allows(_ value: Int64) -> Bool {
    UInt64(bitPattern: value &- Int64(least)) &>> UInt64(bits) == 0
  }
}

/// A word, and the lists that contain it as bits.
struct WordMeaning {
  var word = Word.unrecognised
  var lists: UInt64 = 0
}

/// What a kind demands of its records.
struct KindDemand {
  var required = KeySet()
  var allowed = KeySet()
  /// The lists that must contain its words.
  var lists: UInt64 = 0

  /// A demand that no record meets: its required key is not allowed.
  static var unmeetable: KindDemand { KindDemand(required: KeySet(.event)) }

  /// Whether a record of the kind may have exactly these keys, and words that these lists do not
  /// contain.
  @inline(__always)
  func isMet(by seen: KeySet, missing lists: UInt64) -> Bool {
    required.isSubset(of: seen) && seen.isSubset(of: allowed) && self.lists & lists == 0
  }
}

/// A set of keys: fields by their raw values, then the keys of the envelope.
struct KeySet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// No keys.
  init() {}

  /// One key of the envelope.
  init(_ key: EnvelopeKey) { self.init(bit: key.rawValue - EnvelopeKey.version.rawValue + 120) }

  /// One field.
  init(_ field: FieldName) { self.init(bit: field.rawValue) }

  private init(bit: UInt8) {
    if bit < 64 { low = 1 << UInt64(bit) } else { high = 1 << UInt64(bit - 64) }
  }

  /// Adds other keys; returns false if the set contains one of them.
  @inline(__always)
  mutating func add(_ others: KeySet) -> Bool {
    let both = (low & others.low) | (high & others.high)
    low |= others.low
    high |= others.high
    return both == 0
  }

  /// Whether another set contains all keys of this one.
  @inline(__always)
  func isSubset(of others: KeySet) -> Bool { (low & ~others.low) | (high & ~others.high) == 0 }
}
