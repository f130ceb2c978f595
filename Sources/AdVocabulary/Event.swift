/// One record of a session as a value without pointers: the envelope and the fields that rules see.
///
/// Texts are ``Symbol``s of the session's ``SymbolTable``; listed values are ``Word``s. Fields that
/// no rule and no state needs (waterfalls, extras) stay in the line of the journal; the free texts
/// of a record are in ``Trace/freeTexts``. Every other field has a property with its name, such as
/// ``errorCode`` or ``trigger``.
public struct Event: Sendable {
  /// The number of the record in the session, counted from 1 without holes.
  public var seq: Int64 = 0
  /// Milliseconds since the session began, on a clock that continues in sleep.
  public var t: Int64 = 0
  /// The wall clock in milliseconds since 1970-01-01T00:00:00Z.
  public var wall: Int64 = 0
  @usableFromInline var numberA: Int64 = 0
  @usableFromInline var numberB: Int64 = 0
  /// The line in its file, from 1.
  public var line: UInt32 = 0
  /// `unit`: The ad unit ID.
  public var unit = Symbol.absent
  /// `scene`: The window scene, where the record names one.
  ///
  /// The state of the session falls back to the scene of the ad.
  public var scene = Symbol.absent
  /// `ad`: The name of the ad.
  public var ad = Symbol.absent
  /// `request`: The name of the load.
  public var request = Symbol.absent
  /// `load`: The name of the adapter call.
  public var load = Symbol.absent
  /// The one other text of the kind, such as `window` or `adapter`.
  ///
  /// Of a suppression it is the `why`, if that is not among the listed values.
  public var text = Symbol.absent
  /// The kind.
  public var kind = EventKind.unknown
  /// `format`: The ad format.
  public var format = Word.absent
  @usableFromInline var wordA = Word.absent
  @usableFromInline var wordB = Word.absent
  @usableFromInline var wordC = Word.absent
  /// The numbers that the record has: bit 0 for the first slot, bit 1 for the second.
  public var numbersPresent: UInt8 = 0
  /// The truth values, one bit each; ``flag(_:)`` reads them.
  public var flags: UInt16 = 0
  /// The truth values that the record has, one bit each.
  public var flagsPresent: UInt16 = 0

  /// Makes an event of a kind, with no fields yet.
  @inlinable
  public init(_ kind: EventKind = .unknown) { self.kind = kind }
}

// MARK: - Slots

// Kinds whose fields never meet share a slot. The generated `storages` assign fields to slots; code
// outside this file uses the properties with the names of fields, or goes from a field to its slot.

extension Event {
  /// The storage location of the value of a field.
  public enum Storage: Sendable, Equatable {
    /// A symbol.
    case symbol(SymbolSlot)
    /// A listed value.
    case word(WordSlot)
    /// A whole number.
    case number(NumberSlot)
    /// The first number, as the bits of a `Double`.
    case amount
    /// A bit of ``Event/flags``.
    case flag(UInt16)
    /// The session's ``Header`` or its changes of policy, not the event.
    case header
    /// Only the line of the journal, not the event.
    case line
  }

  /// The slots for symbols.
  public enum SymbolSlot: UInt8, CaseIterable, Sendable {
    /// Each of the first five has its own field, ``text`` is for all other fields.
    case unit, scene, ad, request, load, text
  }

  /// The slots for listed values.
  public enum WordSlot: UInt8, CaseIterable, Sendable {
    /// The first has its own field, kinds use the others for different fields.
    case format, first, second, third
  }

  /// The slots for whole numbers.
  public enum NumberSlot: UInt8, CaseIterable, Sendable {
    /// Kinds use them for different fields.
    case first, second

    /// The bit in ``Event/numbersPresent``.
    @inlinable public var bit: UInt8 { 1 &<< rawValue }
  }

  /// The symbol in a slot.
  @inlinable public subscript(slot: SymbolSlot) -> Symbol {
    get {
      switch slot {
      case .unit: unit
      case .scene: scene
      case .ad: ad
      case .request: request
      case .load: load
      case .text: text
      }
    }
    set {
      switch slot {
      case .unit: unit = newValue
      case .scene: scene = newValue
      case .ad: ad = newValue
      case .request: request = newValue
      case .load: load = newValue
      case .text: text = newValue
      }
    }
  }

  /// The listed value in a slot.
  @inlinable public subscript(slot: WordSlot) -> Word {
    get {
      switch slot {
      case .format: format
      case .first: wordA
      case .second: wordB
      case .third: wordC
      }
    }
    set {
      switch slot {
      case .format: format = newValue
      case .first: wordA = newValue
      case .second: wordB = newValue
      case .third: wordC = newValue
      }
    }
  }

  /// The number in a slot; nil where the record has none.
  @inlinable public subscript(slot: NumberSlot) -> Int64? {
    get { numbersPresent & slot.bit == 0 ? nil : slot == .first ? numberA : numberB }
    set {
      if slot == .first { numberA = newValue ?? 0 } else { numberB = newValue ?? 0 }
      if newValue == nil { numbersPresent &= ~slot.bit } else { numbersPresent |= slot.bit }
    }
  }

  /// `amount`: The amount of the reward.
  @inlinable public var amount: Double? {
    get { self[NumberSlot.first].map { Double(bitPattern: UInt64(bitPattern: $0)) } }
    set { self[NumberSlot.first] = newValue.map { Int64(bitPattern: $0.bitPattern) } }
  }

  /// A truth value; nil where the record has none.
  @inlinable public func flag(_ bit: UInt16) -> Bool? {
    flagsPresent & bit == 0 ? nil : flags & bit != 0
  }

  /// Sets a truth value, or removes it.
  @inlinable public mutating func setFlag(_ bit: UInt16, _ value: Bool?) {
    if value == true { flags |= bit } else { flags &= ~bit }
    if value == nil { flagsPresent &= ~bit } else { flagsPresent |= bit }
  }
}
