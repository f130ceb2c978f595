import AdSession

extension Pattern {
  /// Bounded waste: no ad stays ready over a number of real returns without a decision.
  static func readyAdIsUsed() -> Pattern {
    .at(.kind(.appEnteringForeground)) { moment in
      guard let span = moment.returningSpan, span.cause != .lock else { return nil }
      guard let needed = moment.count(.unusedReturns),
        let maxAge = moment.milliseconds(.appOpenMaxAgeSeconds)
      else { return .undecided(.unknown) }
      let returns = moment.session.app.realReturns.count + 1
      let isCertain = span.cause == .real && Int64(returns) >= needed
      let judgement = moment.unusedAd(span, needed: Int(max(1, needed)), maxAge: maxAge)
      if isCertain { return judgement }
      if case .kept = judgement { return nil }
      return moment.hasGap(since: -1) ? .undecided(.gap) : nil
    }
  }
}

extension Moment {
  fileprivate func unusedAd(_ span: BackgroundSpan, needed: Int, maxAge: Int64) -> Judgement {
    var doubt = hidesUnusedAd(needed: needed, maxAge: maxAge)
    for slot in run.session.slots where slot.format == .appOpen {
      guard let held = slot.heldAds.first(where: { isFresh(Int($0), maxAge) }) else { continue }
      let ad = run.session.ads[Int(held)]
      let decision = run.session.unitNumber(ad.unit).flatMap { run.session.shows.unitDecisions[$0] }
      let unused = max(ad.loadedIndex, decision ?? -1)
      if hasGap(since: ad.loadedIndex) {
        doubt = doubt || possibleReturns(after: unused) >= needed
      } else if certainReturns(after: unused).count + 1 >= needed {
        return unusedViolation(ad, certainReturns(after: unused), span, needed)
      } else {
        doubt = doubt || possibleReturns(after: unused) >= needed
      }
    }
    return doubt ? .undecided(.gap) : .kept
  }

  private func isFresh(_ ad: Int, _ maxAge: Int64) -> Bool {
    elapsed(since: run.session.ads[ad].loadedIndex) < maxAge
  }

  /// The real returns after a record, this one left out.
  private func certainReturns(after start: Int) -> [BackgroundSpan] {
    var found: [BackgroundSpan] = []
    for number in run.session.app.realReturns.reversed() {
      let span = run.session.app.spans[Int(number)]
      guard span.end > start else { break }
      found.append(span)
    }
    return found.reversed()
  }

  /// How many returns after a record may have been real, this one included; a gap hides any number.
  private func possibleReturns(after start: Int) -> Int {
    if hasGap(since: start) { return .max }
    return run.session.app.spans.reversed().prefix { $0.end > start || $0.end < 0 }
      .count { $0.cause != .lock }
  }

  /// An ad loaded in a gap may lie unused since.
  private func hidesUnusedAd(needed: Int, maxAge: Int64) -> Bool {
    guard let gap = run.session.time.lastGap(before: index), elapsed(since: gap) < maxAge else {
      return false
    }
    return certainReturns(after: gap - 1).count + 1 >= needed || needed <= 1
  }

  private func unusedViolation(
    _ ad: AdState, _ returns: [BackgroundSpan], _ span: BackgroundSpan, _ needed: Int
  ) -> Judgement {
    let shown = returns.suffix(needed - 1) + [span]
    return violation(
      "app_open ad \(text(ad.ad)) lay ready over \(needed) returns without a decision (limit \(needed), unused_returns)",
      witness: [ad.loadedIndex] + shown.flatMap { [$0.begin, $0.end] }, policy: [.unusedReturns],
      measured: Double(returns.count + 1))
  }
}
