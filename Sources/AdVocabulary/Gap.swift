/// A range of lost records of a session, in which anything can have happened.
public struct Gap: Equatable, Sendable {
  /// The gap lies before the event of this index; the number of events for a gap at the end.
  public var position: Int
  /// The number of lost records; nil where it is unknown.
  public var dropped: Int64?

  /// Makes a gap before the event at `position`.
  public init(position: Int, dropped: Int64? = nil) {
    self.position = position
    self.dropped = dropped
  }
}

extension Gap {
  /// The number of hidden records, limited so that it can be summed; nil where it is unknown.
  ///
  /// A journal can name any number. Numbers above 2⁴⁰ count as 2⁴⁰, so that the sum of four million
  /// gaps does not overflow.
  package var counted: Int64? { dropped.map { min($0, 1 << 40) } }
}
