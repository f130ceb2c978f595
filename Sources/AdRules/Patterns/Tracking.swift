import AdSession

extension Pattern {
  /// Exclusion: one side alone tracks what happens to a mediated ad, as the adapter declared.
  ///
  /// A mapping that names no load is of the one that its ad turns out to be of: what is not known yet is
  /// judged when the session is over.
  static func trackedByOne(_ what: Word, handles: UInt16) -> Pattern {
    Pattern(
      [.kind(.adapterTold), .kind(.adapterReported)], filtersFormat: false,
      visit: { moment, monitor in
        guard moment.event.what == what else { return }
        if let ad = moment.mappedAd(ofLoad: moment.event.load) {
          let judgement = moment.judgeTracking(of: ad, handles)
          return monitor.report(judgement, of: moment.index, in: moment.run)
        }
        guard moment.mayBeMapped else { return }
        monitor.lists[0, default: []].append(moment.index)
        monitor.watches = true
      },
      needsFinish: .awake,
      finish: { run, monitor in
        var known: [Symbol: [Int]] = [:]
        for index in monitor.lists.removeValue(forKey: 0) ?? [] {
          let moment = run.moment(index)
          let load = moment.event.load
          let mappings = known[load] ?? moment.mappings(ofLoad: load)
          known[load] = mappings
          monitor.judgeTracking(of: moment, mappings, handles)
        }
      })
  }

  /// Response by another party: a network that tracks impressions reports the one of a rendered ad.
  static func forwardsImpression() -> Pattern {
    let says: @Sendable (Moment) -> String = {
      "\($0.adName) was rendered and its adapter reported no impression"
    }
    let rendering = Visit([.kind(.nativeRendered)]) { $1.awaitImpression($0) }
    let releasing = Visit([.kind(.nativeUntracked)], need: .awake) {
      $1.excuse(ofAd: $0, says: says)
    }
    let reporting = Visit([.kind(.adapterReported)], filtersFormat: false, need: .awake) {
      moment, monitor in
      guard moment.event.what == .impression else { return }
      monitor.answer(UInt64(moment.event.load.id), by: moment.index, in: moment.run, says: says)
    }
    return Pattern(visits: [rendering, releasing, reporting], needsFinish: .awake) {
      run, monitor in monitor.settleAll(in: run, says: says)
    }
  }
}

extension Monitor {
  /// `mappings` are those of the load, rising.
  fileprivate mutating func judgeTracking(
    of moment: Moment, _ mappings: [Int], _ handles: UInt16
  ) {
    let mapped = mappings[..<mappings.partition { $0 > moment.index }].last
    if let mapped, let load = moment.loadOfMappedAd(mapped) {
      let judgement = moment.judgeTracking(of: (mapped, load.witness), handles)
      report(judgement, of: moment.index, in: moment.run)
    } else if moment.mayBeMapped && moment.hasGapSinceCall {
      report(.undecided(.gap), of: moment.index, in: moment.run)
    }
  }

  fileprivate mutating func awaitImpression(_ moment: Moment) {
    guard moment.first(.rendered) == nil else { return }
    guard let mapped = moment.last(.mapped) else {
      if moment.canHideMappingOfAd { report(.undecided(.gap), of: moment) }
      return
    }
    let handlesItself = moment.saidByMappings { $0.flag(Flag.handlesImpressions) == true }
    if handlesItself == false { return }
    let load = moment.loadOfMappedAd(mapped)
    let excuse: Excuse =
      if handlesItself == nil {
        .perhaps(.unknown)
      } else if load == nil {
        .unknown(moment.hasGap(since: -1) ? .gap : .unknown)
      } else {
        moment.hasGap(since: moment.birth) ? .unknown(.gap) : .none
      }
    if let wait = wait(moment, .impressionSeconds, excuse, missing: .adapterReported) {
      let obligation = Obligation(wait: wait, witness: [mapped] + (load?.witness ?? []))
      open.append(obligation, tie: load.map { UInt64($0.load.id) } ?? Self.tieOfUnknownLoad(moment))
    }
  }

  /// Of an ad whose load nobody knows: only its view can answer.
  private static func tieOfUnknownLoad(_ moment: Moment) -> UInt64 {
    1 << 32 | UInt64(moment.event.ad.id)
  }

  /// The view let go of the ad: what still waits in time is excused.
  fileprivate mutating func excuse(
    ofAd moment: Moment, says: @Sendable (Moment) -> String
  ) {
    answer(Self.tieOfUnknownLoad(moment), by: moment.index, in: moment.run, says: says)
    for mapped in [moment.first(.mapped), moment.last(.mapped)] {
      guard let mapped, let load = moment.loadOfMappedAd(mapped) else { continue }
      answer(UInt64(load.load.id), by: moment.index, in: moment.run, says: says)
    }
  }
}

extension Moment {
  /// Whether this side tracks what it says of a mapped ad; undecided where its mappings disagree.
  fileprivate func judgeTracking(
    of ad: (mapped: Int, witness: [Int]), _ handles: UInt16
  ) -> Judgement {
    let mapping = event(at: ad.mapped)
    let handlesItself = mapping.flag(handles) == true
    let number = run.session.adNumber(mapping.ad)
    let first = event(at: number.flatMap { run.session.facts.first(.mapped, of: $0) } ?? ad.mapped)
    if first.load == mapping.load && (first.flag(handles) == true) != handlesItself {
      return .undecided(.unknown)
    }
    let isReport = event.kind == .adapterReported
    if handlesItself == isReport { return .kept }
    let name = event.what.text ?? "event"
    let says =
      isReport
      ? "\(loadName) reported the \(name) that it leaves to the SDK"
      : "\(loadName) was told of the \(name) that it tracks itself"
    let witness = Run.sorted([ad.mapped, index] + ad.witness)
    return .violated(
      Violation(witness: witness, certainAt: max(index, witness.last ?? index), because: says))
  }
}
