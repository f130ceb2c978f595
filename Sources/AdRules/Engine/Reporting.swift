internal import AdSession

extension Monitor {
  /// Whether the event is of the rule's formats; an event without any ad is of every format.
  public func concerns(_ moment: Moment) -> Bool { formats.concern(moment) }

  /// The event that an event's format comes from, where that decides if the rule judges it.
  public func formatWitness(_ moment: Moment) -> [Int] {
    formats == .all || moment.facts.formatIndex < 0 ? [] : [moment.facts.formatIndex]
  }

  /// Takes down what became of the activation by this event.
  @inline(__always)
  public mutating func report(_ judgement: Judgement, of moment: Moment) {
    if case .kept = judgement, doubt == nil, moment.run.state.pointee.isPlain {
      activations &+= 1
      return
    }
    reportInFull(judgement, of: moment)
  }

  @inline(never)
  private mutating func reportInFull(_ judgement: Judgement, of moment: Moment) {
    guard case .violated(var violation) = judgement else {
      return report(judgement, of: moment.index, in: moment.run)
    }
    let isShowMeant = !judgesOverlays && moment.facts.isShowUncertain
    if isShowMeant || formats != .all && moment.run.isFormatLost(moment.facts, at: moment.index) {
      return report(.undecided(.gap), of: moment)
    }
    if !violation.witness.contains(where: { moment.saysFormat($0) }) {
      let format = formatWitness(moment)
      violation.witness = Run.sorted(violation.witness + format)
      // Which may be a later one.
      violation.certainAt = max(violation.certainAt, format.first ?? -1)
    }
    report(.violated(violation), of: moment.index, in: moment.run)
  }

  /// Takes down what became of one activation, whose event has this index.
  public mutating func report(
    _ judgement: Judgement, of index: Int, in run: Run, remainingMs: Int64? = nil
  ) {
    activations &+= 1
    if case .kept = judgement, doubt == nil, run.state.pointee.isPlain { return }
    useLists()
    switch settled(doubt.map(Judgement.undecided) ?? judgement, of: index, in: run) {
    case .kept: if run.state.pointee.logsKept { kept.append(run.event(index).seq) }
    case .violated(let violation): violations.append(violation)
    case .undecided(let reason):
      let seq = run.event(index).seq
      // Where nothing is lost, only a scene that comes later makes anything look so.
      let isLate = run.state.pointee.hasGaps && run.trace.gaps.isEmpty
      let why = isLate && reason == .gap ? .unknown : reason
      undecided.append(
        Undecided(seq: seq, why: why, remainingMs: why == .pending ? remainingMs : nil))
    }
  }

  /// What concerns a name that was born twice, or shows of an ad what is of the rule's formats and what
  /// is not, is undecided, whatever it looks like.
  private func settled(_ judgement: Judgement, of index: Int, in run: Run) -> Judgement {
    if formats != .all, case .violated(let violation) = judgement,
      violation.witness.contains(where: { run.hasTwoFormats($0, of: formats) })
    {
      return .undecided(.unknown)
    }
    if run.notes.reusedNames.isEmpty { return judgement }
    if run.concernsReusedName(index) { return .undecided(.unknown) }
    if case .violated(let violation) = judgement,
      violation.witness.contains(where: run.concernsReusedName)
        || run.concernsReusedName(violation.certainAt)
    {
      return .undecided(.unknown)
    }
    return judgement
  }
}

extension Moment {
  /// Whether another event says the format of the event's ad or load.
  fileprivate func saysFormat(_ index: Int) -> Bool {
    index != self.index && event(at: index).saysFormat(of: event)
  }
}

extension Run {
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
  func saysFormat(of other: Event) -> Bool {
    guard format != .absent else { return false }
    return ad.isPresent && ad == other.ad || load.isPresent && load == other.load
  }
}
