public import AdRules
internal import AdSession

/// The explanation of one finding, or of a rule without findings.
public struct Explanation: Sendable {
  /// What is explained.
  public enum Finding: Sendable {
    /// A violation, with the nearest correct history if one was found. A rule of another actor than
    /// the app has none.
    case violation(Violation, CorrectHistory?)
    /// An undecided activation with its completions.
    case undecided(Undecided, Completions)
    /// An inconclusive rule without an undecided activation: the header is lost or a seal does not
    /// fit.
    case untrusted(Completions)
    /// The rule never applied.
    case vacuous(RecordingAdvice)
    /// The session does not record what the rule observes.
    case notCaptured(RecordingAdvice)
  }

  /// The rule.
  public let rule: Rule
  /// The verdict of the rule for the session.
  public let verdict: Verdict
  /// The record of the finding; nil where the whole rule is explained.
  public let seq: Int64?
  /// The violation that this one follows from, as ``OrderedViolation/follows``.
  public let follows: String?
  /// The records of the undecided activations that are like this one and have no explanation of
  /// their own: of the same rule, for the same reason, at a record of the same kind and format.
  public let equalSeqs: [Int64]
  /// The finding.
  public let finding: Finding
  /// The number of changed sessions that were judged.
  public let judged: Int
  /// Whether the effort ended the search before it was complete.
  public let isCutOff: Bool
}
