/// The smallest failing case of a property, with everything needed to replay it.
public struct Counterexample: Error, Sendable {
  /// The property in words.
  public let sentence: String
  /// The failure of the smallest case.
  public let failure: PropertyFailure
  /// The lines that the smallest case added by ``Trial/note(_:)``.
  public let notes: [String]
  /// The bytes that the smallest case attached, for example a journal.
  public let attachment: [UInt8]?
  /// The seed of the first failing case, before shrinking.
  public let seed: UInt64
  /// The number of the first failing case, counted from 1; 0 if it was replayed.
  public let caseNumber: Int
  /// The recording of the smallest case, for ``Replay/choices(_:)``.
  public let indexes: [UInt64]
  /// The number of executions that shrinking took.
  public let evaluations: Int
  /// Other failure reasons seen while shrinking, each once.
  public let otherReasons: [String]
  /// The command that runs the test, from the settings; nil if they have none.
  public let command: String?
}

extension Counterexample: CustomStringConvertible {
  /// The property, the failure, the smallest case and how to replay it, in several lines.
  public var description: String {
    var lines = ["failed: \(sentence)", "because: \(failure.because)"]
    lines += notes.map { "  \($0)" }
    if let attachment { lines += ["  \(String(decoding: attachment, as: UTF8.self))"] }
    if caseNumber > 0 { lines.append("found in case \(caseNumber), seed \(seed)") }
    lines.append("shrunk in \(evaluations) evaluations")
    if !otherReasons.isEmpty {
      lines.append("other failures seen while shrinking: \(otherReasons.joined(separator: "; "))")
    }
    lines.append("replay: \(Replay.choices(indexes))")
    if let command {
      lines.append("command: ADJOURNAL_REPLAY=\(Replay.choices(indexes)) \(command)")
    }
    return lines.joined(separator: "\n")
  }
}
