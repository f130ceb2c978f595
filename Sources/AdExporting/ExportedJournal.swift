public import AdRecording

/// A file that an export made.
public struct ExportedJournal: Equatable, Sendable {
  /// The path of the file.
  public var path: String
  /// The size of the file in bytes.
  public var bytes: Int64
  /// The number of sessions in it.
  public var sessions: Int
  /// The number of journal files from which it was made.
  public var files: Int
  /// The number of journal files that were deleted during the export, such as by the limit on the
  /// size of the folder.
  public var vanishedFiles: Int
  /// Why the last records are not in the file; nil if all records before the export are.
  public var degradation: Degradation?

  /// Makes a result.
  public init(
    path: String, bytes: Int64, sessions: Int, files: Int, vanishedFiles: Int = 0,
    degradation: Degradation? = nil
  ) {
    self.path = path
    self.bytes = bytes
    self.sessions = sessions
    self.files = files
    self.vanishedFiles = vanishedFiles
    self.degradation = degradation
  }
}
