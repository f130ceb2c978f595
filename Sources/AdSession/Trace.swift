/// One session, read and put in order: what the rules judge and the replay shows.
///
/// Events are sorted by `seq`; `t` never decreases; what the journal lost is in ``gaps``. One thread
/// at a time uses a trace, so its members are not checked for it at run time.
public final class Trace {
  /// How a session ends.
  public enum End: String, Sendable {
    /// With `session.ended`.
    case clean
    /// Without it: killed, crashed, still running.
    case cut
    /// In the middle of a line.
    case torn
  }

  /// `session`; with `#2` where a second header began a session of its own.
  @exclusivity(unchecked) public var id = ""
  /// The whole records, in order.
  @exclusivity(unchecked) public var events: [Event] = []
  /// The gaps, by rising position, one a position.
  @exclusivity(unchecked) public var gaps: [Gap] = []
  /// The texts of the session.
  @exclusivity(unchecked) public var symbols = SymbolTable()
  /// What `session.began` says; nil where the session is partial.
  @exclusivity(unchecked) public var header: Header?
  /// The thresholds that each `config.changed` sets, by index of its event.
  @exclusivity(unchecked) public var policyChanges: [Int: [PolicySetting]] = [:]
  /// How it ends.
  @exclusivity(unchecked) public var end = End.cut
  /// A seal does not fit the bytes: they were changed, nobody knows where.
  @exclusivity(unchecked) public var hasBadSeal = false
  /// Names that were born twice; whatever concerns them is undecided.
  @exclusivity(unchecked) public var reusedNames: Set<Symbol> = []

  /// Makes an empty session.
  public init() {}

  /// The classes that rules see: what the header says, else what occurs.
  public var captured: ClassSet {
    if let captures = header?.captures { return captures.union(.always) }
    return events.reduce(into: .always) { classes, event in
      if let eventClass = event.kind.eventClass { classes.insert(ClassSet(eventClass)) }
    }
  }
}
