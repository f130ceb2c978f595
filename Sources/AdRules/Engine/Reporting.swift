internal import AdSession

extension RuleState {
  /// Whether the event has one of the rule's formats; an event without an ad has every format.
  public func concerns(_ context: EvaluationContext) -> Bool { formats.concern(context) }

  /// The event that names the format, where the format decides whether the rule applies.
  public func formatWitness(_ context: EvaluationContext) -> [Int] {
    formats == .all ? [] : [context.facts.formatIndex].present
  }

  /// Records the judgement of the activation at an event.
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
    if !judgesOverlays && context.facts.unsure.contains(.show) {
      return report(.undecided(.gap), of: context)
    }
    if !violation.witness.contains(where: { context.namesFormat($0) }) {
      let format = formatWitness(context)
      violation.witness = Evaluation.sorted(violation.witness + format)
      // A later event may be the one that names the format.
      violation.certainAt = max(violation.certainAt, format.first ?? violation.certainAt)
    }
    report(.violated(violation), of: context.index, in: context.evaluation)
  }

  /// Records the judgement of one activation, by the index of its event.
  public mutating func report(
    _ judgement: Judgement, of index: Int, in evaluation: Evaluation, remainingMs: Int64? = nil
  ) {
    // An attempt that a gap can make none is an activation only if it may be violated.
    if case .kept = judgement, doubt == .gap { return }
    activations &+= 1
    if case .kept = judgement, doubt == nil, evaluation.isPlain { return }
    useLists()
    switch settled(doubt.map(Judgement.undecided) ?? judgement, of: index, in: evaluation) {
    case .kept: if evaluation.logsKept { kept.append(evaluation.event(index).seq) }
    case .violated(let violation):
      add(violation, in: evaluation.trace)
    case .undecided(let reason):
      let seq = evaluation.event(index).seq
      // Without a gap, only an unknown scene or a fact of the header can be the cause.
      let isNoGap = evaluation.trace.hidingGaps.isEmpty && evaluation.isMoreUnknown
      let why = isNoGap && reason == .gap ? .unknown : reason
      let activation =
        why == .earlierShows
        ? .earlierShows(seq)
        : Undecided(seq: seq, why: why, remainingMs: why == .pending ? remainingMs : nil)
      add(activation, in: evaluation.trace)
    }
  }

  /// The judgement, or undecided where a name is reused.
  func settled(_ judgement: Judgement, of index: Int, in evaluation: Evaluation)
    -> Judgement
  {
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

extension Evaluation {
  /// Whether the header is lost, the scene of a record is unknown, or the session has no times.
  fileprivate var isMoreUnknown: Bool { trace.header == nil || hasGaps || !trace.hasTimes }
}

extension EvaluationContext {
  /// Whether another event names the format of the event's ad or load.
  fileprivate func namesFormat(_ index: Int) -> Bool {
    index != self.index && event(at: index).namesFormat(of: event)
  }
}

extension Event {
  /// Whether it names the format of another event's ad or load.
  func namesFormat(of other: Event) -> Bool {
    guard format != .absent else { return false }
    return ad.isPresent && ad == other.ad || load.isPresent && load == other.load
  }
}
