/// The reason why a file cannot be read as a journal.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Reason: String, Sendable {
    /// The file does not exist.
    case missing
    /// The folder has no `*.jsonl` and no `*.jsonl.gz`.
    case noJournals
    /// The system refuses to read it.
    case unreadable
    /// A named pipe that no process has opened for writing.
    case noWriter
    /// The bytes are not those of a journal.
    case notAJournal
    /// It is compressed, and the system has no zlib.
    case noDecompressor
  }

  /// The file as it was given.
  public var path: String
  /// The kind of failure.
  public var reason: Reason
  /// The sentence, without the path.
  public var sentence: String

  /// The path and the sentence.
  public var description: String { "\(path): \(sentence)" }

  /// The error for a file whose bytes changed after the first reading.
  package static func changed(_ path: String) -> InputError {
    InputError(path, .unreadable, "it changed while it was read")
  }

  package init(_ path: String, _ reason: Reason, _ sentence: String) {
    self.path = path
    self.reason = reason
    self.sentence = sentence
  }
}
