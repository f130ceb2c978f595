/// What an export contains.
public struct ExportOptions: Sendable {
  /// The sessions of the folder that an export contains, each with all of its files.
  public enum Sessions: Equatable, Sendable {
    /// The running session only.
    case current
    /// The running session, and every session with a record of the last days; a day is 24 hours.
    case lastDays(Int)
    /// All sessions that the folder still has.
    case all
  }

  /// The sessions.
  ///
  /// Default: those of the last seven days, because an incident is usually in the session that the
  /// system killed, and the user reports it from the next one.
  public var sessions = Sessions.lastDays(7)
  /// Whether the file is compressed with the zlib of the system: about 1/12 of the size.
  ///
  /// Default: true. Every command of adjournal reads both forms, whatever the name of the file. It
  /// is not compressed where the program has a zlib of its own, as Node has.
  public var compresses = true
  /// A text that is recorded in the running session as a `note` before the export, such as what the
  /// user reported; nil for none.
  ///
  /// Default: nil. A recorder cuts it at 512 bytes, and a redaction removes it.
  public var note: String?
  /// Whether the free space of the drive is recorded in the same note.
  ///
  /// Default: true. The privacy manifest of the module declares the reason: a report that the user
  /// chooses to submit.
  public var notesFreeSpace = true
  /// What removes names, texts and dates from the file; nil leaves everything in it.
  ///
  /// Default: nil. The module `AdExportRedaction` has one.
  public var redaction: ExportRedaction?

  /// Makes the default options.
  public init() {}
}

/// A function that writes a journal without what identifies an app and its users.
public struct ExportRedaction: Sendable {
  /// Writes the redacted bytes of the journal at a path.
  package let redact: @Sendable (_ path: String, _ write: ([UInt8]) throws -> Void) throws -> Void

  /// Makes a redaction of a function that throws the errors of `write`.
  package init(
    _ redact: @escaping @Sendable (_ path: String, _ write: ([UInt8]) throws -> Void) throws -> Void
  ) {
    self.redact = redact
  }
}
