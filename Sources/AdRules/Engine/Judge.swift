public import AdSession

/// Judges sessions by a selection of rules; one value judges many, one after the other.
public final class Judge {
  /// The rules, in the order of the results.
  public let rules: [Rule]
  let overrides: [PolicySetting]
  /// Whether witnesses are to show what is captured, too; not where the verdict alone is asked for.
  let completesWitnesses: Bool
  /// Judges the witnesses of the rule that was last asked of: a rule has many, one after the other.
  @exclusivity(unchecked) private var witnessJudge: Judge?
  let run = Run()
  private let noTrace = Trace()
  /// The monitors that were touched in this session and are not cleared yet.
  let touched: UnsafeMutablePointer<UnsafeMutablePointer<Monitor>>
  @exclusivity(unchecked) var touchedCount = 0
  /// What sessions need that capture the same classes; hardly more than two in a journal.
  @exclusivity(unchecked) private var dispatches: [Dispatch] = []
  /// That of the last session: most capture what the one before did.
  @exclusivity(unchecked) private var lastDispatch: Dispatch?
  private static let mostDispatches = 64
  /// What the last session came to; its memory is used again, unless somebody still holds it.
  @exclusivity(unchecked) var lastResults = RuleResults([])
  /// One a rule; behind a pointer, so that a visit changes its monitor in place.
  let monitors: UnsafeMutablePointer<Monitor>

  /// Makes a judge; `overrides` are thresholds that win over what a journal says.
  public convenience init(rules: [Rule] = RuleBook.all, overrides: [PolicySetting] = []) {
    self.init(rules: rules, overrides: overrides, completesWitnesses: true)
  }

  init(rules: [Rule], overrides: [PolicySetting], completesWitnesses: Bool) {
    self.rules = rules
    self.overrides = overrides
    self.completesWitnesses = completesWitnesses
    monitors = .allocate(capacity: rules.count)
    touched = .allocate(capacity: rules.count)
    for (index, rule) in rules.enumerated() {
      (monitors + index).initialize(to: Monitor(rule, number: index))
    }
  }

  deinit {
    run.end()
    monitors.deinitialize(count: rules.count)
    monitors.deallocate()
    touched.deallocate()
  }

  /// The results of every rule for one session, in the order of ``rules``.
  ///
  /// O(records) but for searches in the ads of one slot. `otherShows` are those of the same install.
  public func judge(_ trace: Trace, otherShows: OtherShows = .none) -> RuleResults {
    begin(trace, otherShows)
    let dispatch = dispatch(for: run.session.captured)
    trace.events.withUnsafeBufferPointer { events in
      guard let start = events.baseAddress else { return }
      run.state.pointee.events = start
      run.state.pointee.count = events.count
      for index in events.indices { step(start + index, index, dispatch, trace) }
      finish(dispatch)
      run.state.pointee.count = 0
    }
    let kept: Verdict = trace.header == nil || trace.hasBadSeal ? .inconclusive : .holds
    let results = results(dispatch, kept)
    // The caller may use the memory of its trace again.
    run.state.pointee.trace = noTrace
    run.state.pointee.symbols = noTrace.symbols
    return results
  }

  private func finish(_ dispatch: Dispatch) {
    for end in dispatch.ends {
      switch end.need {
      case .awake: if !end.monitor.pointee.isAwake { continue }
      case .visited: if !end.monitor.pointee.isTouched { continue }
      case .always: touch(end.monitor)
      }
      end.finisher._withUnsafeGuaranteedRef { $0.finish(run, &end.monitor.pointee) }
    }
  }

  /// What judges records of this session by one rule.
  func judge(ofWitnessesFor rule: Rule) -> Judge {
    if let witnessJudge, witnessJudge.rules[0].pattern === rule.pattern { return witnessJudge }
    let judge = Judge(rules: [rule], overrides: overrides, completesWitnesses: false)
    witnessJudge = judge
    return judge
  }

  /// Makes the monitors write down what is kept, for the tests of laws.
  func logKept() { run.state.pointee.logsKept = true }

  /// The `seq`s of the kept activations of a rule in the session that was judged last.
  func kept(_ rule: Int) -> [Int64] { monitors[rule].kept }

  private func begin(_ trace: Trace, _ otherShows: OtherShows) {
    run.state.pointee.trace = trace
    run.state.pointee.symbols = trace.symbols
    run.state.pointee.note(otherShows)
    run.notes.clear()
    if !trace.reusedNames.isEmpty { run.notes.reusedNames = ReusedNames(of: trace) }
    run.state.pointee.isPlain = run.notes.reusedNames.isEmpty && !run.state.pointee.logsKept
    run.state.pointee.hasGaps = !trace.gaps.isEmpty
    run.state.pointee.note(trace.header)
    run.session.begin(trace, overrides: overrides)
    for place in 0..<touchedCount {
      touched[place].pointee.clear()
      touched[place].pointee.clearMore()
    }
    touchedCount = 0
  }

  /// The state at the end of the session that was judged last.
  public var session: Session { unsafeAddress { UnsafePointer(run.state.pointee.session) } }

  private func step(
    _ place: UnsafePointer<Event>, _ index: Int, _ dispatch: Dispatch, _ trace: Trace
  ) {
    let state = run.state
    // One copy of the event serves both.
    let event = place.pointee
    let seen = run.session.facts(of: event, at: index)
    let facts = seen.mayComeLater ? run.findingLater(of: event, at: index, seen) : seen
    state.pointee.setFacts(facts)
    state.pointee.slot = Run.State.unknownSlot
    let moment = Moment(
      run: run, index: index, event: place, facts: UnsafePointer(state.pointee.facts))
    let formatClass = moment.formatClass
    visit(dispatch.row(of: event.kind, formatClass), moment)
    if facts.attempt != .no { visitAttempt(dispatch.attempts(formatClass), moment) }
    if event.kind == .adWillPresent && facts.overlay == .no {
      visit(dispatch.shows(formatClass), moment)
    }
    run.session.evolve(event, at: index, facts, trace)
  }

  @inline(__always)
  private func visit(_ row: Dispatch.Row, _ moment: Moment) {
    for place in row.checks(ofAd: moment.event.ad.isPresent) { check(place, moment) }
    for place in row.awake where place.monitor.pointee.isAwake {
      place.visitor._withUnsafeGuaranteedRef { $0.visit(moment, &place.monitor.pointee) }
    }
    for place in row.visits { visit(place, moment) }
  }

  @inline(__always)
  private func check(_ place: Dispatch.Place, _ moment: Moment) {
    place.visitor._withUnsafeGuaranteedRef {
      guard let judgement = $0.check(moment) else { return }
      touch(place.monitor)
      place.monitor.pointee.report(judgement, of: moment)
    }
  }

  @inline(__always)
  private func visit(_ place: Dispatch.Place, _ moment: Moment) {
    touch(place.monitor)
    place.visitor._withUnsafeGuaranteedRef { $0.visit(moment, &place.monitor.pointee) }
  }

  @inline(__always)
  private func touch(_ monitor: UnsafeMutablePointer<Monitor>) {
    if monitor.pointee.isTouched { return }
    monitor.pointee.isTouched = true
    touched[touchedCount] = monitor
    touchedCount &+= 1
  }

  private func visitAttempt(_ row: Dispatch.Row, _ moment: Moment) {
    if moment.facts.attempt == .yes && !moment.facts.isAttemptUncertain {
      return visit(row, moment)
    }
    for place in row.checks(ofAd: moment.event.ad.isPresent) {
      withDoubt(place, moment) { check($0, moment) }
    }
    for place in row.awake where place.monitor.pointee.isAwake {
      withDoubt(place, moment) { visit($0, moment) }
    }
    for place in row.visits { withDoubt(place, moment) { visit($0, moment) } }
  }

  private func withDoubt(
    _ place: Dispatch.Place, _ moment: Moment, _ body: (Dispatch.Place) -> Void
  ) {
    place.monitor.pointee.doubt = place.visitor._withUnsafeGuaranteedRef {
      doubt(of: moment.facts, $0)
    }
    body(place)
    place.monitor.pointee.doubt = nil
  }

  /// Why nothing that a rule says of an attempt is certain: the call of present was not seen.
  private func doubt(of facts: MomentFacts, _ visitor: Dispatch.Visitor) -> Doubt? {
    if facts.isAttemptUncertain { return .gap }
    return facts.attempt == .failureOnly && !visitor.judgesFailureOnly ? .unknown : nil
  }

  private func dispatch(for classes: ClassSet) -> Dispatch {
    if let lastDispatch, lastDispatch.classes == classes { return lastDispatch }
    let dispatch = dispatches.first { $0.classes == classes } ?? makeDispatch(for: classes)
    lastDispatch = dispatch
    return dispatch
  }

  private func makeDispatch(for classes: ClassSet) -> Dispatch {
    if dispatches.count == Self.mostDispatches { dispatches.removeAll() }
    let dispatch = Dispatch(rules, classes: classes, monitors: monitors)
    dispatches.append(dispatch)
    return dispatch
  }
}
