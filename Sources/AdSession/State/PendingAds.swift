extension Session {
  /// The ad that was last asked to show in a scene and waits for an answer, other than `ad`.
  public func lastPending(in scene: Int, otherThan ad: Int?) -> Int? {
    guard let last = scenes[scene].lastPending.index else { return nil }
    return last == ad ? ads[last].pendingBefore.index : last
  }

  /// Puts an ad at the end of those that wait in a scene: a chain through the ads, so O(1).
  mutating func wait(_ ad: Int, in scene: Int, at index: Int) {
    let earlier = ads[ad].pendingScene
    // One that was asked to show in two scenes waits in either.
    if earlier.isPresent && earlier != scene { shows.unplacedRequest = EventIndex(index) }
    stopWaiting(ad)
    let last = scenes[scene].lastPending
    if last.isPresent { ads[last].pendingAfter = OptionalIndex(ad) }
    ads[ad].pendingBefore = last
    ads[ad].pendingScene = OptionalIndex(scene)
    scenes[scene].lastPending = OptionalIndex(ad)
  }

  /// Takes an ad out of those that wait, wherever it does.
  mutating func stopWaiting(_ ad: Int) {
    let scene = ads[ad].pendingScene
    guard scene.isPresent else { return }
    let (before, after) = (ads[ad].pendingBefore, ads[ad].pendingAfter)
    if before.isPresent { ads[before].pendingAfter = after }
    if after.isPresent {
      ads[after].pendingBefore = before
    } else {
      scenes[scene].lastPending = before
    }
    ads[ad].pendingScene = .none
    ads[ad].pendingBefore = .none
    ads[ad].pendingAfter = .none
  }
}
