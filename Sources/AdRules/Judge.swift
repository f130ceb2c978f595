public import AdSession

/// Judges sessions by a selection of rules; one value judges many, one after the other.
public final class Judge {
  /// The rules, in the order of the results.
  public let rules: [Rule]
  private let overrides: [PolicySetting]
  /// Whether witnesses are to show what is captured, too; not where the verdict alone is asked for.
  private let completesWitnesses: Bool
  private let run = Run()
  private let noTrace = Trace()
  /// One a rule; behind a pointer, so that a visit changes its monitor in place.
  private let monitors: UnsafeMutablePointer<Monitor>
  private var dispatches: [ClassSet: Dispatch] = [:]

  /// Makes a judge; `overrides` are thresholds that win over what a journal says.
  public convenience init(rules: [Rule] = RuleBook.all, overrides: [PolicySetting] = []) {
    self.init(rules: rules, overrides: overrides, completesWitnesses: true)
  }

  private init(rules: [Rule], overrides: [PolicySetting], completesWitnesses: Bool) {
    self.rules = rules
    self.overrides = overrides
    self.completesWitnesses = completesWitnesses
    monitors = .allocate(capacity: rules.count)
    for (index, rule) in rules.enumerated() {
      (monitors + index).initialize(to: Monitor(formats: rule.formats))
    }
  }

  deinit {
    run.end()
    monitors.deinitialize(count: rules.count)
    monitors.deallocate()
  }

  /// The results of every rule for one session, in the order of ``rules``.
  ///
  /// O(records) but for searches in the ads of one slot. `otherShows` are those of the same install.
  public func judge(_ trace: Trace, otherShows: OtherShows = .none) -> [RuleResult] {
    begin(trace, otherShows)
    let dispatch = dispatch(for: run.session.captured)
    trace.events.withUnsafeBufferPointer { events in
      run.state.pointee.events = events.baseAddress
      run.state.pointee.count = events.count
      for index in events.indices { step(events[index], index, dispatch, trace) }
      run.state.pointee.events = nil
    }
    for rule in dispatch.finishing {
      monitors[rule].isTouched = true
      rules[rule].pattern.finish?(run, &monitors[rule])
    }
    let kept: Verdict = trace.header == nil || trace.hasBadSeal ? .inconclusive : .holds
    var results: [RuleResult] = []
    results.reserveCapacity(rules.count)
    for rule in rules.indices { results.append(result(of: rule, dispatch, kept)) }
    // The caller may use the memory of its trace again.
    run.state.pointee.trace = noTrace
    return results
  }

  /// Makes the monitors write down what is kept, for the tests of laws.
  func logKept() { run.state.pointee.logsKept = true }

  /// The `seq`s of the kept activations of a rule in the session that was judged last.
  func kept(_ rule: Int) -> [Int64] { monitors[rule].kept }

  private func begin(_ trace: Trace, _ otherShows: OtherShows) {
    run.state.pointee.trace = trace
    run.state.pointee.otherShows = otherShows
    run.notes = Run.Notes()
    run.notes.reusedNames = run.findReusedNames()
    run.state.pointee.isPlain = run.notes.reusedNames.isEmpty && !run.state.pointee.logsKept
    run.state.pointee.build = trace.header?.build
    run.state.pointee.isMultiScene = trace.header.map { $0.multiScene ?? false }
    run.state.pointee.isGoogle = trace.header?.sdk == "google-mobile-ads"
    run.session.begin(trace, overrides: overrides)
    for index in rules.indices { monitors[index].clear() }
  }

  /// The state at the end of the session that was judged last.
  public var session: Session { _read { yield run.state.pointee.session } }

  private func step(_ event: Event, _ index: Int, _ dispatch: Dispatch, _ trace: Trace) {
    let facts = run.state.pointee.session.facts(of: event, at: index)
    let moment = Moment(run: run, index: index, facts: facts)
    for place in dispatch.range(of: event.kind) {
      dispatch.visitors[place]._withUnsafeGuaranteedRef { visit($0, moment) }
    }
    if facts.attempt != .no {
      for place in dispatch.attempts {
        dispatch.visitors[place]._withUnsafeGuaranteedRef { visitAttempt($0, moment) }
      }
    }
    if event.kind == .adWillPresent && facts.overlay == .no {
      for place in dispatch.shows {
        dispatch.visitors[place]._withUnsafeGuaranteedRef { visit($0, moment) }
      }
    }
    run.state.pointee.session.evolve(event, at: index, facts, trace)
  }

  @inline(__always)
  private func visit(_ visitor: Dispatch.Visitor, _ moment: Moment) {
    if let formats = visitor.formats, !formats.concern(moment) { return }
    let monitor = monitors + visitor.rule
    monitor.pointee.isTouched = true
    visitor.visit(moment, &monitor.pointee)
  }

  private func visitAttempt(_ visitor: Dispatch.Visitor, _ moment: Moment) {
    guard visitor.formats?.concern(moment) ?? true else { return }
    let monitor = monitors + visitor.rule
    monitor.pointee.isTouched = true
    monitor.pointee.doubt = doubt(of: moment.facts, rules[visitor.rule].pattern)
    visitor.visit(moment, &monitor.pointee)
    monitor.pointee.doubt = nil
  }

  /// Why nothing that a rule says of an attempt is certain: the call of present was not seen.
  private func doubt(of facts: MomentFacts, _ pattern: Pattern) -> Doubt? {
    if facts.isAttemptUncertain { return .gap }
    return facts.attempt == .failureOnly && !pattern.judgesFailureOnly ? .unknown : nil
  }

  /// `kept` is the verdict of a rule that has activations and no findings.
  @inline(__always)
  private func result(of rule: Int, _ dispatch: Dispatch, _ kept: Verdict) -> RuleResult {
    guard dispatch.isCaptured[rule] else {
      return RuleResult(verdict: .notCaptured, activations: 0)
    }
    let monitor = monitors + rule
    if let applies = dispatch.applies[rule], !applies(run) {
      return RuleResult(verdict: .notCaptured, activations: 0)
    }
    if monitor.pointee.activations == 0 { return RuleResult(verdict: .vacuous, activations: 0) }
    if monitor.pointee.violations.isEmpty && monitor.pointee.undecided.isEmpty {
      return RuleResult(verdict: kept, activations: monitor.pointee.activations)
    }
    return findings(of: rule)
  }

  @inline(never)
  private func findings(of rule: Int) -> RuleResult {
    let monitor = monitors + rule
    let violations = monitor.pointee.violations.sorted { $0.certainAt < $1.certainAt }
    return RuleResult(
      verdict: violations.isEmpty ? .inconclusive : .violated,
      activations: monitor.pointee.activations,
      violations: violations.map { completed($0, of: rules[rule]) },
      undecided: monitor.pointee.undecided.sorted { $0.seq < $1.seq })
  }

  /// A witness must show all that the rule needs: a class counts as captured by the header, or
  /// where that says nothing by occurring.
  ///
  /// Not every event of the class will do (one can excuse what the others break): the first with
  /// which the witness alone still breaks the rule is taken.
  private func completed(_ violation: Violation, of rule: Rule) -> Violation {
    guard completesWitnesses, run.trace.header?.captures == nil else { return violation }
    var complete = violation
    for eventClass in rule.observes where !ClassSet.always.contains(ClassSet(eventClass)) {
      let events = run.trace.events
      if complete.witness.contains(where: { events[$0].kind.eventClass == eventClass }) { continue }
      let witnesses = run.firstEvents(of: eventClass).filter { $0 != violation.certainAt }
        .prefix(Run.mostCandidates).map { Run.sorted(complete.witness + [$0]) }
      let sufficient = witnesses.first { breaks(rule, $0, of: violation) }
      complete.witness = sufficient ?? witnesses.first ?? complete.witness
    }
    return complete
  }

  /// Whether the header and these records alone break the rule.
  private func breaks(_ rule: Rule, _ witness: [Int], of violation: Violation) -> Bool {
    let added = run.trace.policyChanges.keys.filter { $0 < violation.certainAt }
    let part = run.trace.part(Run.sorted([0] + witness + added))
    let judge = Judge(rules: [rule], overrides: overrides, completesWitnesses: false)
    return judge.judge(part).first?.verdict == .violated
  }

  private func dispatch(for captured: ClassSet) -> Dispatch {
    if let known = dispatches[captured] { return known }
    let made = Dispatch(rules, captured: captured)
    dispatches[captured] = made
    return made
  }
}

/// Which rules visit which events, in a session that captures certain classes.
final class Dispatch {
  /// One rule as it visits an event: all that the loop needs, without a way through the rule.
  final class Visitor {
    let rule: Int
    /// The formats that it looks at; nil where all events reach it.
    let formats: Formats?
    let visit: @Sendable (Moment, inout Monitor) -> Void

    init(rule: Int, formats: Formats?, visit: @escaping @Sendable (Moment, inout Monitor) -> Void) {
      self.rule = rule
      self.formats = formats
      self.visit = visit
    }
  }

  /// The visitors of each kind in a row, then those of attempts, then those of shows.
  let visitors: UnsafeMutablePointer<Unmanaged<Visitor>>
  /// What ``visitors`` points to.
  private let kept: [Visitor]
  private let ends: [Int]
  let finishing: [Int]
  let isCaptured: [Bool]
  let applies: [(@Sendable (Run) -> Bool)?]

  /// The places of the visitors of attempts.
  var attempts: Range<Int> { ends[ends.count - 3]..<ends[ends.count - 2] }
  /// The places of the visitors of shows.
  var shows: Range<Int> { ends[ends.count - 2]..<ends[ends.count - 1] }

  /// The places of the visitors of a kind.
  func range(of kind: EventKind) -> Range<Int> {
    let index = Int(kind.rawValue)
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  init(_ rules: [Rule], captured: ClassSet) {
    let kinds = EventKind.allCases.count
    var rows: [[Visitor]] = Array(repeating: [], count: kinds + 2)
    var finishing: [Int] = []
    var isCaptured: [Bool] = []
    for (index, rule) in rules.enumerated() {
      let needed = rule.observes.reduce(into: ClassSet()) { $0.insert(ClassSet($1)) }
      isCaptured.append(captured.isSuperset(of: needed))
      guard captured.isSuperset(of: needed) else { continue }
      if rule.pattern.finish != nil { finishing.append(index) }
      for trigger in Set(rule.pattern.triggers) {
        guard let row = Self.row(of: trigger, captured) else { continue }
        rows[row].append(Self.visitor(of: rule, index, trigger))
      }
    }
    let all = rows.flatMap { $0 }
    kept = all
    visitors = .allocate(capacity: all.count)
    for (place, visitor) in all.enumerated() {
      (visitors + place).initialize(to: .passUnretained(visitor))
    }
    var ends: [Int] = []
    for row in rows { ends.append((ends.last ?? 0) + row.count) }
    self.ends = ends
    self.finishing = finishing
    self.isCaptured = isCaptured
    applies = rules.map(\.pattern.applies)
  }

  deinit { visitors.deallocate() }

  private static func visitor(of rule: Rule, _ index: Int, _ trigger: Pattern.Trigger) -> Visitor {
    let looks = trigger == .attempt || rule.pattern.filtersFormat
    return Visitor(
      rule: index, formats: looks && rule.formats != .all ? rule.formats : nil,
      visit: rule.pattern.visit)
  }

  /// The row of a trigger; nil for a kind whose class is not captured.
  private static func row(of trigger: Pattern.Trigger, _ captured: ClassSet) -> Int? {
    switch trigger {
    case .attempt: EventKind.allCases.count
    case .show: EventKind.allCases.count + 1
    case .kind(let kind):
      kind.eventClass.flatMap { captured.contains(ClassSet($0)) ? Int(kind.rawValue) : nil }
    }
  }
}
