internal import AdSession

extension RuleState {
  /// Whether the event is of the rule's formats; an event without any ad is of every format.
  public func concerns(_ context: EvaluationContext) -> Bool { formats.concern(context) }

  /// The event that an event's format comes from, where that decides if the rule judges it.
  public func formatWitness(_ context: EvaluationContext) -> [Int] {
    formats == .all || context.facts.formatIndex < 0 ? [] : [context.facts.formatIndex]
  }

  /// Takes down what became of the activation by this event.
  @inline(__always)
  public mutating func report(_ judgement: Judgement, of context: EvaluationContext) {
    if case .kept = judgement, doubt == nil, context.evaluation.isPlain {
      activations &+= 1
      return
    }
    reportInFull(judgement, of: context)
  }

  @inline(never)
  private mutating func reportInFull(_ judgement: Judgement, of context: EvaluationContext) {
    guard case .violated(var violation) = judgement else {
      return report(judgement, of: context.index, in: context.evaluation)
    }
    let isShowMeant = !judgesOverlays && context.facts.isShowUncertain
    if isShowMeant
      || formats != .all && context.evaluation.isFormatLost(context.facts, at: context.index)
    {
      return report(.undecided(.gap), of: context)
    }
    if !violation.witness.contains(where: { context.namesFormat($0) }) {
      let format = formatWitness(context)
      violation.witness = Evaluation.sorted(violation.witness + format)
      // Which may be a later one.
      violation.certainAt = max(violation.certainAt, format.first ?? -1)
    }
    report(.violated(violation), of: context.index, in: context.evaluation)
  }

  /// Takes down what became of one activation, whose event has this index.
  public mutating func report(
    _ judgement: Judgement, of index: Int, in evaluation: Evaluation, remainingMs: Int64? = nil
  ) {
    activations &+= 1
    if case .kept = judgement, doubt == nil, evaluation.isPlain { return }
    useLists()
    switch settled(doubt.map(Judgement.undecided) ?? judgement, of: index, in: evaluation) {
    case .kept: if evaluation.logsKept { kept.append(evaluation.event(index).seq) }
    case .violated(let violation): violations.append(violation)
    case .undecided(let reason):
      let seq = evaluation.event(index).seq
      // Where nothing is lost, only a scene that comes later makes anything look so.
      let isLate = evaluation.hasGaps && evaluation.trace.gaps.isEmpty
      let why = isLate && reason == .gap ? .unknown : reason
      undecided.append(
        Undecided(seq: seq, why: why, remainingMs: why == .pending ? remainingMs : nil))
    }
  }

  /// What concerns a name that was born twice, or shows of an ad what is of the rule's formats and what
  /// is not, is undecided, whatever it looks like.
  private func settled(_ judgement: Judgement, of index: Int, in evaluation: Evaluation)
    -> Judgement
  {
    if formats != .all, case .violated(let violation) = judgement,
      violation.witness.contains(where: { evaluation.hasTwoFormats($0, of: formats) })
    {
      return .undecided(.unknown)
    }
    if evaluation.cache.reusedNames.isEmpty { return judgement }
    if evaluation.concernsReusedName(index) { return .undecided(.unknown) }
    if case .violated(let violation) = judgement,
      violation.witness.contains(where: evaluation.concernsReusedName)
        || evaluation.concernsReusedName(violation.certainAt)
    {
      return .undecided(.unknown)
    }
    return judgement
  }
}

extension EvaluationContext {
  /// Whether another event says the format of the event's ad or load.
  fileprivate func namesFormat(_ index: Int) -> Bool {
    index != self.index && event(at: index).namesFormat(of: event)
  }
}

extension Evaluation {
  /// Whether an event says another format of its ad than is known of it, and a rule judges one of both.
  fileprivate func hasTwoFormats(_ index: Int, of formats: Formats) -> Bool {
    let event = event(index)
    guard event.ad.isPresent, event.format != .absent, let ad = session.adNumber(event.ad) else {
      return false
    }
    let known = session.ads[ad].format
    return known != .absent && formats.includes(known) != formats.includes(event.format)
  }
}

extension Event {
  /// Whether it says the format of another event's ad or load.
  func namesFormat(of other: Event) -> Bool {
    guard format != .absent else { return false }
    return ad.isPresent && ad == other.ad || load.isPresent && load == other.load
  }
}
