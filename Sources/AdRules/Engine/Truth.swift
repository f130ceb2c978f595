/// What the journal can say of a fact.
public enum Truth: Equatable, Sendable {
  /// It is so, whatever the gaps hold; the index of the event that shows it, -1 where none does.
  case yes(Int)
  /// It is not so, whatever the gaps hold.
  case no
  /// The journal cannot tell.
  case unknown(Doubt)
}
