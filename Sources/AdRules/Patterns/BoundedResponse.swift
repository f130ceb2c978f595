public import AdSession

/// The beginning of the message about a missed deadline, such as `"was not followed by a request"`.
///
/// It gets the trigger, and the words that it puts where a late answer is said to be missing:
/// `" in time"`, or nothing if no answer came at all.
public typealias MissedMessage =
  @Sendable (_ trigger: EvaluationContext, _ inTime: String) -> String

extension Pattern {
  /// Response: each trigger is answered within a threshold of active time.
  ///
  /// - Parameters:
  ///   - triggers: The events that need an answer.
  ///   - condition: Which of these events activate the rule.
  ///   - correlation: The property that the answer shares with the trigger.
  ///   - answers: The kinds that answer; `ad.will_present` does not answer as an overlay.
  ///   - accepts: Which of these events answer.
  ///   - key: The threshold, for the trigger's format.
  ///   - earlier: A fact that also answers within the threshold before the trigger.
  ///   - exemption: Whether a trigger is exempt, in the state before it.
  ///   - shownBy: Up to two further events of the witness that show why an answer is needed.
  ///   - needsAppOpen: Whether the rule applies only to sessions with an app-open event.
  ///   - isAskedWhileUp: Whether the trigger can come while the ad is up. Then a show is no certain
  ///     answer if it can be an overlay of a show that a gap before the trigger hides.
  ///   - message: The beginning of the message.
  public static func response(
    to triggers: Trigger..., where condition: (@Sendable (EvaluationContext) -> Bool)? = nil,
    correlation: CorrelationKey, answers: [EventKind],
    accepts: (@Sendable (EvaluationContext) -> Bool)? = nil,
    within key: @escaping @Sendable (EvaluationContext) -> PolicyKey,
    orBefore earlier: AdFact? = nil,
    unless exemption: (@Sendable (EvaluationContext) -> Exemption)? = nil,
    shownBy: @escaping @Sendable (EvaluationContext) -> (EventIndex, EventIndex) = { _ in
      (.none, .none)
    },
    onlyWithAppOpenEvents needsAppOpen: Bool = false, evenWhileUp isAskedWhileUp: Bool = false,
    message: @escaping MissedMessage
  ) -> Pattern {
    let response = Response(
      condition: condition, correlation: correlation, answers: answers, accepts: accepts,
      key: key, earlier: earlier,
      exemption: exemption ?? { _ in .none }, shownBy: shownBy, needsAppOpen: needsAppOpen,
      isAskedWhileUp: isAskedWhileUp, message: message)
    let answering = Visit(answers.map(Trigger.kind), filtersFormat: false, need: .awake) {
      response.answer($0, &$1)
    }
    let asking = Visit(triggers) { response.ask($0, &$1) }
    return Pattern(visits: [answering, asking], needsFinish: .awake) { evaluation, state in
      state.settleAll(in: evaluation, message: message)
    }
    .demanding(answers[0])
  }
}

/// The parts of a response, as one reference that the visits share.
///
/// Optional closures would be retained at each call, so that a default closure replaces a missing
/// one.
private final class Response: Sendable {
  private let condition: (@Sendable (EvaluationContext) -> Bool)?
  private let correlation: CorrelationKey
  private let answers: [EventKind]
  private let accepts: (@Sendable (EvaluationContext) -> Bool)?
  private let key: @Sendable (EvaluationContext) -> PolicyKey
  private let earlier: AdFact?
  private let exemption: @Sendable (EvaluationContext) -> Exemption
  private let shownBy: @Sendable (EvaluationContext) -> (EventIndex, EventIndex)
  private let needsAppOpen: Bool
  private let isAskedWhileUp: Bool
  private let message: MissedMessage

  init(
    condition: (@Sendable (EvaluationContext) -> Bool)?, correlation: CorrelationKey,
    answers: [EventKind],
    accepts: (@Sendable (EvaluationContext) -> Bool)?,
    key: @escaping @Sendable (EvaluationContext) -> PolicyKey, earlier: AdFact?,
    exemption: @escaping @Sendable (EvaluationContext) -> Exemption,
    shownBy: @escaping @Sendable (EvaluationContext) -> (EventIndex, EventIndex),
    needsAppOpen: Bool, isAskedWhileUp: Bool,
    message: @escaping MissedMessage
  ) {
    self.condition = condition
    self.correlation = correlation
    self.answers = answers
    self.accepts = accepts
    self.key = key
    self.earlier = earlier
    self.exemption = exemption
    self.shownBy = shownBy
    self.needsAppOpen = needsAppOpen
    self.isAskedWhileUp = isAskedWhileUp
    self.message = message
  }

  func answer(_ context: EvaluationContext, _ state: inout RuleState) {
    if let accepts, !accepts(context) { return }
    if correlation.needsScene && context.isSceneUnsure {
      return state.doubtAll(correlation, context)
    }
    if isAskedWhileUp && context.facts.unsure.contains(.show) {
      return state.answerByShow(correlation.key(context), context, message: message)
    }
    switch context.facts.overlay {
    case .no:
      state.answer(
        correlation.key(context), by: context.index, in: context.evaluation, message: message)
    case .unknown: state.doubt(correlation.key(context), by: context.index, in: context.evaluation)
    case .yes: break
    }
  }

  func ask(_ context: EvaluationContext, _ state: inout RuleState) {
    if let condition, !condition(context) { return }
    if needsAppOpen && !context.evaluation.hasAppOpenEvent { return }
    if correlation.needsScene && context.isSceneUnsure {
      return state.report(.undecided(.gap), of: context)
    }
    let key = key(context)
    let exemption = earlier.map { context.unless($0, liesWithin: key) } ?? exemption(context)
    let wait = state.wait(
      context, key, exemption, missing: answers[0], needsAppOpen: needsAppOpen)
    if var wait {
      if let earlier { wait.early = EventIndex(context.last(earlier)) }
      state.open.append(wait, correlation: correlation.key(context), witness: shownBy(context))
      if state.open.isCrowded { settleOverdue(context, &state) }
    }
  }

  /// Settles the obligations that no later record can change: they were certainly missed before an
  /// event, and nothing that follows can answer them, not even late.
  ///
  /// A session can have a million of them, which would all be stored until its end. Where a record
  /// is lost or a name is reused, later records matter.
  private func settleOverdue(_ context: EvaluationContext, _ state: inout RuleState) {
    let evaluation = context.evaluation
    if state.doubt != nil || !evaluation.isPlain || evaluation.hasGaps { return }
    let answered = state.own(LastAnswers.self)
    answered.find(answers, correlation, in: evaluation.trace)
    let overdue = state.open.takeOverdue { wait in
      if wait.doubt != nil || wait.countsOnlyIfBroken || wait.facts.formatIndex >= context.index {
        return false
      }
      let passed = evaluation.session.time.least(from: Int(wait.since), to: context.index - 1)
      return passed > wait.limitMs
        && !answered.mayAnswer(wait.correlation, correlation, after: context.index)
    }
    for obligation in overdue {
      state.settle(obligation, answer: nil, in: evaluation, message: message)
    }
  }
}

/// The last record that may answer each trigger, by what a correlation key has in common in all
/// scenes; found when it is first asked for.
private final class LastAnswers: PatternState {
  private var last: [UInt64: Int32] = [:]
  private var isKnown = false

  override func clear() {
    last.removeAll()
    isKnown = false
  }

  func find(_ answers: [EventKind], _ correlation: CorrelationKey, in trace: Trace) {
    if isKnown { return }
    isKnown = true
    for (index, event) in trace.events.enumerated() where answers.contains(event.kind) {
      last[correlation.keyInAllScenes(of: event)] = Int32(truncatingIfNeeded: index)
    }
  }

  func mayAnswer(_ key: UInt64, _ correlation: CorrelationKey, after index: Int) -> Bool {
    last[correlation.inAllScenes(key)].map { $0 > index } ?? false
  }
}

extension RuleState {
  /// Opens an obligation, or reports the activation at once if it is exempt.
  @inline(__always)
  mutating func open(
    _ context: EvaluationContext, _ correlation: UInt64, _ key: PolicyKey, _ exemption: Exemption,
    missing: EventKind,
    unfitProof: EventKind = .unknown
  ) {
    let wait = wait(context, key, exemption, missing: missing, unfitProof: unfitProof)
    if let wait { open.append(wait, correlation: correlation) }
  }

  /// The obligation of a trigger; nil where the activation is reported at once.
  @inline(__always)
  mutating func wait(
    _ context: EvaluationContext, _ key: PolicyKey, _ exemption: Exemption, missing: EventKind,
    needsAppOpen: Bool = false, unfitProof: EventKind = .unknown
  ) -> Wait? {
    if case .exempt = exemption {
      report(.kept, of: context)
      return nil
    }
    guard let limit = context.milliseconds(key) else {
      report(.undecided(.unknown), of: context)
      return nil
    }
    var wait = Wait(trigger: context.index, limitMs: limit, key: key)
    wait.facts = context.facts
    wait.showsFormat = formats != .all
    wait.missing = missing
    wait.needsAppOpen = needsAppOpen
    wait.unfitProof = unfitProof
    switch exemption {
    case .unknown(let why): wait.doubt = why
    case .onlyIfBroken(let why):
      wait.doubt = why
      wait.countsOnlyIfBroken = true
    case .none, .exempt: break
    }
    if context.facts.unsure.contains(.show) { wait.doubt = .gap }
    return wait
  }

  /// Settles every obligation of a correlation by an answer, in time or late.
  mutating func answer(
    _ correlation: UInt64, by index: Int, in evaluation: Evaluation,
    message: MissedMessage
  ) {
    if evaluation.isPlain && doubt == nil {
      let answered = open.takeAnswered(correlation, by: index, in: evaluation)
      activations &+= answered.count
      if answered.all { return }
    }
    for obligation in open.take(correlation) {
      settle(obligation, answer: index, in: evaluation, message: message)
    }
  }

  /// Settles the obligations of a correlation whose trigger the answer fits.
  mutating func answer(
    _ correlation: UInt64, by index: Int, in evaluation: Evaluation,
    message: MissedMessage,
    fits: (EvaluationContext) -> Bool
  ) {
    let fitting = open.take(correlation) { obligation in
      evaluation.withContext(obligation.trigger, obligation.facts, fits)
    }
    for obligation in fitting {
      settle(obligation, answer: index, in: evaluation, message: message)
    }
  }

  /// Settles obligations by a show that can be an overlay, unless a gap before the trigger hides
  /// it.
  mutating func answerByShow(
    _ correlation: UInt64, _ context: EvaluationContext,
    message: MissedMessage
  ) {
    let start = max(context.loadedIndex, EventIndex(context.last(.shown)))
    answer(correlation, by: context.index, in: context.evaluation, message: message) {
      !$0.hasGap(since: start)
    }
    doubt(correlation, by: context.index, in: context.evaluation)
  }

  /// Records a possible answer; only a certain answer in time now decides.
  mutating func doubt(_ correlation: UInt64, by index: Int, in evaluation: Evaluation) {
    open.doubt(correlation, by: index, in: evaluation)
  }

  /// Records an answer of unknown scene: it may be one to each trigger of its unit, or of any
  /// scene.
  mutating func doubtAll(_ correlation: CorrelationKey, _ context: EvaluationContext) {
    for key in open.correlations where correlation.mayBe(key, context) {
      doubt(key, by: context.index, in: context.evaluation)
    }
  }

  /// Settles the open obligations at the end of the session.
  mutating func settleAll(
    in evaluation: Evaluation, message: MissedMessage
  ) {
    if open.isEmpty { return }
    for obligation in open.takeAll() {
      settle(obligation, answer: nil, in: evaluation, message: message)
    }
  }

  /// Settles one obligation by an answer, in time or late, or at the end of the session.
  mutating func settle(
    _ obligation: Obligation, answer: Int?, in evaluation: Evaluation,
    message: MissedMessage
  ) {
    let outcome = evaluation.outcome(of: obligation, answer: answer, message: message)
    if obligation.wait.countsOnlyIfBroken, case .kept = outcome.judgement { return }
    report(
      outcome.judgement, of: obligation.trigger, in: evaluation, remainingMs: outcome.remainingMs)
  }
}

extension Evaluation {
  /// The outcome of an obligation.
  ///
  /// | answer | gap in the window | record beyond the deadline | outcome |
  /// |---|---|---|---|
  /// | certainly in time | – | – | kept |
  /// | late or none | yes | – | undecided: gap |
  /// | none | no | no | undecided: pending, or gap if the greatest active time exceeds the limit |
  /// | late | no | no | undecided: gap |
  /// | late or none | no | yes | violated; by a late answer at most a warning |
  ///
  /// Unknown earlier shows are the weakest doubt. `clock` measures the deadline; nil means the
  /// session's active time.
  func outcome(
    of obligation: Obligation, answer: Int?, clock: ActiveTime? = nil,
    message: MissedMessage
  ) -> (judgement: Judgement, remainingMs: Int64?) {
    let start = obligation.since
    if let answer {
      let passed =
        clock?.greatest(from: start, to: answer) ?? session.time.greatest(from: start, to: answer)
      if passed <= obligation.limitMs { return (.kept, nil) }
    }
    let time = clock ?? session.time
    let beyond = time.firstRecord(after: start, beyond: obligation.limitMs)
    if let gap = time.firstGap(after: start), gap <= beyond ?? trace.events.count {
      return (.undecided(.gap), nil)
    }
    guard let beyond else {
      let end = trace.events.count - 1
      let isPending = answer == nil && time.greatest(from: start, to: end) <= obligation.limitMs
      let left = max(0, obligation.limitMs - time.least(from: start, to: end))
      return (.undecided(isPending ? .pending : .gap), left)
    }
    if let answer, answer < beyond { return (.undecided(.gap), nil) }
    if let doubt = obligation.doubt { return (.undecided(doubt), nil) }
    let late = late(obligation, answer, time)
    return (.violated(missed(obligation, late, certainAt: beyond, time, message: message)), nil)
  }

  /// The answer that came all the same: after the deadline, or too long before the trigger.
  private func late(_ obligation: Obligation, _ answer: Int?, _ time: ActiveTime)
    -> Violation.Late?
  {
    guard let found = answer ?? obligation.wait.early.index else { return nil }
    let start = obligation.since
    let passed = time.least(from: min(start, found), to: max(start, found))
    return Violation.Late(answer: found, milliseconds: passed - obligation.limitMs)
  }

  /// The end of the message: what came late, of trigger and answer.
  private func text(_ late: Violation.Late, _ trigger: Int) -> String {
    let kind = event(max(late.answer, trigger)).kind
    return ": \(kind.name) came \(ReadableDuration.text(late.milliseconds)) late"
  }

  private func missed(
    _ obligation: Obligation, _ late: Violation.Late?, certainAt beyond: Int, _ time: ActiveTime,
    message: MissedMessage
  ) -> Violation {
    let because = withContext(obligation.trigger, obligation.facts) {
      message($0, late == nil ? "" : " in time")
    }
    let start = obligation.since
    let passed = time.least(from: start, to: beyond)
    let from = trace.events[start].t
    // In this order, no time and no threshold of a journal overflows.
    let to = trace.events[beyond].t - passed + obligation.limitMs
    let limit = ReadableDuration.text(obligation.limitMs)
    let delay = late.map { text($0, start) } ?? ""
    var proof =
      obligation.wait.needsAppOpen
      ? withAppOpenEvent(beyond) : [fitProof(beyond, unfit: obligation.wait.unfitProof)]
    let format = obligation.wait.showsFormat ? obligation.facts.formatIndex : .none
    if let format = format.index, format >= beyond {
      // A later record that alone names the format shows the time as well.
      proof = [format]
    } else if !proof.contains(where: { event($0).namesFormat(of: event(obligation.trigger)) }) {
      proof += [format].present
    }
    return Violation(
      witness: Evaluation.sorted(obligation.witness + hastening(obligation, beyond) + proof),
      certainAt: obligation.wait.needsAppOpen
        ? proof.max() ?? beyond : max(beyond, format.index ?? beyond),
      because:
        "\(because)\(although(obligation)) (limit \(limit)\(obligation.key.map { ", \($0.name)" } ?? ""))\(delay)",
      missing: Violation.Missing(kind: obligation.missing, fromT: from, toT: to), late: late,
      policy: obligation.key.map { [PolicySetting($0, Double(obligation.limitMs) / 1000)] } ?? [],
      measured: Double(passed) / 1000)
  }

  /// The trigger of an obligation and the event from which its deadline counts.
  ///
  /// The events that show that both are in one scene come with them.
  ///
  /// Where plain `t` exceeds the deadline of the trigger as well, the trigger alone shows it.
  private func hastening(_ obligation: Obligation, _ beyond: Int) -> [Int] {
    let (trigger, since) = (obligation.trigger, obligation.since)
    let passed = event(beyond).t - event(trigger).t
    if trigger == since || passed > obligation.wait.ownLimitMs { return [trigger] }
    return [trigger, since] + (hasScenes ? sceneSource(trigger) + sceneSource(since) : [])
  }

  /// What the event shows from which the deadline counts; empty for the trigger.
  private func although(_ obligation: Obligation) -> String {
    let (trigger, since) = (event(obligation.trigger), event(obligation.since))
    if obligation.trigger == obligation.since { return "" }
    let what =
      since.kind == .userActed ? "the user acted in the app" : "the app decided about an ad"
    return ", although \(what) \(ReadableDuration.text(since.t - trigger.t)) later"
  }

  /// The records that prove that the time passed and that the session has an app-open event; one
  /// record where it proves both.
  private func withAppOpenEvent(_ beyond: Int) -> [Int] {
    if trace.events[beyond].format == .appOpen { return [beyond] }
    let first = firstAppOpenEvent.known
    return first > beyond ? [first] : [first, beyond]
  }

  /// A record that proves that the time passed and, if possible, does not violate the rule by
  /// itself.
  func fitProof(_ beyond: Int, unfit: EventKind) -> Int {
    if let known = cache.fitProof, known.searched.contains(beyond) { return known.found ?? beyond }
    let found = trace.events[beyond...].firstIndex { $0.kind != unfit }
    cache.fitProof = (beyond...(found ?? trace.events.count), found)
    return found ?? beyond
  }
}
