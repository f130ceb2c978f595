public import AdSession

extension Session {
  /// The maximum age of a full-screen ad, by format; nil for formats that are not kept ready.
  static func maxAgeKey(_ format: Word) -> PolicyKey? {
    switch format {
    case .appOpen: .appOpenMaxAgeSeconds
    case .interstitial, .rewarded, .rewardedInterstitial: .fullScreenMaxAgeSeconds
    default: nil
    }
  }
}

extension EvaluationContext {
  /// Calls `body` with each slot that holds an app-open ad, until it returns false.
  ///
  /// A slot whose youngest ad is too old is retired, so that no later call visits it again.
  func forEachAppOpenHolder(_ body: (Int) -> Bool) {
    let oldest = milliseconds(.appOpenMaxAgeSeconds) ?? .max
    var holder = session.appOpenHolders.count - 1
    while holder >= 0 {
      let slot = Int(session.appOpenHolders[holder])
      let youngest = session.slots[slot].heldAds.last.map { Int($0) }
      if let youngest, elapsed(since: session.ads[youngest].loadedIndex) < oldest {
        if !body(slot) { return }
      } else {
        evaluation.session.retireHolder(slot)
      }
      holder -= 1
    }
  }

  /// Whether the slot holds a ready full-screen ad other than `except`; yes has its `ad.loaded`.
  public func hasReadyAd(slot: Int?, format: Word, except: Int? = nil) -> Truth {
    hasReadyAd(slot: slot, format: format) { $0 != except }
  }

  /// Whether the slot holds a ready app-open ad of any scene; a misused unit can have other
  /// formats.
  func hasReadyAppOpenAd(slot: Int) -> Truth {
    hasReadyAd(slot: slot, format: .appOpen, ofAnyScene: true) {
      session.ads[$0].format == .appOpen
    }
  }

  private func hasReadyAd(
    slot: Int?, format: Word, ofAnyScene: Bool = false, among isMeant: (Int) -> Bool
  ) -> Truth {
    var held = Truth.no
    if let slot { held = hasReadyAd(heldBy: slot, ofAnyScene: ofAnyScene, isMeant) }
    if case .no = held {} else { return held }
    if !hasGaps { return .no }
    guard let maxAge = maxAge(format) else { return .unknown(.unknown) }
    let unit = slot.map { session.slots[$0].unit } ?? event.unit
    let longest = evaluation.formats(of: unit).reduce(maxAge) { max($0, self.maxAge($1) ?? .max) }
    let isHidden = canHideReadyAd(maxAge: longest) || mayHoldAd(of: unit)
    return isHidden ? .unknown(.gap) : .no
  }

  /// Whether the slot holds a ready ad.
  ///
  /// Nearly always the youngest ad decides. An older one can be ready if its format may be older,
  /// or if the scene of the youngest is uncertain.
  private func hasReadyAd(
    heldBy slot: Int, ofAnyScene: Bool, _ isMeant: (Int) -> Bool
  ) -> Truth {
    var doubt: Doubt?
    for held in session.slots[slot].heldAds.reversed() where isMeant(Int(held)) {
      let ad = session.ads[Int(held)]
      guard let maxAge = maxAge(ad.format) else { return .unknown(.unknown) }
      let age = elapsed(since: ad.loadedIndex)
      if age >= maxAge {
        if age >= longestLife || !holdsSeveralFormats(slot, ad.format) { break }
        continue
      }
      // A gap that can hide the end of the younger ad can hide that of the older ones.
      if hasGap(since: ad.loadedIndex) { return .unknown(.gap) }
      if ofAnyScene || !ad.isSceneUncertain { return .yes(ad.loadedIndex) }
      doubt = .gap
    }
    return doubt.map(Truth.unknown) ?? .no
  }

  /// The age from which no full-screen ad is ready.
  private var longestLife: Int64 {
    max(maxAge(.appOpen) ?? .max, maxAge(.interstitial) ?? .max)
  }

  /// Whether a slot can hold app-open ads and others, given the format of one of its ads.
  private func holdsSeveralFormats(_ slot: Int, _ format: Word) -> Bool {
    format == .appOpen || session.slots[slot].holderIndex.isPresent
  }

  /// Whether a ready ad of the unit, whose scene only a lost record names, can be in this slot.
  ///
  /// Such ads are listed in the slot without a scene.
  private func mayHoldAd(of unit: Symbol) -> Bool {
    let vague = lastVagueLoad(unit)
    guard vague.isPresent, elapsed(since: vague) < longestLife,
      let slot = session.slotNumber(unit: unit, scene: .absent)
    else { return false }
    return session.slots[slot].heldAds.reversed().contains {
      let ad = session.ads[Int($0)]
      guard ad.isSceneUncertain, let maxAge = maxAge(ad.format) else { return ad.isSceneUncertain }
      return elapsed(since: ad.loadedIndex) < maxAge
    }
  }

  private func maxAge(_ format: Word) -> Int64? {
    guard let key = Session.maxAgeKey(format) else { return nil }
    return milliseconds(key)
  }

  /// Whether a gap can hide an ad that is still young enough.
  func canHideReadyAd(maxAge: Int64) -> Bool {
    guard hasGaps, let gap = session.time.lastGap(before: index) else {
      return false
    }
    return elapsed(since: gap) < maxAge
  }

  /// The `ad.requested` that names the scene of an `ad.loaded` without one.
  public func sceneWitness(ofLoaded loaded: Int) -> [Int] {
    let event = event(at: loaded)
    guard !event.scene.isPresent, let requested = requestedIndex(of: event.request),
      requested < loaded, self.event(at: requested).scene.isPresent
    else { return [] }
    return [requested]
  }
}
