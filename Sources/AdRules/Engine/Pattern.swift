public import AdSession

/// The formula of a rule: which events it visits, and what it makes of them.
///
/// Rules are written with the named patterns (`at`, `atMostOnce`, `preceded`, `response`, …); they
/// make values of this type.
public final class Pattern: Sendable {
  /// What a pattern visits.
  public enum Trigger: Hashable, Sendable {
    /// Every event of a kind.
    case kind(EventKind)
    /// Every attempt to show an ad.
    case attempt
    /// Every `ad.will_present` that is no overlay.
    case show
  }

  /// When a pattern needs to be called.
  public enum Need: Sendable {
    /// Always.
    case always
    /// Only where it visited an event of the session before.
    case visited
    /// Only while an obligation is open, or its monitor watches.
    case awake
  }

  /// Some events, and what the pattern does at each.
  public struct Visit: Sendable {
    /// What is done with an event, before the state takes it in.
    public enum Body: Sendable {
      /// Whatever the pattern likes.
      case visit(@Sendable (EvaluationContext, inout RuleState) -> Void)
      /// The event is judged by itself, and what comes of it is taken down; nil: no activation.
      case check(@Sendable (EvaluationContext) -> Judgement?)
    }

    /// What it visits; it sees each event once for each of these that fits.
    public let triggers: [Trigger]
    /// Whether the format of the event decides if the rule concerns it; patterns that judge by
    /// events of other ads (or of none) look at formats themselves.
    public let filtersFormat: Bool
    /// When there is anything to do: what only answers need not be called while nothing waits.
    public let need: Need
    /// Whether it sees only events that name an ad.
    public let needsAd: Bool
    /// What is done.
    public let body: Body

    /// Makes a visit that does whatever it likes.
    public init(
      _ triggers: [Trigger], filtersFormat: Bool = true, need: Need = .always,
      body: @escaping @Sendable (EvaluationContext, inout RuleState) -> Void
    ) {
      self.triggers = triggers
      self.filtersFormat = filtersFormat
      self.need = need
      needsAd = false
      self.body = .visit(body)
    }

    /// Makes a visit that judges each event by itself.
    public init(
      _ triggers: [Trigger], needsAd: Bool = false,
      check: @escaping @Sendable (EvaluationContext) -> Judgement?
    ) {
      self.triggers = triggers
      self.needsAd = needsAd
      filtersFormat = true
      need = .always
      body = .check(check)
    }
  }

  /// What it visits, and how; of one event in this order.
  public let visits: [Visit]
  /// Whether it sees attempts that are known by their failure only; else they are undecided.
  public let judgesFailureOnly: Bool
  /// Whether what it says of an `ad.will_present` holds of the content of a click, too.
  public let judgesOverlays: Bool
  /// Looks at what is still open when the session is over.
  public let finish: (@Sendable (Evaluation, inout RuleState) -> Void)?
  /// When there is anything to look at then.
  public let needsFinish: Need
  /// Whether the rule applies to the session at all; a session without it is not captured.
  public let applies: (@Sendable (Evaluation) -> Bool)?

  /// Makes a pattern of several visits.
  public init(
    visits: [Visit], judgesFailureOnly: Bool = true, judgesOverlays: Bool = false,
    needsFinish: Need = .always,
    finish: (@Sendable (Evaluation, inout RuleState) -> Void)? = nil,
    applies: (@Sendable (Evaluation) -> Bool)? = nil
  ) {
    self.visits = visits
    self.judgesFailureOnly = judgesFailureOnly
    self.judgesOverlays = judgesOverlays
    self.finish = finish
    self.needsFinish = needsFinish
    self.applies = applies
  }

  /// Makes a pattern that does one thing at all its events.
  public convenience init(
    _ triggers: [Trigger], filtersFormat: Bool = true, judgesFailureOnly: Bool = true,
    visit: @escaping @Sendable (EvaluationContext, inout RuleState) -> Void,
    needsFinish: Need = .always,
    finish: (@Sendable (Evaluation, inout RuleState) -> Void)? = nil,
    applies: (@Sendable (Evaluation) -> Bool)? = nil
  ) {
    self.init(
      visits: [Visit(triggers, filtersFormat: filtersFormat, body: visit)],
      judgesFailureOnly: judgesFailureOnly, needsFinish: needsFinish, finish: finish,
      applies: applies)
  }
}
