public import AdSession

/// Judges sessions by a selection of rules; one value judges many, one after the other.
public final class Judge {
  /// The rules, in the order of the results.
  public let rules: [Rule]
  let overrides: [PolicySetting]
  /// Whether witnesses must also show which classes are captured; false where only verdicts are
  /// needed.
  let completesWitnesses: Bool
  /// Judges the witnesses of one rule; kept because a rule often has many in a row.
  @exclusivity(unchecked) private var witnessJudge: Judge?
  private let storage = Slab(count: 1) { _ in EvaluationStorage() }
  let evaluation: Evaluation
  private let noTrace = Trace()
  /// The rule states that were used in this session and are not cleared yet.
  let touched: Slab<Cell<RuleState>>
  @exclusivity(unchecked) var touchedCount = 0
  /// One dispatch per set of captured classes; a journal rarely has more than two.
  @exclusivity(unchecked) private var dispatches: [Dispatch] = []
  /// The dispatch of the last session; most sessions capture the same classes as the one before.
  @exclusivity(unchecked) private var lastDispatch: Dispatch?
  private static let mostDispatches = 64
  /// The results of the last session; their memory is reused unless a caller still holds it.
  @exclusivity(unchecked) var lastResults = RuleResults([])
  /// The state of each rule, at a fixed address so that a visit changes it in place.
  let states: Slab<RuleState>

  /// Makes a judge; `overrides` are thresholds that win over what a journal says.
  public convenience init(rules: [Rule] = RuleBook.all, overrides: [PolicySetting] = []) {
    self.init(rules: rules, overrides: overrides, completesWitnesses: true)
  }

  /// Makes a judge; without complete witnesses, a violation has those that its pattern names.
  package init(rules: [Rule], overrides: [PolicySetting], completesWitnesses: Bool) {
    self.rules = rules
    self.overrides = overrides
    self.completesWitnesses = completesWitnesses
    let states = Slab(count: rules.count) { RuleState(rules[$0], number: $0) }
    touched = Slab(count: rules.count) { states.cell($0) }
    self.states = states
    evaluation = Evaluation(storage.cell(0))
  }

  /// The results of every rule for one session, in the order of ``rules``.
  ///
  /// O(records), apart from searches in the ads of one slot. `otherShows` is what is known of the
  /// shows in earlier sessions of the same install.
  public func judge(_ trace: Trace, otherShows: OtherShows = .unknown) -> RuleResults {
    begin(trace, otherShows)
    let dispatch = dispatch(for: evaluation.session.captured)
    trace.events.withReadOnlyRow { events in
      if events.count == 0 { return }
      evaluation.begin(events)
      for index in 0..<events.count { step(events[index], index, dispatch, trace) }
      finish(dispatch)
      evaluation.endEvents()
    }
    let kept: Verdict = trace.header == nil || trace.hasBadSeal ? .inconclusive : .holds
    let results = results(dispatch, kept)
    evaluation.release(for: noTrace)
    return results
  }

  private func finish(_ dispatch: Dispatch) {
    for end in dispatch.ends {
      switch end.need {
      case .awake: if !end.state.value.isAwake { continue }
      case .visited: if !end.state.value.isTouched { continue }
      case .always: touch(end.state)
      }
      end.finisher.with { $0.finish(evaluation, &end.state.value) }
    }
  }

  /// The judge that evaluates records of this session by one rule.
  func judge(ofWitnessesFor rule: Rule) -> Judge {
    if let witnessJudge, witnessJudge.rules[0].pattern === rule.pattern { return witnessJudge }
    let judge = Judge(rules: [rule], overrides: overrides, completesWitnesses: false)
    witnessJudge = judge
    return judge
  }

  /// Makes rule states record kept activations, for property tests and explanations.
  package func logKept() { evaluation.logsKept = true }

  /// The `seq`s of the kept activations of a rule in the session that was judged last.
  package func kept(_ rule: Int) -> [Int64] { states[rule].kept }

  private func begin(_ trace: Trace, _ otherShows: OtherShows) {
    evaluation.begin(trace, otherShows, overrides: overrides)
    for index in 0..<touchedCount {
      touched[index].value.clear()
      touched[index].value.clearMore()
    }
    touchedCount = 0
  }

  /// The state at the end of the session that was judged last.
  public var session: Session { _read { yield evaluation.session } }

  @inline(__always)
  private func step(_ event: Event, _ index: Int, _ dispatch: Dispatch, _ trace: Trace) {
    let seen = evaluation.session.facts(of: event, at: index)
    let facts = seen.unsure.isEmpty ? seen : evaluation.completed(seen, of: event, at: index)
    let context = evaluation.begin(event, index, facts)
    let formatClass = context.formatClass
    visit(dispatch.row(of: event.kind, formatClass), context)
    if facts.attempt != .no { visitAttempt(dispatch.attempts(formatClass), context) }
    if event.kind == .adWillPresent && facts.overlay == .no {
      visit(dispatch.shows(formatClass), context)
    }
    evaluation.session.evolve(event, at: index, facts, trace)
  }

  @inline(__always)
  private func visit(_ row: Dispatch.Row, _ context: EvaluationContext) {
    for call in row.checks(ofAd: context.event.ad.isPresent) { check(call, context) }
    for call in row.awake where call.state.value.isAwake {
      call.visitor.with { $0.visit(context, &call.state.value) }
    }
    for call in row.visits { visit(call, context) }
  }

  @inline(__always)
  private func check(_ call: Dispatch.Call, _ context: EvaluationContext) {
    call.visitor.with {
      guard let judgement = $0.check(context) else { return }
      touch(call.state)
      call.state.value.report(judgement, of: context)
    }
  }

  @inline(__always)
  private func visit(_ call: Dispatch.Call, _ context: EvaluationContext) {
    touch(call.state)
    call.visitor.with { $0.visit(context, &call.state.value) }
  }

  @inline(__always)
  private func touch(_ state: Cell<RuleState>) {
    if state.value.isTouched { return }
    state.value.isTouched = true
    touched[touchedCount] = state
    touchedCount &+= 1
  }

  private func visitAttempt(_ row: Dispatch.Row, _ context: EvaluationContext) {
    if context.facts.attempt == .yes && !context.facts.unsure.contains(.attempt) {
      return visit(row, context)
    }
    for call in row.checks(ofAd: context.event.ad.isPresent) {
      withDoubt(call, context) { check($0, context) }
    }
    for call in row.awake where call.state.value.isAwake {
      withDoubt(call, context) { visit($0, context) }
    }
    for call in row.visits { withDoubt(call, context) { visit($0, context) } }
  }

  private func withDoubt(
    _ call: Dispatch.Call, _ context: EvaluationContext, _ body: (Dispatch.Call) -> Void
  ) {
    call.state.value.doubt = call.visitor.with {
      doubt(of: context.facts, $0)
    }
    body(call)
    call.state.value.doubt = nil
  }

  /// Why a rule cannot decide about an attempt: the call of present was not seen.
  private func doubt(of facts: DerivedFacts, _ visitor: Dispatch.Visitor) -> Doubt? {
    if facts.attempt == .failureOnly && !visitor.judgesFailureOnly { return .unknown }
    return facts.unsure.contains(.attempt) ? .gap : nil
  }

  private func dispatch(for classes: ClassSet) -> Dispatch {
    if let lastDispatch, lastDispatch.classes == classes { return lastDispatch }
    let dispatch = dispatches.first { $0.classes == classes } ?? makeDispatch(for: classes)
    lastDispatch = dispatch
    return dispatch
  }

  private func makeDispatch(for classes: ClassSet) -> Dispatch {
    if dispatches.count == Self.mostDispatches { dispatches.removeAll() }
    let dispatch = Dispatch(rules, classes: classes, states: states)
    dispatches.append(dispatch)
    return dispatch
  }
}
