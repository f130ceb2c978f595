/// The state of a check between two executions of its property.
///
/// It returns the next case to run and learns its result. It never runs a case itself, so the same
/// search serves synchronous and asynchronous properties.
@usableFromInline
struct Search {
  private enum Phase {
    case replaying(number: Int)
    case searching
    case shrinking(Shrinker)
    case confirming(Execution, runs: Int, failures: Int)
    case over
  }

  private let sentence: String
  private let settings: CheckSettings
  /// The entries of the corpus that run before new cases.
  private let storedEntries: [CorpusEntry]
  private var savedAttachment: [UInt8]?
  private var phase: Phase
  private var seeds: SplitMix64
  private var caseSeed: UInt64 = 0
  private var foundInCase = 0
  private var evaluations = 0
  /// The cost of the cases that shrinking executed.
  private var cost = 0
  private var otherReasons: [String] = []
  private var last: Trial?
  private var coverage = Coverage()
  /// The verdict; nil until the search ends.
  private(set) var verdict: PropertyVerdict?

  /// The verdict after the last case.
  @usableFromInline var outcome: PropertyVerdict { verdict ?? .vacuous(Coverage()) }

  @usableFromInline
  init(_ sentence: String, _ settings: CheckSettings) {
    self.sentence = sentence
    self.settings = settings
    seeds = SplitMix64(seed: settings.seed)
    let entries = settings.replay == nil ? settings.corpus?.entries(for: sentence) ?? [] : []
    storedEntries = entries.filter { $0.content == .choices || settings.replaysAttachments }
    phase = storedEntries.isEmpty ? .searching : .replaying(number: 0)
  }

  /// Returns the next case to run; nil when the verdict is known.
  @usableFromInline
  mutating func next() -> Trial? {
    guard let choices = nextChoices() else { return nil }
    var keepsNotes = settings.replay != nil
    if case .confirming = phase { keepsNotes = true }
    return Trial(choices, savedAttachment: savedAttachment, keepsNotes: keepsNotes)
  }

  private mutating func nextChoices() -> Choices? {
    switch phase {
    case .replaying(let number):
      guard number < storedEntries.count else {
        (phase, savedAttachment) = (.searching, nil)
        return nextCase()
      }
      return choices(of: storedEntries[number])
    case .searching: return nextCase()
    case .shrinking(var shrinker):
      if cost < settings.maximumCost, let indexes = shrinker.propose() {
        phase = .shrinking(shrinker)
        return Choices(replaying: indexes)
      }
      endShrinking(shrinker)
      return nextChoices()
    case .confirming(let execution, let runs, let failures):
      if runs < max(settings.confirmations, 1) { return Choices(replaying: execution.indexes) }
      conclude(execution, runs, failures)
      return nil
    case .over: return nil
    }
  }

  /// Updates the search with the result of the last case.
  @usableFromInline
  mutating func learn(_ trial: Trial) {
    let execution = trial.execution
    switch phase {
    case .replaying(let number):
      phase = .replaying(number: number + 1)
      learnCase(trial, execution)
    case .searching: learnCase(trial, execution)
    case .shrinking(var shrinker):
      shrinker.learn(execution)
      cost += trial.cost
      phase = .shrinking(shrinker)
    case .confirming(let best, let runs, let failures):
      let isSame = execution.failure?.reason == best.failure?.reason
      if isSame { last = trial }
      phase = .confirming(best, runs: runs + 1, failures: failures + (isSame ? 1 : 0))
    case .over: break
    }
  }

  /// The recording of a stored entry; empty if the entry is an attachment, which is judged itself.
  private mutating func choices(of entry: CorpusEntry) -> Choices {
    savedAttachment = entry.content == .attachment ? entry.bytes : nil
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
    let maximumRejected = settings.maximumRejectionsPerCase * max(settings.cases, 1)
    if coverage.cases >= settings.cases + storedEntries.count || coverage.rejected > maximumRejected
    {
      return conclude()
    }
    caseSeed = seeds.next()
    return Choices(seed: caseSeed, interesting: settings.interesting)
  }

  private mutating func learnCase(_ trial: Trial, _ execution: Execution) {
    if trial.choices.isRejected {
      coverage.rejected += 1
      return
    }
    coverage.add(trial)
    guard execution.failure != nil else { return }
    last = trial
    if case .replaying = phase {
      foundInCase = 0
    } else {
      foundInCase = settings.replay == nil ? coverage.cases + coverage.rejected : 0
    }
    phase = .shrinking(Shrinker(execution, budget: settings.maximumEvaluations))
  }

  private mutating func endShrinking(_ shrinker: Shrinker) {
    evaluations = shrinker.evaluations
    otherReasons = shrinker.others.compactMap { $0.failure?.reason }
    phase = .confirming(shrinker.best, runs: 0, failures: 0)
  }

  private mutating func conclude() -> Choices? {
    phase = .over
    let maximumRejected = settings.maximumRejectionsPerCase * max(settings.cases, 1)
    let required =
      settings.requirements + settings.requiredChecks.map { Requirement($0, atLeast: 1) }
    let missing = required.filter { coverage.count(for: $0) < $0.count }
    if coverage.rejected > maximumRejected || (coverage.cases == 0 && coverage.rejected > 0) {
      verdict = .rejectedTooOften(coverage)
    } else if coverage.reached.isEmpty {
      verdict = .vacuous(coverage)
    } else if !missing.isEmpty && settings.replay == nil {
      verdict = .notCovered(missing, coverage)
    } else {
      verdict = .passed(coverage)
    }
    return nil
  }

  private mutating func conclude(_ best: Execution, _ runs: Int, _ failures: Int) {
    phase = .over
    let counterexample = counterexample(best)
    for entry in savedAttachment == nil ? counterexample.corpusEntries : [] {
      settings.corpus?.save(entry, for: sentence)
    }
    verdict =
      failures == runs
      ? .failed(counterexample) : .flaky(counterexample, runs: runs, failures: failures)
  }

  private func counterexample(_ best: Execution) -> Counterexample {
    let failure = last?.failure ?? best.failure ?? PropertyFailure(reason: sentence)
    return Counterexample(
      sentence: sentence, failure: failure, notes: last?.notes ?? [],
      attachment: last?.attachment, seed: caseSeed, caseNumber: foundInCase,
      indexes: best.indexes, evaluations: evaluations, otherReasons: otherReasons,
      command: settings.command)
  }
}

extension Trial {
  /// The finished execution; ends the spans that the property left open.
  var execution: Execution {
    choices.finish()
    let failure = choices.isRejected ? nil : failure
    return Execution(choices: choices.recorded, spans: choices.spans, failure: failure)
  }
}
