internal import JournalFormat

/// The facts about one file or stream as a whole, without its sessions.
public struct JournalSummary: Equatable, Sendable {
  /// The file as it was given; `-` for standard input.
  public var path: String
  /// Bytes read (decompressed, for a `.gz`).
  public var bytes = 0
  /// Lines read, including a torn one.
  public var lines = 0
  /// Trusted records of the sessions that begin in this file.
  public var records = 0
  /// Sessions that begin in this file.
  public var sessions = 0
  /// Sessions that begin in another file and continue in this one; their records count there.
  public var continuedSessions = 0
  /// Damage without a session, or of a session that was already delivered.
  public var damage: [Damage] = []
  /// Notes without a session.
  public var notes: [Note] = []
  /// The number of records of each kind that is not in the vocabulary, by name.
  public var unknownKinds: [String: Int] = [:]
  /// The number of values that are not in the list of their field, by name of the field.
  public var unknownValues: [String: Int] = [:]
  /// Whether a record of a session that begins in this file has no `crc`: an unknown kind or value
  /// may be damage.
  public var hasUncheckedRecords = false
  /// The highest `v` of the records; reported if it is above ``knownVersion``.
  public var highestVersion: Int64 = knownVersion

  /// The version of the format that this reader knows.
  public static let knownVersion = Envelope.knownVersion

  /// Makes the summary of an empty journal.
  public init(path: String) { self.path = path }
}
