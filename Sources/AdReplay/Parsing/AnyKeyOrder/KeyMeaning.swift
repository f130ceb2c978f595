internal import AdSession

/// What a key means in every kind that has it, and where its value goes in an event.
struct KeyMeaning {
  enum Action: UInt8 {
    /// A whole number, also of the envelope; so many in one way are easier to foresee than in four.
    case integer
    case session, wall, event, checksum
    /// A text that the event keeps, one that it keeps as a word, one that it does not keep.
    case symbol, word, text
    case amount, truth, objects, object
    /// A part of the header.
    case header
    /// Nothing that can be read without knowing the kind.
    case doubt
  }

  var action = Action.doubt
  /// The offset of the value in a ``ParsedLine``.
  var place: UInt8 = 0
  /// The smallest number allowed, and how many bits a larger one may differ in.
  var least: UInt8 = 0
  var bits: UInt8 = 63
  /// The bit that says that there is a number, or of a truth value; of a part of the header its
  /// place among the fields of ``LineLayout``.
  var mark: UInt16 = 0
  /// Which of the symbols it is, for ``TextCache``.
  var memory: UInt8 = 0
  /// The bit of the key among all keys.
  var bit = KeySet()
  /// The lists of words that kinds demand of the field, as bits.
  var lists: UInt64 = 0

  /// Whether a number is one that the key may have; never a negative one.
  @inline(__always)
  func allows(_ value: Int64) -> Bool {
    UInt64(bitPattern: value &- Int64(least)) &>> UInt64(bits) == 0
  }
}

/// A word, and the lists that have it, as bits.
struct WordMeaning {
  var word = Word.unrecognised
  var lists: UInt64 = 0
}

/// What a kind demands of its records.
struct KindDemand {
  var required = KeySet()
  var allowed = KeySet()
  /// The lists of which its words must be.
  var lists: UInt64 = 0

  /// What no record meets: a key that it must have and may not have.
  static var unmeetable: KindDemand { KindDemand(required: KeySet(EnvelopeKey.event)) }

  /// Whether a record of the kind may have these keys and no others, and words that are on all lists
  /// but these.
  @inline(__always)
  func isMet(by seen: KeySet, notOn lists: UInt64) -> Bool {
    required.isSubset(of: seen) && seen.isSubset(of: allowed) && self.lists & lists == 0
  }
}

/// A set of keys: fields by their raw values, then those of the envelope.
struct KeySet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// No keys.
  init() {}

  /// One key, by its number in ``Names/keyNumbers``.
  init(_ key: UInt8) {
    let bit = key < EnvelopeKey.version ? key : key - EnvelopeKey.version + 120
    if bit < 64 { low = 1 << UInt64(bit) } else { high = 1 << UInt64(bit - 64) }
  }

  /// Adds others; false if one of them was there.
  @inline(__always)
  mutating func add(_ others: KeySet) -> Bool {
    let both = (low & others.low) | (high & others.high)
    low |= others.low
    high |= others.high
    return both == 0
  }

  /// Whether all of these are among others.
  @inline(__always)
  func isSubset(of others: KeySet) -> Bool { (low & ~others.low) | (high & ~others.high) == 0 }
}
