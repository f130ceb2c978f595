/// A position between two records of a filled session at which records can be added.
struct Place {
  /// Why records can be there that the journal does not have.
  enum Reason {
    /// A gap: they were lost.
    case lost
    /// The session has no end: they can still come.
    case later
    /// The app did not record them, although nothing was lost.
    case unrecorded
  }

  let reason: Reason
  /// Records are inserted before the event at this index.
  let position: Int
  /// The first instant that records can have.
  let earliest: Int64
  /// The last instant; nil at the end of the session.
  let latest: Int64?
  /// The maximum number of records; nil for any number.
  let capacity: Int?
  /// The number of neutral records directly before ``position``, which added records replace.
  let neutral: Int
}
