extension Session {
  /// The full-screen ads of a scene that were loaded and neither attempted nor discarded, oldest first.
  ///
  /// The search runs from the youngest ad to the first one for which `isYoung` is false, so that ads that
  /// are never shown cost nothing once they are too old.
  public func heldAds(in scene: Int, while isYoung: (Int) -> Bool = { _ in true }) -> [Int] {
    var held: [Int] = []
    for ad in scenes[scene].loadedAds.reversed() {
      if !isYoung(Int(ad)) { break }
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
    if slots[slot].lastBanner.isAbsent { scenes[scene].bannerSlots.append(slot) }
    slots[slot].lastBanner = ads[ad].loadedIndex
  }

  /// Removes the ads of a scene that are no longer held.
  ///
  /// It does so once they can be half of the list, so that they are not visited again and again.
  mutating func forgetSpentAds(in scene: Int) {
    if scenes[scene].loadedAds.count < 2 * scenes[scene].keptAds + 8 { return }
    scenes[scene].loadedAds = OrderedNumbers(heldAds(in: scene).map { Int32($0) })
    scenes[scene].keptAds = scenes[scene].loadedAds.count
  }
}
