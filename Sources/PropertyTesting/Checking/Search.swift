/// The state of a check between two executions of its property.
///
/// It says which case to run next and learns how it ended; it never runs one itself, so that the same
/// search serves properties that are synchronous and asynchronous.
@usableFromInline
struct Search {
  private enum Phase {
    case replaying(number: Int)
    case searching
    case shrinking(Shrinker)
    case confirming(Run, runs: Int, failures: Int)
    case over
  }

  private let sentence: String
  private let settings: CheckSettings
  private let kept: [CorpusEntry]
  private var saved: [UInt8]?
  private var phase: Phase
  private var seeds: SplitMix64
  private var caseSeed: UInt64 = 0
  private var foundInCase = 0
  private var evaluations = 0
  private var otherReasons: [String] = []
  private var last: Trial?
  private var coverage = Coverage()
  /// What became of the property; nil while it is not known.
  private(set) var verdict: PropertyVerdict?

  /// What became of the search, once there is no further case.
  @usableFromInline var outcome: PropertyVerdict { verdict ?? .nothingArmed(Coverage()) }

  @usableFromInline
  init(_ sentence: String, _ settings: CheckSettings) {
    self.sentence = sentence
    self.settings = settings
    seeds = SplitMix64(seed: settings.seed)
    let entries = settings.replay == nil ? settings.corpus?.entries(of: sentence) ?? [] : []
    kept = entries.filter { $0.content == .choices || settings.replaysAttachments }
    phase = kept.isEmpty ? .searching : .replaying(number: 0)
  }

  /// The next case to run; nil when the verdict is known.
  @usableFromInline
  mutating func next() -> Trial? {
    guard let choices = nextChoices() else { return nil }
    var keepsNotes = settings.replay != nil
    if case .confirming = phase { keepsNotes = true }
    return Trial(choices, saved: saved, keepsNotes: keepsNotes)
  }

  private mutating func nextChoices() -> Choices? {
    switch phase {
    case .replaying(let number):
      guard number < kept.count else {
        (phase, saved) = (.searching, nil)
        return nextCase()
      }
      return choices(of: kept[number])
    case .searching: return nextCase()
    case .shrinking(var shrinker):
      if let indexes = shrinker.propose() {
        phase = .shrinking(shrinker)
        return Choices(replaying: indexes)
      }
      endShrinking(shrinker)
      return nextChoices()
    case .confirming(let run, let runs, let failures):
      if runs < max(settings.confirmations, 1) { return Choices(replaying: run.indexes) }
      conclude(run, runs, failures)
      return nil
    case .over: return nil
    }
  }

  /// How the case ended.
  @usableFromInline
  mutating func learn(_ trial: Trial) {
    let run = trial.run
    switch phase {
    case .replaying(let number):
      phase = .replaying(number: number + 1)
      learnCase(trial, run)
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

  /// A kept recording, or nothing to draw where a kept attachment is judged.
  private mutating func choices(of entry: CorpusEntry) -> Choices {
    saved = entry.content == .attachment ? entry.bytes : nil
    let text = String(decoding: entry.bytes, as: UTF8.self)
    guard entry.content == .choices, case .choices(let indexes) = Replay(text) else {
      return Choices(replaying: [])
    }
    return Choices(replaying: indexes)
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
    if coverage.cases >= settings.cases + kept.count || coverage.rejected > mostRejected {
      return conclude()
    }
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
    if case .replaying = phase {
      foundInCase = 0
    } else {
      foundInCase = settings.replay == nil ? coverage.cases + coverage.rejected : 0
    }
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
    for entry in saved == nil ? counterexample.corpusEntries : [] {
      settings.corpus?.keep(entry, of: sentence)
    }
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
