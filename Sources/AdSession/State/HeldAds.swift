extension Session {
  /// The full-screen ads of a scene that were loaded and neither attempted nor given up, oldest
  /// first.
  ///
  /// `isYoung` is asked from the youngest ad on; the first one that is not ends the search, so that
  /// ads which nobody ever shows cost nothing once they are too old.
  public func heldAds(in scene: Int, while isYoung: (Int) -> Bool = { _ in true }) -> [Int] {
    var held: [Int] = []
    for ad in scenes[scene].loadedAds.reversed() {
      if !isYoung(Int(ad)) { break }
      if isHeld(Int(ad)) { held.append(Int(ad)) }
    }
    held.reverse()
    return held
  }

  /// Whether an ad was loaded and neither attempted nor given up since.
  private func isHeld(_ ad: Int) -> Bool {
    let loaded = ads[ad].loadedIndex
    return facts.lastIndex(.presentRequested, of: ad) < loaded
      && facts.lastIndex(.shown, of: ad) < loaded
      && facts.lastIndex(.failedToPresent, of: ad) < loaded
      && facts.lastIndex(.expired, of: ad) < loaded && facts.lastIndex(.discarded, of: ad) < loaded
  }

  /// Notes an ad that was just loaded with its scene: that of its `ad.loaded`, else of its request.
  mutating func hold(_ ad: Int, slot: Int, isTried: Bool) {
    let scene = makeScene(ads[ad].scene)
    if ads[ad].format.isFullScreen && !isTried { scenes[scene].loadedAds.append(ad) }
    guard ads[ad].format == .banner else { return }
    if slots[slot].lastBanner.isAbsent { scenes[scene].bannerSlots.append(slot) }
    slots[slot].lastBanner = ads[ad].loadedIndex
  }

  /// Forgets the ads of a scene that are no longer held, once there can be as many of them as of
  /// those that are, so that nobody looks at them again and again.
  mutating func forgetSpentAds(in scene: Int) {
    if scenes[scene].loadedAds.count < 2 * scenes[scene].keptAds + 8 { return }
    scenes[scene].loadedAds = OrderedNumbers(heldAds(in: scene).map { Int32($0) })
    scenes[scene].keptAds = scenes[scene].loadedAds.count
  }
}
