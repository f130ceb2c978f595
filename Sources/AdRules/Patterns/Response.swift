public import AdSession

extension Pattern {
  /// Response: each trigger is answered within a threshold of active time.
  ///
  /// - Parameters:
  ///   - trigger: what asks.
  ///   - condition: which of these events activate the rule.
  ///   - tie: what the answer has in common with the trigger.
  ///   - answers: the kinds that answer; `ad.will_present` answers only when it is no overlay.
  ///   - accepts: which of these events answer.
  ///   - key: the threshold, for the trigger's format.
  ///   - excuse: what excuses a trigger, by the state at the trigger.
  ///   - shownBy: up to two further events that show why the trigger asks, for the witness; -1: none.
  ///   - needsAppOpen: whether a session without any app-open event is not asked at all.
  ///   - isAskedWhileUp: whether the trigger can come while the ad is up: then a show that may be an
  ///     overlay of one which a gap before the trigger hides is no certain answer.
  ///   - says: what did not happen, for the sentence: `"was not followed by a request"`.
  public static func response(
    to trigger: Trigger, where condition: (@Sendable (Moment) -> Bool)? = nil,
    tie: Tie, answers: [EventKind], accepts: (@Sendable (Moment) -> Bool)? = nil,
    within key: @escaping @Sendable (Moment) -> PolicyKey,
    unless excuse: (@Sendable (Moment) -> Excuse)? = nil,
    shownBy: @escaping @Sendable (Moment) -> (Int, Int) = { _ in (-1, -1) },
    onlyWithAppOpenEvents needsAppOpen: Bool = false, evenWhileUp isAskedWhileUp: Bool = false,
    says: @escaping @Sendable (Moment) -> String
  ) -> Pattern {
    let response = Response(
      condition: condition, tie: tie, missing: answers[0], accepts: accepts, key: key,
      excuse: excuse ?? { _ in .none }, shownBy: shownBy, needsAppOpen: needsAppOpen,
      isAskedWhileUp: isAskedWhileUp, says: says)
    let answering = Visit(answers.map(Trigger.kind), filtersFormat: false, need: .awake) {
      response.answer($0, &$1)
    }
    let asking = Visit([trigger]) { response.ask($0, &$1) }
    return Pattern(visits: [answering, asking], needsFinish: .awake) { run, monitor in
      monitor.settleAll(in: run, says: says)
    }
  }
}

/// The parts of a response: one reference for what is called with so many events.
///
/// Closures that may be missing say nothing instead: what is optional is held on to at each call.
private final class Response: Sendable {
  private let condition: (@Sendable (Moment) -> Bool)?
  private let tie: Tie
  private let missing: EventKind
  private let accepts: (@Sendable (Moment) -> Bool)?
  private let key: @Sendable (Moment) -> PolicyKey
  private let excuse: @Sendable (Moment) -> Excuse
  private let shownBy: @Sendable (Moment) -> (Int, Int)
  private let needsAppOpen: Bool
  private let isAskedWhileUp: Bool
  private let says: @Sendable (Moment) -> String

  init(
    condition: (@Sendable (Moment) -> Bool)?, tie: Tie, missing: EventKind,
    accepts: (@Sendable (Moment) -> Bool)?, key: @escaping @Sendable (Moment) -> PolicyKey,
    excuse: @escaping @Sendable (Moment) -> Excuse,
    shownBy: @escaping @Sendable (Moment) -> (Int, Int),
    needsAppOpen: Bool, isAskedWhileUp: Bool, says: @escaping @Sendable (Moment) -> String
  ) {
    self.condition = condition
    self.tie = tie
    self.missing = missing
    self.accepts = accepts
    self.key = key
    self.excuse = excuse
    self.shownBy = shownBy
    self.needsAppOpen = needsAppOpen
    self.isAskedWhileUp = isAskedWhileUp
    self.says = says
  }

  func answer(_ moment: Moment, _ monitor: inout Monitor) {
    if let accepts, !accepts(moment) { return }
    if isAskedWhileUp && moment.facts.isShowUncertain {
      return monitor.answerByShow(tie.key(moment), moment, says: says)
    }
    switch moment.facts.overlay {
    case .no: monitor.answer(tie.key(moment), by: moment.index, in: moment.run, says: says)
    case .unknown: monitor.doubt(tie.key(moment), by: moment.index, in: moment.run)
    case .yes: break
    }
  }

  func ask(_ moment: Moment, _ monitor: inout Monitor) {
    if let condition, !condition(moment) { return }
    if needsAppOpen && !moment.run.hasAppOpenEvent { return }
    if tie.needsScene && moment.facts.isSceneUncertain {
      return monitor.report(.undecided(.gap), of: moment)
    }
    if tie == .splash && moment.mayHideOtherSplash {
      return monitor.report(.undecided(.gap), of: moment)
    }
    let wait = monitor.wait(
      moment, key(moment), excuse(moment), missing: missing, needsAppOpen: needsAppOpen)
    if let wait { monitor.open.append(wait, tie: tie.key(moment), witness: shownBy(moment)) }
  }
}

extension Monitor {
  /// Opens an obligation, or takes the activation down at once where it is excused.
  @inline(__always)
  mutating func open(
    _ moment: Moment, _ tie: UInt64, _ key: PolicyKey, _ excuse: Excuse, missing: EventKind,
    unfitProof: EventKind = .unknown
  ) {
    let wait = wait(moment, key, excuse, missing: missing, unfitProof: unfitProof)
    if let wait { open.append(wait, tie: tie) }
  }

  /// What is to wait for an answer; nil where the activation is taken down at once.
  @inline(__always)
  mutating func wait(
    _ moment: Moment, _ key: PolicyKey, _ excuse: Excuse, missing: EventKind,
    needsAppOpen: Bool = false, unfitProof: EventKind = .unknown
  ) -> Wait? {
    if case .excused = excuse {
      report(.kept, of: moment)
      return nil
    }
    guard let limit = moment.milliseconds(key) else {
      report(.undecided(.unknown), of: moment)
      return nil
    }
    var wait = Wait(trigger: moment.index, limitMs: limit, key: key)
    wait.facts = moment.facts
    wait.showsFormat = formats != .all
    wait.missing = missing
    wait.needsAppOpen = needsAppOpen
    wait.unfitProof = unfitProof
    switch excuse {
    case .unknown(let why): wait.doubt = why
    case .perhaps(let why):
      wait.doubt = why
      wait.isPerhaps = true
    case .none, .excused: break
    }
    if moment.facts.isShowUncertain { wait.doubt = .gap }
    return wait
  }

  /// Settles every obligation of a tie by an answer, in time or late, that fits its trigger.
  mutating func answer(
    _ tie: UInt64, by index: Int, in run: Run, says: @Sendable (Moment) -> String
  ) {
    if run.state.pointee.isPlain && doubt == nil {
      let answered = open.takeAnswered(tie, by: index, in: run)
      activations &+= answered.count
      if answered.all { return }
    }
    for obligation in open.take(tie) { settle(obligation, answer: index, in: run, says: says) }
  }

  /// Settles the obligations of a tie whose trigger the answer fits.
  mutating func answer(
    _ tie: UInt64, by index: Int, in run: Run, says: @Sendable (Moment) -> String,
    fits: (Moment) -> Bool
  ) {
    let fitting = open.take(tie) { obligation in
      run.withMoment(obligation.trigger, obligation.facts, fits)
    }
    for obligation in fitting { settle(obligation, answer: index, in: run, says: says) }
  }

  /// A show that may be an overlay answers where no gap before the trigger hides that it is one.
  mutating func answerByShow(
    _ tie: UInt64, _ moment: Moment, says: @Sendable (Moment) -> String
  ) {
    let start = max(moment.birth, moment.last(.shown) ?? -1)
    answer(tie, by: moment.index, in: moment.run, says: says) { !$0.hasGap(since: start) }
    doubt(tie, by: moment.index, in: moment.run)
  }

  /// What may be an answer came: only a certain one in time now decides.
  mutating func doubt(_ tie: UInt64, by index: Int, in run: Run) {
    open.doubt(tie, by: index, in: run)
  }

  /// Settles what is still open when the session is over.
  mutating func settleAll(in run: Run, says: @Sendable (Moment) -> String) {
    if open.isEmpty { return }
    for obligation in open.takeAll() { settle(obligation, answer: nil, in: run, says: says) }
  }

  private mutating func settle(
    _ obligation: Obligation, answer: Int?, in run: Run, says: @Sendable (Moment) -> String
  ) {
    let outcome = run.outcome(of: obligation, answer: answer, says: says)
    if obligation.wait.isPerhaps, case .kept = outcome.judgement { return }
    report(outcome.judgement, of: obligation.trigger, in: run, remainingMs: outcome.remainingMs)
  }
}

extension Run {
  /// What became of a trigger that waited for an answer.
  ///
  /// | answer | gap in the window | record beyond the deadline | outcome |
  /// |---|---|---|---|
  /// | certainly in time | – | – | kept |
  /// | late or none | yes | – | undecided: gap |
  /// | late or none | no | no | undecided: pending |
  /// | late or none | no | yes | violated |
  ///
  /// `clock` is what the deadline is measured by, where it is not the session's active time.
  func outcome(
    of obligation: Obligation, answer: Int?, clock: ActiveTime? = nil,
    says: @Sendable (Moment) -> String
  ) -> (judgement: Judgement, remainingMs: Int64?) {
    let start = obligation.trigger
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
      let passed = time.least(from: start, to: trace.events.count - 1)
      return (.undecided(answer == nil ? .pending : .gap), max(0, obligation.limitMs - passed))
    }
    if let answer, answer < beyond { return (.undecided(.gap), nil) }
    if let doubt = obligation.doubt { return (.undecided(doubt), nil) }
    let isOfFormat = obligation.wait.showsFormat
    if isOfFormat && isFormatLost(obligation.facts, at: start) { return (.undecided(.gap), nil) }
    return (.violated(missed(obligation, certainAt: beyond, time, says: says)), nil)
  }

  private func missed(
    _ obligation: Obligation, certainAt beyond: Int, _ time: ActiveTime,
    says: @Sendable (Moment) -> String
  ) -> Violation {
    let because = withMoment(obligation.trigger, obligation.facts, says)
    let start = obligation.trigger
    let passed = time.least(from: start, to: beyond)
    let from = trace.events[start].t
    // In this order no time and no threshold of a journal overflows.
    let to = trace.events[beyond].t - passed + obligation.limitMs
    let limit = Duration.text(obligation.limitMs)
    var proof =
      obligation.wait.needsAppOpen ? withAppOpenEvent(beyond) : [fitProof(obligation, beyond)]
    let format = obligation.wait.showsFormat ? obligation.facts.formatIndex : -1
    if format >= beyond {
      // A later record that alone says the format shows the time as well.
      proof = [format]
    } else if !proof.contains(where: { event($0).saysFormat(of: event(start)) }) {
      proof.append(format)
    }
    return Violation(
      witness: Run.sorted(obligation.witness + [start] + proof),
      certainAt: obligation.wait.needsAppOpen ? proof.max() ?? beyond : max(beyond, format),
      because: "\(because) (limit \(limit)\(obligation.key.map { ", \($0.name)" } ?? ""))",
      missing: Violation.Missing(kind: obligation.missing, fromT: from, toT: to),
      policy: obligation.key.map { [PolicySetting($0, Double(obligation.limitMs) / 1000)] } ?? [],
      measured: Double(passed) / 1000)
  }

  /// The records that show the time and that the session has an app-open event at all: one where
  /// one is both.
  private func withAppOpenEvent(_ beyond: Int) -> [Int] {
    if trace.events[beyond].format == .appOpen { return [beyond] }
    return firstAppOpenEvent > beyond ? [firstAppOpenEvent] : [firstAppOpenEvent, beyond]
  }

  /// A record that shows the time and does not break the rule alone, where there is one.
  private func fitProof(_ obligation: Obligation, _ beyond: Int) -> Int {
    let unfit = obligation.wait.unfitProof
    if let known = notes.fitProof, known.searched.contains(beyond) { return known.found ?? beyond }
    let found = trace.events[beyond...].firstIndex { $0.kind != unfit }
    notes.fitProof = (beyond...(found ?? trace.events.count), found)
    return found ?? beyond
  }
}
