public import AdSession

/// Whether a fact is true, as far as the journal decides it.
public enum Truth: Equatable, Sendable {
  /// True, whatever the gaps hide; with the event that shows it, if there is one.
  case yes(EventIndex)
  /// False, whatever the gaps hide.
  case no
  /// The journal cannot decide.
  case unknown(Doubt)
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

  /// True, whatever the gaps hide; with the index of the event that shows it.
  static func yes(_ index: Int) -> Truth { .yes(EventIndex(index)) }
}
