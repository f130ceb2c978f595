internal import AdReplay
internal import JournalInput
public import AdRules
public import AdSession

/// A captured incident for a regression test: a journal and the rule that it violates.
///
/// `adjournal pin` creates the journal and the test.
public struct PinnedIncident {
  /// The rule that the journal violates.
  public let rule: Rule
  /// The first session of the journal.
  public let trace: Trace
  private let policy: [PolicySetting]

  /// The error of an incident that cannot be read.
  public struct Failure: Error, CustomStringConvertible {
    /// The problem in one sentence.
    public let description: String
  }

  /// Reads the incident from the journal beside a source file.
  ///
  /// - Parameters:
  ///   - id: The id of the rule.
  ///   - file: The path of the test: the journal of `…/Unlock.swift` is `…/Unlock.jsonl`.
  ///   - policy: Thresholds that override those of the journal.
  /// - Throws: ``Failure`` if there is no such rule, no such file, or no session in it.
  public init(
    rule id: String, beside file: String = #filePath, policy: [PolicySetting] = []
  ) throws {
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    let path = stem + ".jsonl"
    guard let rule = RuleBook.rule(id) else {
      throw Failure(description: "unknown rule '\(id)'; 'adjournal rules' lists all rules")
    }
    var found: Trace?
    var failure: Failure?
    for delivery in JournalReader().read([path], judge: { $0.trace }) {
      switch delivery {
      case .session(let session): found = found ?? session
      case .failure(let error): failure = Failure(description: error.description)
      case .journal: break
      }
    }
    if let failure { throw failure }
    guard let found else { throw Failure(description: "\(path) contains no session") }
    self.rule = rule
    trace = found
    self.policy = policy
  }

  /// The verdict of the rule on the journal itself, normally `violated`.
  public var verdict: Verdict {
    Judge(rules: [rule], overrides: policy).judge(trace).first?.verdict ?? .inconclusive
  }

  /// Whether the journal itself violates the rule.
  public var isViolated: Bool { verdict == .violated }

  /// Runs an app in the captured situation and judges the journal that results.
  public func reenact(_ app: any ReenactedApp) -> Reenactment {
    Reenactment(trace, rule: rule, policy: policy, app: app)
  }
}
