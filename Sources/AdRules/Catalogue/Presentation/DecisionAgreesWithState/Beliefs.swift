import AdSession

extension EvaluationContext {
  /// The judgement of a decision by the state; nil for a reason that the state does not know.
  var agreesWithState: Judgement? {
    if event.outcome == .show { return event.reason == .ready ? hasSomethingToShow : nil }
    switch event.reason {
    case .notReady: return isNotReady
    case .showing: return isShowing
    case .expired: return isExpired
    default: return nil
    }
  }

  private var isNotReady: Judgement {
    let most = Session.maxAgeKey(facts.format).flatMap(milliseconds)
    return readyAd(youngerThan: most) { $0 > cover }.forbids { loaded in
      violation(
        ofReady: loaded, "as not ready", "had been ready for", [.coverSeconds],
        limit: "limit \(ReadableDuration.text(cover)), cover_s")
    }
  }

  private var isExpired: Judgement {
    guard let key = Session.maxAgeKey(facts.format), let most = milliseconds(key) else {
      return readyAd(youngerThan: nil) { _ in true }.forbids { _ in .undecided(.unknown) }
    }
    return readyAd(youngerThan: most / 2) { $0 > cover && $0 < most - $0 }.forbids { loaded in
      violation(
        ofReady: loaded, "as expired", "had been loaded for only", [.coverSeconds, key],
        limit: "limit \(ReadableDuration.text(most / 2)), half of \(key.name)")
    }
  }

  private var cover: Int64 { milliseconds(.coverSeconds) ?? 0 }

  /// Whether the slot holds a ready ad of the format with this age; yes has its `ad.loaded`.
  ///
  /// A gap can hide one that is younger than `most`.
  private func readyAd(youngerThan most: Int64?, _ isMeant: (Int64) -> Bool) -> Truth {
    if isSceneUnsure { return .unknown(whyHidden) }
    let ready = hasReadyAd(slot: slot, youngerThan: most) { ad in
      session.ads[ad].format == facts.format && isMeant(elapsed(since: session.ads[ad].loadedIndex))
    }
    if ready != .no && milliseconds(.coverSeconds) == nil { return .unknown(.unknown) }
    return ready
  }

  private func violation(
    ofReady loaded: EventIndex, _ belief: String, _ fact: String, _ keys: [PolicyKey],
    limit: String
  ) -> Judgement {
    let age = elapsed(since: loaded)
    return violation(
      "\(slotName) was skipped \(belief) although \(adName(at: loaded.known)) \(fact) "
        + "\(ReadableDuration.text(age)) (\(limit))",
      witness: [loaded.known]
        + (evaluation.hasScenes ? scenes(with: loaded.known) : []),
      policy: keys, measured: Double(age) / 1000)
  }

  private var isShowing: Judgement {
    hasAnyFullScreen.or(ended(within: cover)).demands {
      violation(
        "\(slotName) was skipped because an ad was showing, although no full-screen ad was on screen "
          + "or about to appear", policy: [.coverSeconds])
    }
  }

  /// Whether the last end of a show is at most a time back, or can be.
  private func ended(within limit: Int64) -> Truth {
    let last = session.shows.lastEnd
    if last.isPresent && elapsed(since: last) <= limit { return .yes(last) }
    if last.isPresent && milliseconds(.coverSeconds) == nil { return .unknown(.unknown) }
    return Truth.no.unless(canHide(upTo: limit))
  }

  /// What the decision names is judged at its attempt.
  private var hasSomethingToShow: Judgement? {
    if event.ad.isPresent { return nil }
    return hasAdOfItsUnit.demands {
      violation("the app decided to show \(slotName), which held no ad")
    }
  }

  /// Whether an ad of the unit is loaded and not used; yes has the last `ad.loaded`.
  private var hasAdOfItsUnit: Truth {
    guard let unit = unitState, unit.held > 0 else { return Truth.no.unless(hasGap(since: .none)) }
    let last = unit.lastLoaded
    let isHeld = session.adNumber(event(at: last).ad).map { session.isHeld($0) } ?? false
    return hasGap(since: isHeld ? last : .none) ? .unknown(.gap) : .yes(last)
  }
}
