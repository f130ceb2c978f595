public import AdSession

/// One rule over time: its sentence, what it observes and its formula in the words of a pattern.
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
    /// Rules of users' own, from a file.
    case custom = "Custom"
  }

  /// The name, such as `app-open-max-age`: also of its file and of its folder in `Journals/rules`.
  public let id: String
  /// The group of the catalogue.
  public let group: Group
  /// How bad a violation is.
  public let severity: Severity
  /// The formats that it judges.
  public let formats: Formats
  /// The classes that a session must capture for the rule to say anything.
  public let observes: [EventClass]
  /// Its thresholds.
  public let policy: [PolicyKey]
  /// What it demands, for people.
  public let sentence: String
  /// What it demands, exactly.
  public let precise: String
  /// Where it comes from: a reference document's number, `guide`, `API`, `sample`, `incident`.
  public let source: String
  /// Its formula.
  public let pattern: Pattern

  /// Makes a rule.
  public init(
    _ id: String, _ group: Group, _ severity: Severity, _ formats: Formats,
    observes: [EventClass], policy: [PolicyKey] = [],
    _ sentence: String, precise: String, source: String, _ pattern: Pattern
  ) {
    self.id = id
    self.group = group
    self.severity = severity
    self.formats = formats
    self.observes = observes
    self.policy = policy
    self.sentence = sentence
    self.precise = precise
    self.source = source
    self.pattern = pattern
  }
}
