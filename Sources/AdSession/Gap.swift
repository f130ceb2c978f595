/// A range of a session in which anything can have happened: the journal lost it.
public struct Gap: Equatable, Sendable {
  /// The gap lies before the event of this index; the number of events for a gap at the end.
  public var position: Int
  /// How many records were lost, where the journal tells; nil where it does not.
  public var dropped: Int64?

  /// Makes a gap before the event at `position`.
  public init(position: Int, dropped: Int64? = nil) {
    self.position = position
    self.dropped = dropped
  }
}

extension Gap {
  /// The records that it hides, to be summed up; nil where nobody knows how many.
  ///
  /// A journal may name any number. Above 2⁴⁰, which no day has, they count as so many, and the sum of
  /// four million such gaps is still a number.
  package var counted: Int64? { dropped.map { min($0, 1 << 40) } }
}
