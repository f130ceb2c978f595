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
  /// Where its events go on in another file, by rising indices; empty where all are in ``path``.
  var files: [FileStart] = []
  /// Whether its records are those of several files.
  package var isJoined: Bool { !files.isEmpty }
  /// Whether its file can be read a second time.
  package var canReadAgain = false
  /// Whether its file had other lines when it was read again for some of them.
  var hasChanged = false
  /// How it is sealed.
  public var seals = Seals()

  init(trace: Trace, path: String, ordinal: Int) {
    self.trace = trace
    self.path = path
    self.ordinal = ordinal
    damage = []
    notes = []
  }

  /// The event from which on a session lies in a file; nil stands for the one in which it begins.
  struct FileStart: Equatable {
    var event: Int
    var path: String?
  }
}

extension SessionReading {
  /// The session's name, with `#2` where a second header began it.
  public var id: String { trace.id }

  /// How many whole, trusted records the session has; repeated ones count once.
  public var recordCount: Int { trace.events.count }

  /// The file of an event, where it is not that in which the session begins.
  public func path(ofEvent index: Int) -> String? { files.last { $0.event <= index }?.path }

  /// The place of a file among those of the session; behind all of them where it has no event.
  package func rank(ofFile path: String?) -> Int {
    path == nil ? 0 : files.firstIndex { $0.path == path } ?? files.count
  }

  /// The wall clock of the first record; nil for a session of damaged lines only.
  public var firstWall: Int64? { trace.events.first?.wall }

  /// The wall clock of the last record; nil for a session of damaged lines only.
  public var lastWall: Int64? { trace.events.last?.wall }
}
