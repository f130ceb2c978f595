internal import AdRules
internal import AdSession

/// Searches the fewest records at the end of a session with which a rule applies.
struct ActivationSearch {
  private let filled: FilledSession
  private let probe: Probe
  private let maker: AdditionMaker

  init(_ filled: FilledSession, _ probe: Probe, _ overrides: [PolicySetting]) {
    var draft = filled.draft
    let material = RecordMaterial(
      probe.rule, focus: Event(.note), events: draft.events, symbols: &draft.symbols)
    self.filled = FilledSession(draft, places: filled.places, lacksHeader: filled.lacksHeader)
    self.probe = probe
    let times = CandidateTimes(
      probe.rule, focus: draft.events.last?.t ?? 0, remaining: nil, header: draft.header,
      overrides: overrides)
    maker = AdditionMaker(
      rule: probe.rule, material: material, times: times, filled: self.filled, focus: nil)
  }

  func run() -> Completion? {
    let singles = maker.singles
    for single in singles {
      if let found = completion([single]) { return found }
    }
    for sequence in maker.sequences {
      if let found = completion(sequence) { return found }
    }
    return nil
  }

  private func completion(_ additions: [FilledSession.Addition]) -> Completion? {
    if probe.effort.isUsedUp { return nil }
    guard let draft = filled.adding(additions) else { return nil }
    let judged = probe.judge(draft)
    guard judged.result.activations > 0 else { return nil }
    return Completion([], filled, draft)
  }
}
