internal import AdRules
internal import AdSession

/// Searches the smallest sets of records that decide an activation.
///
/// The sets grow: no record, one record, a sequence or a pair, longer sequences. Each completed
/// session is judged, so that what is found is true; what is not found may exist.
final class CompletionSearch {
  private let probe: Probe
  private let origin: Int?
  private let seq: Int64
  private let sessions: [AssumedSession]
  private let rule: Rule
  /// The number of records of the session.
  private let count: Int
  private let remaining: Int64?
  private let overrides: [PolicySetting]
  private let vicinity: Vicinity?
  private var violating: Completion?
  private var holding: Completion?
  /// A completion of the current size without the activation, or with a violation elsewhere.
  private var weakHolding: Completion?

  /// The maximum number of records of a completion.
  static let mostRecords = 4
  /// The maximum number of single records that are combined to pairs.
  private static let mostForPairs = 48

  /// Prepares a search in a session, which is that of the vicinity if there is one.
  init(
    _ trace: Trace, probe: Probe, overrides: [PolicySetting], undecided: Undecided?,
    vicinity: Vicinity?
  ) {
    self.probe = probe
    self.vicinity = vicinity
    origin = undecided.flatMap { trace.index(ofSeq: $0.seq) }
    self.overrides = overrides
    rule = probe.rule
    seq = undecided?.seq ?? 0
    remaining = undecided?.remainingMs
    // At the end of a cut session, the record is only the last one: another one can be the end.
    let isWhole = undecided == nil || undecided?.why == .cut
    isOfRule = isWhole
    count = trace.events.count
    sessions = MissingFacts(
      trace: trace, rule: probe.rule, focus: origin, lack: MissingFacts.Lack(undecided)
    ).sessions()
  }

  /// Whether the verdict of the rule counts, and not the outcome of one activation.
  private let isOfRule: Bool

  func run() -> Completions {
    if isDone { return completions }
    let work = sessions.prefix(mostSessions).map { Work($0, rule, self) }
    for level in Level.allCases {
      for session in work {
        if isDone { break }
        search(session, level)
      }
      if holding == nil { holding = weakHolding }
    }
    return completions
  }

  private var completions: Completions {
    Completions(
      violating: violating, holding: holding, judged: probe.effort.judged,
      isCutOff: probe.effort.isUsedUp && (violating == nil || holding == nil))
  }

  /// The maximum number of assumed sessions; fewer of a long session, because each holds its
  /// records.
  private var mostSessions: Int { max(1, min(64, 64_000 / max(1, count))) }

  private var isDone: Bool {
    violating != nil && holding != nil || probe.effort.isUsedUp
  }

  private enum Level: CaseIterable {
    case nothing, single, pair, longer
  }

  /// One assumed session with the records that can be added to it.
  private struct Work {
    let assumed: AssumedSession
    let singles: [FilledSession.Addition]
    let sequences: [[FilledSession.Addition]]
    let filled: FilledSession
    let impossible: Int

    init(_ assumed: AssumedSession, _ rule: Rule, _ search: CompletionSearch) {
      self.assumed = assumed
      let plain = assumed.filled()
      var draft = plain.draft
      let index = search.origin.flatMap { draft.index(ofOrigin: $0) }
      let focus = index.map { draft.events[$0] } ?? Event(.note)
      let material = RecordMaterial(
        rule, focus: focus, events: draft.events, symbols: &draft.symbols)
      filled = FilledSession(draft, places: plain.places, lacksHeader: plain.lacksHeader)
      impossible = Impossibilities.count(in: draft.events)
      let times = CandidateTimes(
        rule, focus: focus.t, remaining: search.remaining, header: draft.header,
        overrides: search.overrides)
      let maker = AdditionMaker(
        rule: rule, material: material, times: times, filled: filled, focus: index)
      singles = maker.singles
      sequences = maker.sequences
    }
  }

  private func search(_ work: Work, _ level: Level) {
    switch level {
    case .nothing: evaluate([], work)
    case .single:
      for single in work.singles {
        if isDone { return }
        evaluate([single], work)
      }
    case .pair:
      for sequence in work.sequences where sequence.count == 2 {
        if isDone { return }
        evaluate(sequence, work)
      }
      searchPairs(work)
    case .longer:
      for sequence in work.sequences where sequence.count > 2 {
        if isDone { return }
        evaluate(sequence, work)
      }
    }
  }

  /// Combines the first variants of each kind; the first half of the effort that is left.
  private func searchPairs(_ work: Work) {
    var seen = Set<Seed>()
    let singles = work.singles.filter { single in
      seen.insert(Seed(single)).inserted
    }.prefix(Self.mostForPairs)
    let limit = probe.effort.share / 2
    for first in singles {
      for second in singles {
        if isDone || probe.effort.share <= limit { return }
        if first.place == second.place && first.record.t > second.record.t { continue }
        if first.place > second.place { continue }
        evaluate([first, second], work)
      }
    }
  }

  private struct Seed: Hashable {
    let kind: EventKind
    let ad: Symbol
    let place: Int

    init(_ addition: FilledSession.Addition) {
      kind = addition.record.kind
      ad = addition.record.ad
      place = addition.place
    }
  }

  private func evaluate(_ additions: [FilledSession.Addition], _ work: Work) {
    guard let draft = work.filled.adding(additions) else { return }
    let outcome = outcome(draft, at: origin)
    if !isWanted(outcome) { return }
    if !additions.isEmpty, Impossibilities.count(in: draft.events) > work.impossible { return }
    guard let vicinity else { return keep(draft, outcome, work) }
    let whole = vicinity.merged(draft)
    let ofWhole = self.outcome(whole, at: origin.map(vicinity.wholeIndex))
    if isWanted(ofWhole) { keep(whole, ofWhole, work) }
  }

  private func outcome(_ draft: SessionDraft, at origin: Int?) -> ActivationOutcome {
    ActivationOutcome(probe.judge(draft), at: isOfRule ? nil : origin, seq: seq, draft)
  }

  private func isWanted(_ outcome: ActivationOutcome) -> Bool {
    outcome.isViolated && violating == nil || outcome.isHolding && holding == nil
  }

  private func keep(_ draft: SessionDraft, _ outcome: ActivationOutcome, _ work: Work) {
    let completion = Completion(work.assumed.facts, work.filled, draft)
    if outcome.isViolated {
      violating = completion
    } else if outcome.isKept && !outcome.hasViolation {
      holding = completion
    } else if weakHolding == nil {
      weakHolding = completion
    }
  }
}
