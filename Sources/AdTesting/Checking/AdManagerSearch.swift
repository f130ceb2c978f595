internal import AdSimulator
internal import PropertyTesting

/// The search of one test: simulates cases, judges them, and shrinks the first failure.
final class AdManagerSearch<Manager: TestedAdManager> {
  private let test: AdManagerTest<Manager>
  private let severities: Severities
  private let simulation: Simulation
  private let watchdog = Watchdog()
  private var judge: InstallJudge
  /// The current maximum duration of a call of the manager, in seconds.
  private var callTimeout: Double
  /// Whether a call did not return, which ends the first search.
  private var hasHung = false
  /// Whether the manager requested an ad in any case so far.
  private var hasRequested = false
  /// The number of records of the first failing case.
  private var recordsOfFailure = 0
  /// The rule that counts alone; nil if the one nearest to the cause counts.
  private var target: String?
  /// The results until the first failure, without those of shrinking.
  private var judgeOfFailure: InstallJudge?

  init(_ test: AdManagerTest<Manager>) {
    self.test = test
    severities = test.severityRules
    callTimeout = test.callTimeoutSeconds
    judge = InstallJudge(severities, recordsDecisions: test.app.recordsDecisions)
    let faults = test.faultPacks.reduce(FaultSet()) { $0.union($1.faults) }
    var simulation = Simulation(profile: test.app.profile, faults: faults)
    simulation.appUnderTest = test.app.underTest
    self.simulation = simulation
  }

  /// The results of the cases that were searched.
  var searched: InstallJudge { judgeOfFailure ?? judge }

  // MARK: Searching

  /// Searches for a case in which the manager fails, and shrinks it; nil if it passes all cases.
  ///
  /// - Throws: A failure without a case, if the manager never requested an ad.
  func firstProblem(sessions: Int, seeds: [UInt64]) throws(AdTestFailure) -> AdTestFailure? {
    let cases = max(1, sessions * 5 / 7 / seeds.count)
    var isVacuous = true
    for seed in seeds {
      var settings = CheckSettings(cases: cases, seed: seed)
      settings.maximumEvaluations = 0
      settings.confirmations = 1
      let verdict = PropertyTesting.search(test.sentence, settings) { trial in
        if self.hasHung { return trial.reach("rules") }
        self.run(trial)
      }
      switch verdict {
      case .failed(let found), .flaky(let found, _, _): return shrink(found, seed: seed)
      case .passed: isVacuous = false
      case .vacuous, .notCovered, .rejectedTooOften: break
      }
    }
    if isVacuous {
      throw AdTestFailure(message: "no rule was activated: the manager requested no ad")
    }
    return nil
  }

  private func run(_ trial: Trial) {
    let simulated = SimulatedCase(test, simulation)
    let outcome = outcome(of: simulated, trial.choices)
    trial.cost = simulated.records
    if judge.hasRequests {
      trial.reach("rules")
      hasRequested = true
    }
    let wanted = target.map { id in outcome.first { $0.reason == id } } ?? outcome.first
    guard let problem = wanted, hasRequested || !problem.isUnused
    else { return }
    if judgeOfFailure == nil {
      judgeOfFailure = judge
      recordsOfFailure = simulated.records
    }
    trial.fail(problem.reason)
  }

  /// What goes wrong in a case, the problem nearest to the cause first.
  private func outcome(of simulated: SimulatedCase<Manager>, _ choices: Choices) -> [Problem] {
    let supervisor = simulated.supervisor
    if let call = watchdog.run(supervisor, timeout: callTimeout, { simulated.run(choices) }) {
      hasHung = true
      return [.hang(call)]
    }
    let errors = supervisor.errors
    let findings = judge.findings(in: simulated.worlds)
    let all = simulated.explained(findings + simulated.checkFindings(severities))
    return errors.map { .error($0) } + all.sorted { $0.precedes($1) }.map { .finding($0) }
  }

  private enum Problem {
    case hang(String)
    case error(String)
    case finding(CaseFinding)

    /// Whether the manager showed no ad, which is no news if it never requested one.
    var isUnused: Bool { reason == ManagerCheck.showsWhenItCan.rawValue }

    /// What stays the same while a case is shrunk.
    var reason: String {
      switch self {
      case .hang(let call): "the manager did not return from '\(call)'"
      case .error(let message): message
      case .finding(let finding): finding.id
      }
    }
  }

  // MARK: Shrinking

  /// Shrinks a case with a budget of records, since a loop of ads makes each case long.
  private func shrink(_ found: Counterexample, seed: UInt64) -> AdTestFailure {
    let sessions = searched.sessions
    if hasHung { return shrinkHang(found, sessions: sessions, seed: seed) }
    var settings = CheckSettings(cases: 1)
    settings.replay = .choices(found.indexes)
    // A case without an end cannot become small.
    let isEndless = recordsOfFailure >= World.maximumRecordsUnderTest
    let most = isEndless ? test.shrinkingRecords / 4 : test.shrinkingRecords
    settings.maximumEvaluations = min(3_000, most / 50)
    settings.maximumCost = max(most, 40 * recordsOfFailure)
    let verdict = PropertyTesting.search(test.sentence, settings) { self.run($0) }
    switch verdict {
    case .failed(let small):
      let nearest = nearestToCause(small, settings)
      return explain(nearest, sessions: sessions, seed: seed, isFlaky: false)
    case .flaky(let small, _, _):
      return explain(small, sessions: sessions, seed: seed, isFlaky: true)
    default: return explain(found, sessions: sessions, seed: seed, isFlaky: true)
    }
  }

  /// The smallest case of the rule nearest to the cause.
  ///
  /// If a case breaks several rules at once, the cause is the one that the simplest case breaks: an
  /// ad over the content breaks rules about dialogs as well, but only if a dialog happened to come
  /// before.
  private func nearestToCause(
    _ small: Counterexample, _ settings: CheckSettings
  ) -> Counterexample {
    var best = small
    var others = rulesBroken(with: small)
    for rule in others.prefix(3) {
      var other = settings
      other.replay = .choices(best.indexes)
      other.maximumEvaluations = settings.maximumEvaluations / 4
      other.maximumCost = settings.maximumCost / 4
      target = rule
      let verdict = PropertyTesting.search(test.sentence, other) { self.run($0) }
      target = nil
      guard case .failed(let found) = verdict else { continue }
      let fewer = rulesBroken(with: found)
      if (fewer.count, found.complexity) < (others.count, best.complexity) {
        (best, others) = (found, fewer)
      }
    }
    return best
  }

  /// The other rules that a case breaks at the same time as the one it was shrunk for.
  private func rulesBroken(with small: Counterexample) -> [String] {
    let simulated = SimulatedCase(test, simulation)
    let findings = outcome(of: simulated, Choices(replaying: small.indexes)).compactMap { problem in
      if case .finding(let finding) = problem { finding } else { nil }
    }
    guard let first = findings.first(where: { $0.id == small.failure.reason }) else { return [] }
    return findings.filter {
      $0.id != first.id && $0.process == first.process && $0.time == first.time
    }.map(\.id)
  }

  /// Shrinks a case in which a call of the manager does not return.
  ///
  /// Each such case costs the whole timeout and a thread. Therefore shrinking uses few cases and a
  /// short timeout; the result is confirmed with the timeout of the test.
  private func shrinkHang(
    _ found: Counterexample, sessions: Int, seed: UInt64
  ) -> AdTestFailure {
    var settings = CheckSettings(cases: 1)
    settings.maximumEvaluations = 120
    settings.confirmations = 1
    settings.replay = .seed(found.seed)
    callTimeout = min(test.callTimeoutSeconds, max(0.1, test.callTimeoutSeconds / 40))
    let shrunk = PropertyTesting.search(test.sentence, settings) { self.run($0) }
    callTimeout = test.callTimeoutSeconds
    if case .failed(let small) = shrunk {
      let failure = explain(small, sessions: sessions, seed: seed, isFlaky: false)
      if !failure.isFlaky { return failure }
    }
    return explain(found, sessions: sessions, seed: seed, isFlaky: false)
  }

  // MARK: Explaining

  /// Runs the smallest case once more and describes it.
  private func explain(
    _ found: Counterexample, sessions: Int, seed: UInt64, isFlaky: Bool
  ) -> AdTestFailure {
    let reason = found.failure.reason
    let again = describe(Choices(replaying: found.indexes), reason: reason)
    var failure = again ?? AdTestFailure(message: reason)
    failure.isFlaky = isFlaky || again?.reason != reason
    failure.sessions = sessions
    failure.seed = seed
    failure.replay = CaseCode.encode(found.indexes)
    if let replay = failure.replay, again != nil {
      test.corpus.map(StoredCases.init)?.save(failure, replay: replay, of: test.sentence)
    }
    return failure
  }

  /// Runs one case and describes how it fails; nil if it passes.
  private func describe(_ choices: Choices, reason: String? = nil) -> AdTestFailure? {
    let timeline = CaseTimeline()
    let simulated = SimulatedCase(test, simulation, timeline: timeline)
    let problems = outcome(of: simulated, choices)
    guard let first = problems.first(where: { $0.reason == reason }) ?? problems.first else {
      return nil
    }
    var failure: AdTestFailure
    var end: (process: Int, time: Int64)?
    switch first {
    case .hang(let call):
      failure = AdTestFailure(message: "the manager did not return from '\(call)'")
      failure.because =
        "the call took longer than \(Int(test.callTimeoutSeconds.rounded(.up))) s"
      failure.journal = String(decoding: simulated.journalSoFar, as: UTF8.self)
    case .error(let message):
      failure = AdTestFailure(message: message)
      failure.journal = String(decoding: simulated.journal, as: UTF8.self)
    case .finding(let finding):
      failure = AdTestFailure(finding, simulated.worlds.map { $0.journal() })
      end = (finding.process + 1, finding.time)
    }
    failure.timeline = timeline.text(upTo: end)
    failure.severity = failure.rule.map { severities.severity(of: $0) } ?? .error
    failure.otherRules = problems.map(\.reason).filter { $0 != first.reason }
    return failure
  }

  /// Runs a single case once; nil if it passes.
  ///
  /// - Parameter rule: The rule to describe if the case breaks several.
  func replay(_ text: String, rule: String? = nil) throws(AdTestFailure) -> AdTestFailure? {
    guard let choices = CaseCode.decode(text) else {
      throw AdTestFailure(
        message: "'\(text)' is no replay of a case; copy the whole text that a failure prints")
    }
    var failure = describe(Choices(replaying: choices), reason: rule)
    failure?.replay = text
    return failure
  }
}

extension Counterexample {
  /// The number of choices that differ from the simplest ones.
  fileprivate var complexity: Int { indexes.count { $0 != 0 } }
}
