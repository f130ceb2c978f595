/// Why a file cannot be read as a journal at all, in one sentence for a person.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Reason: String, Sendable {
    /// There is no such file.
    case missing
    /// The folder has no `*.jsonl` and no `*.jsonl.gz`.
    case noJournals
    /// The system does not let us read it.
    case unreadable
    /// A named pipe that no process has opened for writing.
    case noWriter
    /// The bytes are something else.
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

  /// A file that has not the bytes any more that it had when it was read first.
  package static func changed(_ path: String) -> InputError {
    InputError(path, .unreadable, "it changed while it was read")
  }

  package init(_ path: String, _ reason: Reason, _ sentence: String) {
    self.path = path
    self.reason = reason
    self.sentence = sentence
  }
}
