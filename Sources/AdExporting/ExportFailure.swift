internal import Platform

/// The reason why there is no exported file.
///
/// A failed export leaves nothing behind, and never changes the journals.
public struct ExportFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What failed.
  public enum Cause: String, Sendable {
    /// The folder of the journals does not exist or cannot be opened.
    case folder
    /// The folder has no journal of the chosen sessions.
    case noJournal
    /// A journal cannot be read.
    case read
    /// The file of the export cannot be created.
    case create
    /// The drive is full.
    case diskFull
    /// The file of the export cannot be written.
    case write
    /// The file of the export would be in the folder of the journals, and the next export would
    /// contain it.
    case amongJournals
    /// The redaction failed.
    case redaction
    /// The system has no thread for the export.
    case thread
  }

  /// What failed.
  public var cause: Cause
  /// The path of the file or folder.
  public var path: String
  /// The `errno` of the system; 0 if there is none.
  public var errno: Int32

  /// Makes a failure.
  public init(_ cause: Cause, path: String, errno: Int32 = 0) {
    self.cause = cause
    self.path = path
    self.errno = errno
  }

  /// The failure in one sentence, for a log; the path can contain the name of the app.
  public var description: String {
    let reason = errno == 0 || cause == .diskFull ? "" : ": \(SystemError.text(of: errno))"
    return "\(path): \(cause.message)\(reason)"
  }
}

extension ExportFailure.Cause {
  fileprivate var message: String {
    switch self {
    case .folder: "the folder of the journals cannot be opened"
    case .noJournal: "the folder has no journal to export"
    case .read: "the journal cannot be read"
    case .create: "the file cannot be created"
    case .diskFull: "the disk is full; free some space and export again"
    case .write: "the file cannot be written"
    case .amongJournals: "an export cannot be in the folder of the journals; use another folder"
    case .redaction: "the journal cannot be redacted"
    case .thread: "the system has no thread for the export"
    }
  }
}
