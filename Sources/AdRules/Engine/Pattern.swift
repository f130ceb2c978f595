public import AdSession

/// The formula of a rule: the events that it visits and the judgement at each.
///
/// Rules use the named patterns (`at`, `atMostOnce`, `each`, `response`, …), which return values of
/// this type.
public final class Pattern: Sendable {
  /// A selection of events that a pattern visits.
  public enum Trigger: Hashable, Sendable {
    /// Every event of a kind.
    case kind(EventKind)
    /// Every attempt to show an ad.
    case attempt
    /// Every `ad.will_present`, except for overlays.
    case show
  }

  /// When a pattern needs a call.
  public enum Need: Sendable {
    /// Always.
    case always
    /// Only after it visited an event of the session.
    case visited
    /// Only while an obligation is open or the rule state watches.
    case awake
  }

  /// Some events, and the action at each.
  public struct Visit: Sendable {
    /// The action at an event; the state is that before the event.
    public enum Body: Sendable {
      /// The pattern changes its rule state.
      case visit(@Sendable (EvaluationContext, inout RuleState) -> Void)
      /// The event is judged by itself and the judgement is reported; nil where it is no
      /// activation.
      case check(@Sendable (EvaluationContext) -> Judgement?)
    }

    /// The events that are visited, once for each trigger that fits.
    public let triggers: [Trigger]
    /// Whether only events of the rule's formats are visited; patterns that also need events of
    /// other ads look at formats themselves.
    public let filtersFormat: Bool
    /// When the visit is needed; a visit that only settles obligations is skipped while none is
    /// open.
    public let need: Need
    /// Whether only events that name an ad are visited.
    public let needsAd: Bool
    /// The action.
    public let body: Body

    /// Makes a visit that changes the rule state.
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

  /// The visits; several of one event are made in this order.
  public let visits: [Visit]
  /// Whether attempts that are known only by their failure are judged; otherwise they are
  /// undecided.
  public let judgesFailureOnly: Bool
  /// Whether a violation at an `ad.will_present` also holds if that is the content of a click.
  public let judgesOverlays: Bool
  /// Settles what is open when the session is over.
  public let finish: (@Sendable (Evaluation, inout RuleState) -> Void)?
  /// When ``finish`` is needed.
  public let needsFinish: Need
  /// Whether the rule applies to the session at all; otherwise the verdict is not captured.
  public let applies: (@Sendable (Evaluation) -> Bool)?
  /// A kind of records that the rule demands; absent if it demands none, or one that every session
  /// captures.
  ///
  /// If the header does not say what is captured, the rule is judged only where one such record
  /// occurs.
  public let demands: EventKind?
  /// What counts the events of each local day over the sessions of an install; nil for a pattern
  /// that looks at one session only.
  let dayCounter: Counted?

  /// Makes a pattern of several visits.
  public convenience init(
    visits: [Visit], judgesFailureOnly: Bool = true, judgesOverlays: Bool = false,
    needsFinish: Need = .always,
    finish: (@Sendable (Evaluation, inout RuleState) -> Void)? = nil,
    applies: (@Sendable (Evaluation) -> Bool)? = nil, demanding kind: EventKind? = nil
  ) {
    self.init(
      visits: visits, judgesFailureOnly: judgesFailureOnly, judgesOverlays: judgesOverlays,
      needsFinish: needsFinish, finish: finish, applies: applies, demanding: kind,
      dayCounter: nil)
  }

  init(
    visits: [Visit], judgesFailureOnly: Bool = true, judgesOverlays: Bool = false,
    needsFinish: Need = .always,
    finish: (@Sendable (Evaluation, inout RuleState) -> Void)? = nil,
    applies: (@Sendable (Evaluation) -> Bool)? = nil, demanding kind: EventKind? = nil,
    dayCounter: Counted?
  ) {
    self.visits = visits
    self.judgesFailureOnly = judgesFailureOnly
    self.judgesOverlays = judgesOverlays
    self.finish = finish
    self.needsFinish = needsFinish
    self.applies = applies
    demands = kind.flatMap { $0.isAlwaysCaptured ? nil : $0 }
    self.dayCounter = dayCounter
  }

  /// The same pattern, which demands records of a kind.
  func demanding(_ kind: EventKind) -> Pattern {
    Pattern(
      visits: visits, judgesFailureOnly: judgesFailureOnly, judgesOverlays: judgesOverlays,
      needsFinish: needsFinish, finish: finish, applies: applies, demanding: kind,
      dayCounter: dayCounter)
  }

  /// The same pattern, which demands records of a kind if there is only one.
  func demanding(anyOf kinds: [EventKind]) -> Pattern {
    kinds.count == 1 ? demanding(kinds[0]) : self
  }

  /// Makes a pattern of one visit.
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

extension EventKind {
  /// Whether every session captures its class.
  fileprivate var isAlwaysCaptured: Bool {
    eventClass.map { ClassSet.always.contains(ClassSet($0)) } ?? false
  }
}
