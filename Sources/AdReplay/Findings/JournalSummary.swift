internal import JournalFormat

/// What was read of one file or stream as a whole, beside its sessions.
public struct JournalSummary: Equatable, Sendable {
  /// The file as it was given; `-` for standard input.
  public var path: String
  /// Bytes read (decompressed, for a `.gz`).
  public var bytes = 0
  /// Lines read, the torn one included.
  public var lines = 0
  /// Whole, trusted records of the sessions that begin in this file.
  public var records = 0
  /// Sessions that begin in this file.
  public var sessions = 0
  /// Damage that belongs to no session or to one that was already given out.
  public var damage: [Damage] = []
  /// Notes that belong to no session.
  public var notes: [Note] = []
  /// Kinds that the vocabulary does not have, by name, with how many records have them.
  public var unknownKinds: [String: Int] = [:]
  /// Values outside the list of their field, by name of the field, with how many there are.
  public var unknownValues: [String: Int] = [:]
  /// The highest `v` of the records; reported where it is above ``knownVersion``.
  public var highestVersion: Int64 = knownVersion

  /// The version of the format that this reader knows.
  public static let knownVersion = Envelope.knownVersion

  /// Makes the summary of a journal of which nothing was read yet.
  public init(path: String) { self.path = path }
}
