extension Session {
  /// The full-screen ads of a scene that were loaded and neither attempted nor given up, oldest
  /// first.
  public func heldAds(in scene: Int) -> [Int] {
    var held: [Int] = []
    for ad in scenes[scene].loadedAds where isHeld(Int(ad)) { held.append(Int(ad)) }
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
  mutating func hold(_ ad: Int, slot: Int) {
    let scene = makeScene(ads[ad].scene)
    if ads[ad].format.isFullScreen { scenes[scene].loadedAds.append(ad) }
    guard ads[ad].format == .banner else { return }
    if slots[slot].lastBanner < 0 { scenes[scene].bannerSlots.append(slot) }
    slots[slot].lastBanner = ads[ad].loadedIndex
  }

  /// Forgets the ads of a scene that are no longer held, so that nobody looks at them twice.
  mutating func forgetSpentAds(in scene: Int) {
    if unread != nil {
      for ad in scenes[scene].loadedAds { unread?.read(Int(ad), into: &facts) }
    }
    scenes[scene].loadedAds = OrderedNumbers(heldAds(in: scene).map { Int32($0) })
  }
}
