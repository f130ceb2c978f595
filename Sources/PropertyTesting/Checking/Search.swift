/// The state of a check between two executions of its property.
///
/// It says which case to run next and learns how it ended; it never runs one itself, so that the same
/// search serves properties that are synchronous and asynchronous.
struct Search {
  private enum Phase {
    case searching
    case shrinking(Shrinker)
    case confirming(Run, runs: Int, failures: Int)
    case over
  }

  private let sentence: String
  private let settings: CheckSettings
  private var phase = Phase.searching
  private var seeds: SplitMix64
  private var caseSeed: UInt64 = 0
  private var foundInCase = 0
  private var evaluations = 0
  private var otherReasons: [String] = []
  private var last: Trial?
  private var coverage = Coverage()
  /// What became of the property; nil while it is not known.
  private(set) var verdict: PropertyVerdict?

  init(_ sentence: String, _ settings: CheckSettings) {
    self.sentence = sentence
    self.settings = settings
    seeds = SplitMix64(seed: settings.seed)
  }

  /// The choices of the next case; nil when the verdict is known.
  mutating func next() -> Choices? {
    switch phase {
    case .searching: return nextCase()
    case .shrinking(var shrinker):
      if let indexes = shrinker.propose() {
        phase = .shrinking(shrinker)
        return Choices(replaying: indexes)
      }
      endShrinking(shrinker)
      return next()
    case .confirming(let run, let runs, let failures):
      if runs < settings.confirmations { return Choices(replaying: run.indexes) }
      conclude(run, runs, failures)
      return nil
    case .over: return nil
    }
  }

  /// How the case ended.
  mutating func learn(_ trial: Trial) {
    let run = trial.run
    switch phase {
    case .searching: learnCase(trial, run)
    case .shrinking(var shrinker):
      shrinker.learn(run)
      phase = .shrinking(shrinker)
    case .confirming(let best, let runs, let failures):
      let isSame = run.failure?.reason == best.failure?.reason
      if isSame { last = trial }
      phase = .confirming(best, runs: runs + 1, failures: failures + (isSame ? 1 : 0))
    case .over: break
    }
  }

  private mutating func nextCase() -> Choices? {
    if let replay = settings.replay {
      guard coverage.cases + coverage.rejected == 0 else { return conclude() }
      switch replay {
      case .seed(let seed):
        caseSeed = seed
        return Choices(seed: seed, interesting: settings.interesting)
      case .choices(let indexes): return Choices(replaying: indexes)
      }
    }
    let mostRejected = settings.rejectionsPerCase * max(settings.cases, 1)
    if coverage.cases >= settings.cases || coverage.rejected > mostRejected { return conclude() }
    caseSeed = seeds.next()
    return Choices(seed: caseSeed, interesting: settings.interesting)
  }

  private mutating func learnCase(_ trial: Trial, _ run: Run) {
    if trial.choices.isRejected {
      coverage.rejected += 1
      return
    }
    coverage.add(trial)
    guard run.failure != nil else { return }
    last = trial
    foundInCase = settings.replay == nil ? coverage.cases + coverage.rejected : 0
    phase = .shrinking(Shrinker(run, budget: settings.evaluations))
  }

  private mutating func endShrinking(_ shrinker: Shrinker) {
    evaluations = shrinker.evaluations
    otherReasons = shrinker.others.compactMap { $0.failure?.reason }
    phase = .confirming(shrinker.best, runs: 0, failures: 0)
  }

  private mutating func conclude() -> Choices? {
    phase = .over
    let mostRejected = settings.rejectionsPerCase * max(settings.cases, 1)
    let required =
      settings.requirements + settings.mustArm.map { Requirement($0, atLeast: 1) }
    let missing = required.filter {
      max(coverage.count(of: $0.label), coverage.armedCount(of: $0.label)) < $0.count
    }
    if coverage.rejected > mostRejected || (coverage.cases == 0 && coverage.rejected > 0) {
      verdict = .rejectedTooOften(coverage)
    } else if coverage.armed.isEmpty {
      verdict = .nothingArmed(coverage)
    } else if !missing.isEmpty && settings.replay == nil {
      verdict = .notCovered(missing, coverage)
    } else {
      verdict = .kept(coverage)
    }
    return nil
  }

  private mutating func conclude(_ best: Run, _ runs: Int, _ failures: Int) {
    phase = .over
    let counterexample = counterexample(best)
    verdict =
      failures == runs
      ? .broken(counterexample) : .flaky(counterexample, runs: runs, failures: failures)
  }

  private func counterexample(_ best: Run) -> Counterexample {
    let failure = last?.failure ?? best.failure ?? PropertyFailure(reason: sentence)
    return Counterexample(
      sentence: sentence, failure: failure, notes: last?.notes ?? [],
      attachment: last?.attachment, seed: caseSeed, caseNumber: foundInCase,
      indexes: best.indexes, evaluations: evaluations, otherReasons: otherReasons,
      command: settings.command)
  }
}

extension Trial {
  /// What was drawn, and how it ended.
  var run: Run {
    choices.finish()
    let failure = choices.isRejected ? nil : failure
    return Run(choices: choices.recorded, spans: choices.spans, failure: failure)
  }
}
