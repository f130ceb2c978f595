extension Session {
  /// The last pending ad of a scene other than `ad`.
  public func lastPending(in scene: Int, otherThan ad: Int?) -> Int? {
    guard let last = scenes[scene].lastPending.index else { return nil }
    return last == ad ? ads[last].pendingBefore.index : last
  }

  /// Appends an ad to the pending ads of a scene, a linked list, in O(1).
  mutating func wait(_ ad: Int, in scene: Int, at index: Int) {
    let earlier = ads[ad].pendingScene
    // An ad that was presented in two scenes is pending in one of them.
    if earlier.isPresent && earlier != scene { shows.unsure.call = EventIndex(index) }
    stopWaiting(ad)
    let last = scenes[scene].lastPending
    if last.isPresent { ads[last].pendingAfter = OptionalIndex(ad) }
    ads[ad].pendingBefore = last
    ads[ad].pendingScene = OptionalIndex(scene)
    scenes[scene].lastPending = OptionalIndex(ad)
  }

  /// Removes an ad from the pending ads of its scene.
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
