extension Session {
  /// The greatest number of ads that a trigger of their scene is judged for.
  package static var mostHeldAds: Int { 100 }

  /// The full-screen ads of a scene that were loaded and neither attempted nor discarded, oldest
  /// first.
  ///
  /// The search runs from the youngest ad to the first one for which `isYoung` is false, so that
  /// ads that are never shown cost nothing once they are too old, and finds at most `limit` ads.
  public func heldAds(
    in scene: Int, atMost limit: Int = .max, while isYoung: (Int) -> Bool = { _ in true }
  ) -> [Int] {
    var held: [Int] = []
    for ad in scenes[scene].loadedAds.reversed() {
      if held.count == limit || !isYoung(Int(ad)) { break }
      if isHeld(Int(ad)) { held.append(Int(ad)) }
    }
    held.reverse()
    return held
  }

  /// Whether an ad was loaded and neither attempted nor discarded since.
  public func isHeld(_ ad: Int) -> Bool {
    let loaded = ads[ad].loadedIndex
    return facts.lastIndex(.presentRequested, of: ad) < loaded
      && facts.lastIndex(.shown, of: ad) < loaded
      && facts.lastIndex(.failedToPresent, of: ad) < loaded
      && facts.lastIndex(.expired, of: ad) < loaded && facts.lastIndex(.discarded, of: ad) < loaded
  }

  /// Removes an ad from its scene before it is loaded again: its name is used for another ad.
  mutating func forgetLoad(of ad: Int) {
    guard ads[ad].loadedIndex.isPresent, ads[ad].format.isFullScreen else { return }
    let ads = ads
    scenes[makeScene(ads[ad].scene)].loadedAds.remove(ad) { ads[$0].loadedIndex.known }
  }

  /// Adds an ad that was just loaded to its scene: that of its `ad.loaded`, else of its request.
  mutating func hold(_ ad: Int, slot: Int, isTried: Bool) {
    let scene = makeScene(ads[ad].scene)
    if ads[ad].format.isFullScreen && !isTried { scenes[scene].loadedAds.append(ad) }
    guard ads[ad].format == .banner else { return }
    noteBanner(of: slot, in: scene)
    slots[slot].lastBanner = ads[ad].loadedIndex
  }

  /// Records that a banner of a slot was requested or loaded.
  mutating func noteBanner(of slot: Int, in scene: Int) {
    if slots[slot].hasBanner { return }
    slots[slot].hasBanner = true
    scenes[scene].bannerSlots.append(slot)
  }

  /// Removes those of a scene's youngest ads that are no longer held, so that they are not visited
  /// again and again.
  ///
  /// O(removed ads + ``mostHeldAds``).
  mutating func forgetSpentAds(in scene: Int) {
    var held: [Int] = []
    while held.count <= Self.mostHeldAds, let ad = scenes[scene].loadedAds.last {
      scenes[scene].loadedAds.removeYoungest()
      if isHeld(Int(ad)) { held.append(Int(ad)) }
    }
    for ad in held.reversed() { scenes[scene].loadedAds.append(ad) }
  }
}
