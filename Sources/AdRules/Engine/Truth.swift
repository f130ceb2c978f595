public import AdSession

/// Whether a fact is true, as far as the journal decides it.
///
/// Conditions return it, and this file alone combines it: a rule asks its conditions and never
/// looks for gaps itself. `and`, `or` and `not` are Kleene's, and all laws of a lattice with De
/// Morgan's hold; `TruthTests` states them.
public enum Truth: Equatable, Sendable {
  /// True, whatever the gaps hide; with the event that shows it, if there is one.
  case yes(EventIndex)
  /// False, whatever the gaps hide.
  case no
  /// The journal cannot decide.
  case unknown(Doubt)
}

extension Truth {
  /// True, whatever the gaps hide; with the index of the event that shows it.
  static func yes(_ index: Int) -> Truth { .yes(EventIndex(index)) }

  /// True or false, with no event that shows it.
  init(_ isTrue: Bool) { self = isTrue ? .yes(.none) : .no }

  /// What a record shows: true if there is one.
  static func seen(_ index: EventIndex) -> Truth { index.isPresent ? .yes(index) : .no }

  /// True if it is false.
  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes(.none)
    case .unknown: self
    }
  }

  /// True if one of both is: the first of the true ones, else the first of the unknown ones.
  func or(_ other: @autoclosure () -> Truth) -> Truth {
    if case .yes = self { return self }
    let other = other()
    if case .yes = other { return other }
    return self == .no ? other : self
  }

  /// True if both are, with the event that shows the second.
  func and(_ other: @autoclosure () -> Truth) -> Truth {
    if self == .no { return .no }
    let other = other()
    if case .unknown = self, other != .no { return self }
    return other
  }

  /// The same, unless something leaves it open: a gap, for example.
  func unless(_ isOpen: Bool, _ why: Doubt = .gap) -> Truth { isOpen ? .unknown(why) : self }

  /// The same if it is true; else unknown if something can hide that it is.
  func orHidden(_ isHidden: @autoclosure () -> Bool, _ why: Doubt = .gap) -> Truth {
    if case .yes = self { return self }
    return isHidden() ? .unknown(why) : self
  }

  /// Why it is unknown; nil where it is not.
  var doubt: Doubt? { if case .unknown(let why) = self { why } else { nil } }

  /// The event that shows that it is true.
  var witness: [Int] { if case .yes(let index) = self { [index].present } else { [] } }
}

extension Truth {
  /// The judgement of a condition that must not be met; `violation` gets the event that shows it.
  @inline(__always)
  func forbids(_ violation: (EventIndex) -> Judgement) -> Judgement {
    switch self {
    case .no: .kept
    case .unknown(let why): .undecided(why)
    case .yes(let index): violation(index)
    }
  }

  /// The judgement of a condition that must be met.
  @inline(__always)
  func demands(_ violation: () -> Judgement) -> Judgement {
    switch self {
    case .yes: .kept
    case .unknown(let why): .undecided(why)
    case .no: violation()
    }
  }

  /// A judgement that counts where the condition is met; where that is unknown, there is an
  /// activation only if the judgement is not that the rule is kept.
  func limits(_ judgement: Judgement) -> Judgement? {
    switch (self, judgement) {
    case (.no, _), (.unknown, .kept): nil
    case (.unknown(let why), _): .undecided(why)
    case (.yes, _): judgement
    }
  }

  /// A judgement that counts unless the condition is met, which keeps the rule.
  func exempts(_ judgement: Judgement) -> Judgement {
    switch (self, judgement) {
    case (.yes, _): .kept
    case (.no, _), (.unknown, .kept): judgement
    case (.unknown(let why), _): .undecided(why)
    }
  }

  /// The judgement of a condition without which there is no activation; `judge` gets the event that
  /// shows it.
  func mayBreak(_ judge: (EventIndex) -> Judgement?) -> Judgement? {
    switch self {
    case .no: nil
    case .unknown(let why): .undecided(why)
    case .yes(let index): judge(index)
    }
  }
}
