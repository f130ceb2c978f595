public import AdSession

/// One temporal rule: its sentence, the classes that it observes, and its formula.
public final class Rule: Sendable {
  /// The group of the catalogue that a rule belongs to.
  public enum Group: String, CaseIterable, Sendable {
    case freshness = "Freshness"
    case loading = "Loading"
    case presentation = "Presentation"
    case coldStart = "Cold start"
    case backgroundLockCaps = "Background, lock, caps"
    case adWindow = "Ad window"
    case severalWindows = "Several windows"
    case mediation = "Mediation"
    case impressionsRewardsRevenue = "Impressions, rewards, revenue"
    case environment = "Environment"
    /// Rules that a user brings in a file.
    case custom = "Custom"
  }

  /// Who can break a rule, and therefore who has to change something.
  public enum Actor: String, CaseIterable, Sendable {
    /// The code of the app.
    case app
    /// The ad SDK.
    case sdk
    /// An ad network, its adapter or its creative.
    case network
    /// The person who uses the app.
    case user
  }

  /// The name, such as `app-open-max-age`, which its file and its folder in `Journals/rules` share.
  public let id: String
  /// The group of the catalogue.
  public let group: Group
  /// The severity of a violation, unless its answer came late.
  public let severity: Severity
  /// The formats that it judges.
  public let formats: Formats
  /// The classes that a session must capture; otherwise the verdict is not captured.
  public let observes: [EventClass]
  /// The thresholds that it reads.
  public let policy: [PolicyKey]
  /// The thresholds that the app must set, or one of them (``needsOnePolicy``); otherwise the
  /// verdict is not captured.
  public var neededPolicy: [PolicyKey] { policy.filter { $0.origin == .app } }
  /// Whether one of ``neededPolicy`` is enough: the verdict is not captured only where the app sets
  /// none of them.
  public let needsOnePolicy: Bool
  /// The reason for a result with ``RuleResult/isPolicyUnset``.
  public var unsetPolicy: String {
    "policy \(neededPolicy.map { $0.name }.joined(separator: " or ")) is not set"
  }
  /// Whether a duration, an age, a deadline or a day takes part in its verdict; then the verdict is
  /// not captured in a session without times.
  ///
  /// A rule that reads a threshold in seconds does; others declare it with `timed`.
  public let measuresTime: Bool
  /// The reason for a result with ``RuleResult/lacksTimes``.
  public static let noTimes = "the journal has no times (clock: order)"
  /// The demand in one sentence.
  public let sentence: String
  /// The demand as a formula.
  public let precise: String
  /// What the formula leaves out: activations, exemptions, limits and gaps; backquotes mark code.
  ///
  /// It is as binding as the formula. Nil where there is nothing to add.
  public let notes: String?
  /// Who can break it.
  public let actor: Actor
  /// What to change in the app, in one or two sentences; nil for a rule of a user without one.
  public let remedy: String?
  /// Public pages about the demand, the most useful one first.
  public let links: [Reference]
  /// Whether its violation names what led to a record.
  ///
  /// It then stands before the violations of other rules at that record, whatever their severity.
  public let namesCause: Bool
  /// The formula in terms of a pattern.
  public let pattern: Pattern

  /// Makes a rule.
  public init(
    _ id: String, _ group: Group, _ severity: Severity, _ formats: Formats,
    observes: [EventClass], policy: [PolicyKey] = [], needsOnePolicy: Bool = false,
    timed: Bool = false, _ sentence: String, precise: String, notes: String? = nil,
    actor: Actor = .app,
    remedy: String? = nil, links: [Reference] = [], namesCause: Bool = false, _ pattern: Pattern
  ) {
    self.id = id
    self.group = group
    self.severity = severity
    self.formats = formats
    self.observes = observes
    self.policy = policy
    self.needsOnePolicy = needsOnePolicy
    measuresTime = timed || policy.contains { $0.unit == .seconds }
    self.sentence = sentence
    self.precise = precise
    self.notes = notes
    self.actor = actor
    self.remedy = remedy
    self.links = links
    self.namesCause = namesCause
    self.pattern = pattern
  }

  /// Why a result is not captured although the session captures what the rule observes; nil where
  /// there is no such reason.
  package func reason(of result: RuleResult) -> String? {
    result.lacksTimes ? Self.noTimes : result.isPolicyUnset ? unsetPolicy : nil
  }

  /// The same for an index of ``RuleResults/plainVerdicts``.
  package func reason(ofPlain index: Int) -> String? {
    switch index - Verdict.allCases.count {
    case 0: unsetPolicy
    case 1: Self.noTimes
    default: nil
    }
  }

  /// The severity of a violation: if its answer came late, at most a warning.
  public func severity(of violation: Violation) -> Severity {
    violation.late == nil ? severity : min(severity, .warning)
  }

  /// The highest severity of the violations of a result, those that are not listed included.
  public func severity(of result: RuleResult) -> Severity {
    result.violations.lazy.map { self.severity(of: $0) }.max() ?? severity
  }

  /// The same rule with another severity.
  public func with(_ severity: Severity) -> Rule {
    Rule(
      id, group, severity, formats, observes: observes, policy: policy,
      needsOnePolicy: needsOnePolicy, timed: measuresTime, sentence, precise: precise, notes: notes,
      actor: actor,
      remedy: remedy, links: links,
      namesCause: namesCause, pattern)
  }
}
