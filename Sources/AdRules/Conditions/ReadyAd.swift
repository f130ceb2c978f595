internal import AdSession

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
  public func hasReadyAd(slot: Int?, except: Int? = nil) -> Truth {
    hasReadyAd(slot: slot, youngerThan: longestLife) { $0 != except }
  }

  /// Whether its slot holds a ready full-screen ad other than `except`; yes has its `ad.loaded`.
  func hasReadyAdInItsSlot(except: Int? = nil) -> Truth {
    isSceneUnsure ? .unknown(.gap) : hasReadyAd(slot: slot, except: except)
  }

  /// Whether the slot holds a ready app-open ad, or without a slot whether one is hidden; a misused
  /// unit can have other formats.
  func hasReadyAppOpenAd(slot: Int?) -> Truth {
    hasReadyAd(slot: slot, youngerThan: maxAge(.appOpen)) { session.ads[$0].format == .appOpen }
  }

  /// Whether the slot holds one of some ready full-screen ads; yes has its `ad.loaded`.
  ///
  /// A gap can hide one that is younger than `longestLife`.
  func hasReadyAd(
    slot: Int?, youngerThan longestLife: Int64?, among isMeant: (Int) -> Bool
  ) -> Truth {
    let held = slot.map { hasReadyAd(heldBy: $0, isMeant) } ?? .no
    if held != .no || !hasGaps { return held }
    guard let longestLife else { return .unknown(.unknown) }
    let unit = slot.map { session.slots[$0].unit } ?? event.unit
    let hidden = lastHidden(of: unit) { $0.load }
    return Truth.no.unless(hidden.isPresent && elapsed(since: hidden) < longestLife)
  }

  /// Whether the slot holds a ready ad.
  ///
  /// Nearly always the youngest ad decides. An older one can be ready if its format may be older.
  private func hasReadyAd(heldBy slot: Int, _ isMeant: (Int) -> Bool) -> Truth {
    for held in session.slots[slot].heldAds.reversed() where isMeant(Int(held)) {
      let ad = session.ads[Int(held)]
      guard let maxAge = maxAge(ad.format) else { return .unknown(.unknown) }
      let age = elapsed(since: ad.loadedIndex)
      if age < maxAge { return lasts(since: ad.loadedIndex) }
      if age >= longestLife ?? .max || !holdsSeveralFormats(slot, ad.format) { break }
    }
    return .no
  }

  /// The age from which no full-screen ad is ready; nil where it is unknown.
  private var longestLife: Int64? {
    guard let appOpen = maxAge(.appOpen), let other = maxAge(.interstitial) else { return nil }
    return max(appOpen, other)
  }

  /// Whether a slot can hold app-open ads and others, given the format of one of its ads.
  private func holdsSeveralFormats(_ slot: Int, _ format: Word) -> Bool {
    format == .appOpen || session.slots[slot].holderIndex.isPresent
  }

  private func maxAge(_ format: Word) -> Int64? {
    guard let key = Session.maxAgeKey(format) else { return nil }
    return milliseconds(key)
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
