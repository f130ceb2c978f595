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
  /// The rules whose monitor was touched in this session.
  private let touched: UnsafeMutablePointer<Int32>
  private var touchedCount = 0
  /// What sessions need that capture the same classes, by these.
  private var dispatches: [ClassSet: Dispatch] = [:]
  /// That of the last session: most capture what the one before did.
  private var lastDispatch: Dispatch?
  private static let mostDispatches = 256
  /// One a rule; behind a pointer, so that a visit changes its monitor in place.
  private let monitors: UnsafeMutablePointer<Monitor>

  /// Makes a judge; `overrides` are thresholds that win over what a journal says.
  public convenience init(rules: [Rule] = RuleBook.all, overrides: [PolicySetting] = []) {
    self.init(rules: rules, overrides: overrides, completesWitnesses: true)
  }

  private init(rules: [Rule], overrides: [PolicySetting], completesWitnesses: Bool) {
    self.rules = rules
    self.overrides = overrides
    self.completesWitnesses = completesWitnesses
    monitors = .allocate(capacity: rules.count)
    touched = .allocate(capacity: rules.count)
    for (index, rule) in rules.enumerated() {
      (monitors + index).initialize(to: Monitor(formats: rule.formats, number: index))
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
  public func judge(_ trace: Trace, otherShows: OtherShows = .none) -> [RuleResult] {
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
    for (rule, need) in dispatch.finishing {
      switch need {
      case .always: touch(monitors + rule)
      case .visited: if !monitors[rule].isTouched { continue }
      case .awake: if !monitors[rule].isAwake { continue }
      }
      rules[rule].pattern.finish?(run, &monitors[rule])
    }
  }

  /// Makes the monitors write down what is kept, for the tests of laws.
  func logKept() { run.state.pointee.logsKept = true }

  /// The `seq`s of the kept activations of a rule in the session that was judged last.
  func kept(_ rule: Int) -> [Int64] { monitors[rule].kept }

  private func begin(_ trace: Trace, _ otherShows: OtherShows) {
    run.state.pointee.trace = trace
    run.state.pointee.symbols = trace.symbols
    run.state.pointee.otherShows = otherShows
    run.notes = Run.Notes()
    run.notes.reusedNames = run.findReusedNames()
    run.state.pointee.isPlain = run.notes.reusedNames.isEmpty && !run.state.pointee.logsKept
    run.state.pointee.hasGaps = !trace.gaps.isEmpty
    let header = trace.header
    run.state.pointee.build = header?.build
    run.state.pointee.isMultiScene = header.map { $0.multiScene ?? false }
    run.state.pointee.isGoogle = header?.sdk == "google-mobile-ads"
    run.session.begin(trace, overrides: overrides)
    for place in 0..<touchedCount { monitors[Int(touched[place])].clear() }
    touchedCount = 0
  }

  /// The state at the end of the session that was judged last.
  public var session: Session { unsafeAddress { UnsafePointer(run.state.pointee.session) } }

  private func step(
    _ event: UnsafePointer<Event>, _ index: Int, _ dispatch: Dispatch, _ trace: Trace
  ) {
    let state = run.state
    state.pointee.facts.pointee = run.session.facts(of: event.pointee, at: index)
    state.pointee.slot = Run.State.unknownSlot
    let moment = Moment(run: run, index: index, facts: UnsafePointer(state.pointee.facts))
    let formatClass = moment.formatClass
    visit(dispatch.row(of: event.pointee.kind, formatClass), moment)
    if moment.facts.attempt != .no { visitAttempt(dispatch.attempts(formatClass), moment) }
    if event.pointee.kind == .adWillPresent && moment.facts.overlay == .no {
      visit(dispatch.shows(formatClass), moment)
    }
    run.session.evolve(
      event.pointee, at: index, state.pointee.facts.pointee, trace)
  }

  @inline(__always)
  private func visit(_ row: UnsafeBufferPointer<Dispatch.Place>, _ moment: Moment) {
    for place in row {
      let monitor = place.monitor
      switch place.role {
      case .check:
        if !monitor.pointee.isTouched { touch(monitor) }
        place.visitor._withUnsafeGuaranteedRef {
          if let judgement = $0.check(moment) { monitor.pointee.report(judgement, of: moment) }
        }
      case .visit:
        if !monitor.pointee.isTouched { touch(monitor) }
        place.visitor._withUnsafeGuaranteedRef { $0.visit(moment, &monitor.pointee) }
      case .visitWhileAwake:
        if monitor.pointee.isAwake {
          place.visitor._withUnsafeGuaranteedRef { $0.visit(moment, &monitor.pointee) }
        }
      }
    }
  }

  private func touch(_ monitor: UnsafeMutablePointer<Monitor>) {
    if monitor.pointee.isTouched { return }
    monitor.pointee.isTouched = true
    touched[touchedCount] = monitor.pointee.number
    touchedCount &+= 1
  }

  private func visitAttempt(_ row: UnsafeBufferPointer<Dispatch.Place>, _ moment: Moment) {
    if moment.facts.attempt == .yes && !moment.facts.isAttemptUncertain {
      return visit(row, moment)
    }
    for number in row.indices {
      let monitor = row[number].monitor
      monitor.pointee.doubt = row[number].visitor._withUnsafeGuaranteedRef {
        doubt(of: moment.facts, $0)
      }
      visit(UnsafeBufferPointer(rebasing: row[number...number]), moment)
      monitor.pointee.doubt = nil
    }
  }

  /// Why nothing that a rule says of an attempt is certain: the call of present was not seen.
  private func doubt(of facts: MomentFacts, _ visitor: Dispatch.Visitor) -> Doubt? {
    if facts.isAttemptUncertain { return .gap }
    return facts.attempt == .failureOnly && !visitor.judgesFailureOnly ? .unknown : nil
  }

  /// `kept` is the verdict of a rule that has activations and no findings.
  private func results(_ dispatch: Dispatch, _ kept: Verdict) -> [RuleResult] {
    let template = dispatch.template
    return [RuleResult](unsafeUninitializedCapacity: template.count) { results, count in
      template.withUnsafeBytes {
        // Without findings a result is bytes alone, and half of them stay as they are here.
        UnsafeMutableRawBufferPointer(results).copyMemory(from: $0)
      }
      count = template.count
      for place in 0..<touchedCount {
        let rule = Int(touched[place])
        let monitor = monitors + rule
        if monitor.pointee.hasLists {
          results.initializeElement(at: rule, to: findings(of: rule, kept))
        } else if monitor.pointee.activations > 0 {
          let activations = monitor.pointee.activations
          results.initializeElement(at: rule, to: RuleResult(kept, activations: activations))
        }
      }
      for rule in dispatch.conditional where !(rules[rule].pattern.applies?(run) ?? true) {
        results[rule] = RuleResult(.notCaptured, activations: 0)
      }
    }
  }

  @inline(never)
  private func findings(of rule: Int, _ kept: Verdict) -> RuleResult {
    let monitor = monitors + rule
    if monitor.pointee.violations.isEmpty && monitor.pointee.undecided.isEmpty {
      return RuleResult(kept, activations: monitor.pointee.activations)
    }
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

  private func dispatch(for classes: ClassSet) -> Dispatch {
    if let lastDispatch, lastDispatch.classes == classes { return lastDispatch }
    if dispatches.count >= Self.mostDispatches { dispatches.removeAll() }
    let dispatch =
      dispatches[classes] ?? Dispatch(rules, classes: classes, monitors: monitors)
    dispatches[classes] = dispatch
    lastDispatch = dispatch
    return dispatch
  }
}
