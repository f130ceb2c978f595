import AdSession

extension Pattern {
  /// Exclusion: one side alone tracks what happens to a mediated ad, as the adapter declared.
  static func trackedByOne(_ what: Word, handles: UInt16) -> Pattern {
    Pattern([.kind(.adapterTold), .kind(.adapterReported)], filtersFormat: false) {
      moment, monitor in
      guard moment.event.what == what else { return }
      guard let ad = moment.mappedAd(ofLoad: moment.event.load) else {
        if moment.canHideMapping { monitor.report(.undecided(.gap), of: moment) }
        return
      }
      let handlesItself = moment.event(at: ad.mapped).flag(handles) == true
      let isReport = moment.event.kind == .adapterReported
      if handlesItself == isReport { return monitor.report(.kept, of: moment) }
      let name = what.text ?? "event"
      let says =
        isReport
        ? "\(moment.loadName) reported the \(name) that it leaves to the SDK"
        : "\(moment.loadName) was told of the \(name) that it tracks itself"
      let violation = moment.violation(says, witness: [ad.mapped] + ad.witness)
      monitor.report(violation, of: moment.index, in: moment.run)
    }
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
  fileprivate mutating func awaitImpression(_ moment: Moment) {
    guard moment.first(.rendered) == nil else { return }
    guard let mapped = moment.first(.mapped) else {
      if moment.canHideMappingOfAd { report(.undecided(.gap), of: moment) }
      return
    }
    if moment.event(at: mapped).flag(Flag.handlesImpressions) != true { return }
    let load = moment.loadOfMappedAd(mapped)
    let excuse: Excuse =
      if load == nil {
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
    guard let mapped = moment.first(.mapped), let load = moment.loadOfMappedAd(mapped) else {
      return
    }
    answer(UInt64(load.load.id), by: moment.index, in: moment.run, says: says)
  }
}
