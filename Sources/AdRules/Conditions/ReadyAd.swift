public import AdSession

extension Session {
  /// The threshold of a full-screen ad's age by its format; nil for those that never are held ready.
  static func maxAgeKey(_ format: Word) -> PolicyKey? {
    switch format {
    case .appOpen: .appOpenMaxAgeSeconds
    case .interstitial, .rewarded, .rewardedInterstitial: .fullScreenMaxAgeSeconds
    default: nil
    }
  }
}

extension EvaluationContext {
  /// Calls a closure with the slots of app-open ads that hold some, until it says no.
  ///
  /// A slot whose youngest ad is too old is forgotten: age only grows, so that nobody looks at it
  /// twice.
  func forEachAppOpenHolder(_ body: (Int) -> Bool) {
    let oldest = milliseconds(.appOpenMaxAgeSeconds) ?? .max
    var place = session.appOpenHolders.count - 1
    while place >= 0 {
      let slot = Int(session.appOpenHolders[place])
      let youngest = session.slots[slot].heldAds.last.map { Int($0) }
      if let youngest, elapsed(since: session.ads[youngest].loadedIndex) < oldest {
        if !body(slot) { return }
      } else {
        evaluation.session.retireHolder(slot)
      }
      place -= 1
    }
  }

  /// Whether the slot holds a ready full-screen ad other than `except`; yes names its `ad.loaded`.
  public func hasReadyAd(slot: Int?, format: Word, except: Int? = nil) -> Truth {
    hasReadyAd(slot: slot, format: format) { $0 != except }
  }

  /// Whether the slot holds a ready app-open ad, of whatever scene it is: a unit can have ads of other
  /// formats by mistake.
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
    // What is hidden is of this format, or of that which the slot was asked for.
    let other = slot.map { session.slots[$0].format } ?? format
    let longest = other.isFullScreen ? max(maxAge, self.maxAge(other) ?? .max) : maxAge
    let isHidden = canHideReadyAd(maxAge: longest) || mayHoldAd(of: unit)
    return isHidden ? .unknown(.gap) : .no
  }

  /// Nearly always the youngest decides; where it is too old, an older one of a format that lives
  /// longer can be ready, and where its scene is uncertain, one whose scene was seen.
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
      // What a gap can have taken from the younger it can have taken from the older.
      if hasGap(since: ad.loadedIndex) { return .unknown(.gap) }
      if ofAnyScene || !ad.isSceneUncertain { return .yes(ad.loadedIndex) }
      doubt = .gap
    }
    return doubt.map(Truth.unknown) ?? .no
  }

  /// The age at which no full-screen ad is ready.
  private var longestLife: Int64 {
    max(maxAge(.appOpen) ?? .max, maxAge(.interstitial) ?? .max)
  }

  /// Whether a slot may hold app-open ads and others; asked of the format of one that it holds.
  private func holdsSeveralFormats(_ slot: Int, _ format: Word) -> Bool {
    format == .appOpen || session.slots[slot].holderPlace >= 0
  }

  /// An ad whose scene only a lost record could tell may be held by any slot of its unit; it is listed
  /// with those of none.
  private func mayHoldAd(of unit: Symbol) -> Bool {
    let vague = lastVagueLoad(unit)
    guard vague >= 0, elapsed(since: vague) < longestLife,
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

  /// A ready ad hidden in a gap is ready until it would be too old.
  func canHideReadyAd(maxAge: Int64) -> Bool {
    guard hasGaps, let gap = session.time.lastGap(before: index) else {
      return false
    }
    return elapsed(since: gap) < maxAge
  }

  /// The `ad.requested` that an `ad.loaded` has its scene from, where it names none itself.
  public func sceneWitness(ofLoaded loaded: Int) -> [Int] {
    let event = event(at: loaded)
    guard !event.scene.isPresent, let requested = requestedIndex(of: event.request),
      requested < loaded, self.event(at: requested).scene.isPresent
    else { return [] }
    return [requested]
  }
}
