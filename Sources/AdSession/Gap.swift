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
