import AdSession

extension Pattern {
  /// Bounded waste: no ad stays ready over a number of real returns without a decision.
  static func readyAdIsUsed() -> Pattern {
    .at(.kind(.appEnteringForeground)) { context in
      let span = context.returningSpan
      guard span.map({ $0.cause != .lock }) ?? context.isReturnHidden else { return nil }
      let needed = context.count(.unusedReturns)
      let maxAge = context.milliseconds(.appOpenMaxAgeSeconds)
      let returns = Int64(context.session.app.realReturns.count + 1)
      let isCertain = span?.cause == .real && needed.map { returns >= $0 } ?? false
      // The fewer returns are needed and the older an ad may be, the sooner one lies unused.
      let judgement = context.unusedAd(
        span, needed: Int(max(1, needed ?? 1)), maxAge: maxAge ?? .max)
      if case .kept = judgement { return isCertain ? .kept : nil }
      if needed == nil || maxAge == nil { return .undecided(.unknown) }
      if isCertain { return judgement }
      return context.hasGap(since: -1) ? .undecided(.gap) : nil
    }
  }
}

extension EvaluationContext {
  fileprivate func unusedAd(_ span: BackgroundSpan?, needed: Int, maxAge: Int64) -> Judgement {
    // A gap can hide an ad that lay unused, where there were returns enough or it hides them, too.
    let app = session.app
    let returns = app.possibleReturns.count + app.hiddenReturns - app.lostReturns + 1
    var doubt = canHideReadyAd(maxAge: maxAge) && max(returns, returnsSinceFirstGap) >= needed
    var violation: Judgement?
    func look(at held: Int?) {
      guard let held, violation == nil else { return }
      let ad = session.ads[held]
      let use = session.unitNumber(ad.unit).flatMap { session.shows.unitUses[$0] }
      let unused = max(ad.loadedIndex, use ?? -1)
      let isSure = !hasGap(since: ad.loadedIndex) && session.shows.uncertainUse < ad.loadedIndex
      if isSure, certainReturns(after: unused).count + 1 >= needed {
        violation = unusedViolation(ad, certainReturns(after: unused), span, needed)
      } else {
        doubt = doubt || possibleReturns(after: unused) >= needed
      }
    }
    // A gap can hide what became of the oldest ad of all, and not that the oldest one since is unused.
    let gap = hasGaps ? session.time.lastGap(before: index) : nil
    forEachAppOpenHolder { slot in
      look(at: oldestFresh(slot, maxAge, since: -1))
      if let gap { look(at: oldestFresh(slot, maxAge, since: gap)) }
      return violation == nil
    }
    return violation ?? (doubt ? .undecided(.gap) : .kept)
  }

  /// The oldest app-open ad of a slot that is young enough and was loaded at a record or after it.
  ///
  /// Ads are held in the order of their loads.
  private func oldestFresh(_ slot: Int, _ maxAge: Int64, since start: Int) -> Int? {
    let held = session.slots[slot].heldAds
    let first = held.partition {
      session.ads[Int($0)].loadedIndex >= start && isFresh(Int($0), maxAge)
    }
    return held[first...].first { session.ads[Int($0)].format == .appOpen }.map { Int($0) }
  }

  private func isFresh(_ ad: Int, _ maxAge: Int64) -> Bool {
    elapsed(since: session.ads[ad].loadedIndex) < maxAge
  }

  /// The real returns after a record, this one left out: their numbers among the spans; O(log n).
  private func certainReturns(after start: Int) -> ArraySlice<Int32> {
    let app = session.app
    let first = app.realReturns.partition { app.spans[Int($0)].end > start }
    return app.realReturns[first...]
  }

  /// How many returns after a record may have been real, this one included; a gap hides any number.
  private func possibleReturns(after start: Int) -> Int {
    hasGap(since: start) ? .max : seenReturns(after: start)
  }

  /// How many of them are seen as such.
  private func seenReturns(after start: Int) -> Int {
    let app = session.app
    let first = app.possibleReturns.partition { app.spans[Int($0)].end > start }
    return app.possibleReturns.count - first + 1
  }

  /// At most how many returns may have been real since an ad was loaded that a gap hides, this one
  /// included: beside the ad, every other lost record can be one, since the app has to leave between.
  private var returnsSinceFirstGap: Int {
    guard let gap = session.time.firstGap(after: -1) else { return 0 }
    let app = session.app
    let seen = seenReturns(after: gap - 1) + app.hiddenReturns - app.lostReturns
    guard let lost = evaluation.countLost(upTo: index).total else { return .max }
    return seen + Int(lost / 2)
  }

  private func unusedViolation(
    _ ad: AdState, _ returns: ArraySlice<Int32>, _ span: BackgroundSpan?, _ needed: Int
  ) -> Judgement {
    let earlier = returns.suffix(needed - 1).map { session.app.spans[Int($0)] }
    let shown = earlier + [span].compactMap { $0 }
    return violation(
      "app_open ad \(text(ad.ad)) lay ready over \(needed) returns without a decision (limit \(needed), unused_returns)",
      witness: [ad.loadedIndex] + shown.flatMap { [$0.begin, $0.end] }, policy: [.unusedReturns],
      measured: Double(returns.count + 1))
  }
}
