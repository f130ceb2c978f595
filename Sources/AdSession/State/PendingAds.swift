extension Session {
  /// The ad that was last asked to show in a scene and waits for an answer, other than `ad`.
  public func lastPending(in scene: Int, otherThan ad: Int?) -> Int? {
    let last = scenes[scene].lastPending
    let found = last >= 0 && last == ad ? ads[last].pendingBefore : last
    return found < 0 ? nil : found
  }

  /// Puts an ad at the end of those that wait in a scene: a chain through the ads, so O(1).
  mutating func wait(_ ad: Int, in scene: Int, at index: Int) {
    let earlier = ads[ad].pendingScene
    // One that was asked to show in two scenes waits in either.
    if earlier >= 0 && earlier != scene { shows.unplacedRequest = index }
    stopWaiting(ad)
    let last = scenes[scene].lastPending
    if last >= 0 { ads[last].pendingAfter = ad }
    ads[ad].pendingBefore = last
    ads[ad].pendingScene = scene
    scenes[scene].lastPending = ad
  }

  /// Takes an ad out of those that wait, wherever it does.
  mutating func stopWaiting(_ ad: Int) {
    let scene = ads[ad].pendingScene
    guard scene >= 0 else { return }
    let (before, after) = (ads[ad].pendingBefore, ads[ad].pendingAfter)
    if before >= 0 { ads[before].pendingAfter = after }
    if after >= 0 { ads[after].pendingBefore = before } else { scenes[scene].lastPending = before }
    ads[ad].pendingScene = -1
    ads[ad].pendingBefore = -1
    ads[ad].pendingAfter = -1
  }
}
