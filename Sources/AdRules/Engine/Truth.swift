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
  /// True, whatever the gaps hide; with the index of the event that shows it.
  static func yes(_ index: Int) -> Truth { .yes(EventIndex(index)) }
}
