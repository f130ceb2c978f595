public import AdSession

/// One session: its trace, and the findings in its bytes.
public struct SessionReading {
  /// The session, ready to be judged.
  public var trace: Trace
  /// The path of the file in which the session begins, as the caller gave it.
  public var path: String
  /// The first line of the session in that file, which sorts the sessions of a journal.
  public var ordinal: Int
  /// The damage of the session, by file and line.
  public var damage: [Damage]
  /// The notes of the session, by file and line.
  public var notes: [Note]
  /// The lines that repeat a trusted record, if the reader keeps them.
  package var repeatedLines: [ClosedRange<Int>] = []
  /// The first event in each file, by rising index; empty if all are in ``path``.
  package var files: [FileStart] = []
  /// Whether its file had changed when it was read again.
  package var hasChanged = false
  /// How it is sealed.
  public var seals = Seals()

  package init(trace: Trace, path: String, ordinal: Int) {
    self.trace = trace
    self.path = path
    self.ordinal = ordinal
    damage = []
    notes = []
  }

  /// The first event of a session in a file; the path is nil for the first file.
  package struct FileStart: Equatable {
    package var event: Int
    package var path: String?

    package init(event: Int, path: String?) {
      self.event = event
      self.path = path
    }
  }
}

extension SessionReading {
  /// The session's name, with `#2` for a session that a second header began.
  public var id: String { trace.id }

  /// The number of trusted records; repeated ones count once.
  public var recordCount: Int { trace.events.count }

  /// The file of an event; nil for the file in which the session begins.
  public func path(ofEvent index: Int) -> String? { files.last { $0.event <= index }?.path }

  /// The index of a file among those of the session; behind all of them if it has no event.
  package func rank(ofFile path: String?) -> Int {
    path == nil ? 0 : files.firstIndex { $0.path == path } ?? files.count
  }

  /// The wall clock of the first record; nil for a session of damaged lines only.
  public var firstWall: Int64? { trace.events.first?.wall }

  /// The wall clock of the last record; nil for a session of damaged lines only.
  public var lastWall: Int64? { trace.events.last?.wall }
}
