import AdSession

extension Pattern {
  /// Bounded waste: no ad stays ready over a number of real returns without a decision.
  static func readyAdIsUsed() -> Pattern {
    .at(.kind(.appEnteringForeground)) { context in
      if context.isUnset(.unusedReturns) { return nil }
      let span = context.returningSpan
      if context.isRealReturn == .no { return nil }
      let needed = context.count(.unusedReturns)
      let maxAge = context.milliseconds(.appOpenMaxAgeSeconds)
      let returns = Int64(context.session.app.realReturns.count + 1)
      let isCertain = span?.cause == .real && needed.map { returns >= $0 } ?? false
      // With the lowest threshold and the highest age, every possible violation is found.
      let judgement = context.unusedAd(
        span, needed: Int(clamping: max(1, needed ?? 1)), maxAge: maxAge ?? .max)
      if case .kept = judgement { return isCertain ? .kept : nil }
      if needed == nil || maxAge == nil { return .undecided(.unknown) }
      if isCertain { return judgement }
      return context.hasGap(since: .none) ? .undecided(.gap) : nil
    }
  }
}

extension EvaluationContext {
  fileprivate func unusedAd(_ span: BackgroundSpan?, needed: Int, maxAge: Int64) -> Judgement {
    // A gap can hide an unused ad, and any number of returns.
    var isOpen = canHide(within: maxAge)
    var violation: Judgement?
    func look(at held: Int?) {
      guard let held, violation == nil else { return }
      let ad = session.ads[held]
      let use = session.unitNumber(ad.unit).flatMap { session.shows.unitUses[$0] }
      let unused = max(ad.loadedIndex, EventIndex(use))
      let isSure = !hasGap(since: ad.loadedIndex) && session.shows.unsure.use < ad.loadedIndex
      if isSure, certainReturns(after: unused).count + 1 >= needed {
        violation = unusedViolation(ad, certainReturns(after: unused), span, needed)
      } else {
        isOpen = isOpen || possibleReturns(after: unused) >= needed
      }
    }
    // A gap can hide the end of the oldest ad, but not of the oldest ad since the gap.
    let gap = hasGaps ? session.time.lastGap(before: index) : nil
    forEachAppOpenHolder { slot in
      look(at: oldestFresh(slot, maxAge, since: .none))
      if let gap { look(at: oldestFresh(slot, maxAge, since: EventIndex(gap))) }
      return violation == nil
    }
    return violation ?? (isOpen ? .undecided(.gap) : .kept)
  }

  /// The oldest app-open ad of a slot that is young enough and was not loaded before a record.
  ///
  /// Held ads are in the order of their loads.
  private func oldestFresh(_ slot: Int, _ maxAge: Int64, since start: EventIndex) -> Int? {
    let held = session.slots[slot].heldAds
    let first = held.partition {
      session.ads[Int($0)].loadedIndex >= start && isFresh(Int($0), maxAge)
    }
    return held[first...].first { session.ads[Int($0)].format == .appOpen }.map { Int($0) }
  }

  private func isFresh(_ ad: Int, _ maxAge: Int64) -> Bool {
    elapsed(since: session.ads[ad].loadedIndex) < maxAge
  }

  /// The spans of the real returns after a record, without the current one; O(log n).
  private func certainReturns(after start: EventIndex) -> ArraySlice<Int32> {
    let app = session.app
    let first = app.realReturns.partition { app.spans[Int($0)].end > start }
    return app.realReturns[first...]
  }

  /// The number of possibly real returns after a record, including this one; a gap hides any
  /// number.
  private func possibleReturns(after start: EventIndex) -> Int {
    if hasGap(since: start) { return .max }
    let app = session.app
    let first = app.possibleReturns.partition { app.spans[Int($0)].end > start }
    return app.possibleReturns.count - first + 1
  }

  private func unusedViolation(
    _ ad: AdState, _ returns: ArraySlice<Int32>, _ span: BackgroundSpan?, _ needed: Int
  ) -> Judgement {
    let earlier = returns.suffix(needed - 1).map { session.app.spans[Int($0)] }
    let shown = earlier + [span].compactMap { $0 }
    return violation(
      "app_open ad \(text(ad.ad)) stayed ready over \(needed) returns without being used (limit \(needed), unused_returns)",
      witness: [ad.loadedIndex] + shown.flatMap { [EventIndex($0.begin), $0.end] },
      policy: [.unusedReturns],
      measured: Double(returns.count + 1))
  }
}
