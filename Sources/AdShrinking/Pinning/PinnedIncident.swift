internal import AdReplay
public import AdRules
public import AdSession

/// A captured incident beside a test: the journal, and the rule that it breaks.
public struct PinnedIncident {
  /// The rule.
  public let rule: Rule
  /// The session of the incident.
  public let trace: Trace
  private let policy: [PolicySetting]

  /// Why an incident cannot be read, in one sentence.
  public struct Failure: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String
  }

  /// The incident in the journal that has the name of a source file.
  ///
  /// - Parameters:
  ///   - rule: The id of the rule.
  ///   - file: The path of the test: `…/Unlock.swift` stands for `…/Unlock.jsonl`.
  ///   - policy: Thresholds that win over what the journal says.
  public init(
    rule id: String, beside file: String = #filePath, policy: [PolicySetting] = []
  ) throws {
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    let path = stem + ".jsonl"
    guard let rule = RuleBook.rule(id) else {
      throw Failure(description: "there is no rule '\(id)'")
    }
    var found: Trace?
    var failure: Failure?
    try JournalReader().read([path], judge: { $0.trace }) { delivery in
      switch delivery {
      case .session(let session): found = found ?? session
      case .failure(let error): failure = Failure(description: error.description)
      case .journal: break
      }
    }
    if let failure { throw failure }
    guard let found else { throw Failure(description: "\(path) has no session") }
    self.rule = rule
    trace = found
    self.policy = policy
  }

  /// What the rule says of the journal itself: violated, as long as nobody changes either.
  public var verdict: Verdict {
    Judge(rules: [rule], overrides: policy).judge(trace).first?.verdict ?? .inconclusive
  }

  /// Whether the journal itself breaks the rule.
  public var isBroken: Bool { verdict == .violated }

  /// Acts the situation again with an app, and judges what it does this time.
  public func reenact(_ app: any ReenactedApp) -> Reenactment {
    Reenactment(trace, rule: rule, policy: policy, app: app)
  }
}
