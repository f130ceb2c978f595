/// The smallest case found that breaks a property.
public struct Counterexample: Error, Sendable {
  /// What the property promises.
  public let sentence: String
  /// How the smallest case failed.
  public let failure: PropertyFailure
  /// What the smallest case said about itself.
  public let notes: [String]
  /// What the smallest case attached, for example a journal.
  public let attachment: [UInt8]?
  /// The seed of the case that failed first.
  public let seed: UInt64
  /// Which case failed first, counted from 1; 0 for a replayed one.
  public let caseNumber: Int
  /// The recording of the smallest case.
  public let indexes: [UInt64]
  /// How often the property was run to make the case smaller.
  public let evaluations: Int
  /// Other reasons that were met while it was made smaller.
  public let otherReasons: [String]
  /// The command that runs the smallest case alone; nil where the settings have none.
  public let command: String?
}

extension Counterexample: CustomStringConvertible {
  /// Everything that a person needs: sentence, what happened, the case, how to see it again.
  public var description: String {
    var lines = ["broken: \(sentence)", "because: \(failure.because)"]
    lines += notes.map { "  \($0)" }
    if let attachment { lines += ["  \(String(decoding: attachment, as: UTF8.self))"] }
    if caseNumber > 0 { lines.append("found in case \(caseNumber), seed \(seed)") }
    lines.append("made smaller in \(evaluations) evaluations")
    if !otherReasons.isEmpty {
      lines.append("on the way also: \(otherReasons.joined(separator: "; "))")
    }
    lines.append("replay: \(Replay.choices(indexes))")
    if let command {
      lines.append("command: ADJOURNAL_REPLAY=\(Replay.choices(indexes)) \(command)")
    }
    return lines.joined(separator: "\n")
  }
}
