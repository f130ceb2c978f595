public import AdSession

/// One session as it was read: its trace, and what was found in its bytes.
public struct SessionReading {
  /// The session, ready to be judged.
  public var trace: Trace
  /// The file in which the session begins, as it was given.
  public var path: String
  /// The line of that file with which the session begins: sorts the sessions of a journal.
  public var ordinal: Int
  /// The damage of the session, by place.
  public var damage: [Damage]
  /// The notes of the session, by place.
  public var notes: [Note]
  /// Whether its records are those of several files.
  package var isJoined = false
  /// Whether its file can be read a second time.
  package var canReadAgain = false
  /// How it is sealed.
  public var seals = Seals()

  init(trace: Trace, path: String, ordinal: Int) {
    self.trace = trace
    self.path = path
    self.ordinal = ordinal
    damage = []
    notes = []
  }
}

extension SessionReading {
  /// The session's name, with `#2` where a second header began it.
  public var id: String { trace.id }

  /// How many whole, trusted records the session has; repeated ones count once.
  public var recordCount: Int { trace.events.count }

  /// The wall clock of the first record; nil for a session of damaged lines only.
  public var firstWall: Int64? { trace.events.first?.wall }

  /// The wall clock of the last record; nil for a session of damaged lines only.
  public var lastWall: Int64? { trace.events.last?.wall }
}
