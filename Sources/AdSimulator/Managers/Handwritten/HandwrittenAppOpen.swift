internal import AdDecider
import AdSession

extension HandwrittenManager {
  /// The number of app-open shows today, in all processes.
  var showsToday: Int64 {
    let shows = world.storage.shows
    if has(.capNotPersisted) {
      return Int64(shows.count { $0.day == today && $0.wall >= wallAtStart })
    }
    return Int64(shows.count { $0.day == today })
  }

  /// The number of app-open shows today before the current wall-clock time, which may have been set
  /// back.
  var showsTodayByNow: Int64 {
    Int64(world.storage.shows.count { $0.day == today && $0.wall <= world.wall })
  }

  /// Makes one decision after each return from the background.
  func decideReturn() {
    guard var back = returning, !back.isDecided else { return }
    back.isDecided = true
    returning = back
    openSlots()
    for slot in slots.indices where slots[slot].placement.format == .appOpen {
      tryToShow(slot, trigger: .foreground)
    }
  }

  func reasonToSkipAppOpen(_ trigger: Word) -> Word? {
    if !suppressions.isEmpty && !has(.suppressionIgnored) { return .suppressed }
    if let ended = suppressionEndedAt, !has(.suppressionTailIgnored), !has(.suppressionIgnored),
      world.now - ended <= limit(.suppressionTailSeconds)
    {
      return .suppressed
    }
    if launchCount < policy.count(.firstAdMinLaunches) ?? 0 && !has(.firstLaunchesIgnored) {
      return .firstLaunches
    }
    if isCapReached { return .dailyCap }
    if !resignedAfterDismissal && !has(.otherAdTakenForReturn) { return .interval }
    return returning == nil ? reasonAtLaunch() : reasonOnReturn(trigger)
  }

  private var isCapReached: Bool {
    if has(.capNotChecked) { return false }
    let cap = (policy.count(.dailyCap) ?? 0) + (has(.capOffByOne) ? 1 : 0)
    if showsToday >= cap { return true }
    let tomorrow = Int64(world.storage.shows.count { $0.day == today + 1 })
    return tomorrow >= cap
  }

  private func reasonAtLaunch() -> Word? {
    if has(.lateAdShownOverContent) && hasContent { return nil }
    if hasContent { return .contentShown }
    guard splashBeganAt != nil else { return .contentShown }
    return splashTime <= longestWaitOnSplash ? nil : .contentShown
  }

  private func reasonOnReturn(_ trigger: Word) -> Word? {
    guard let back = returning else { return nil }
    if trigger == .active && (has(.dialogTakenForReturn) || has(.otherAdTakenForReturn)) {
      return nil
    }
    if hasContentSinceReturn { return .contentShown }
    if back.isLock && !has(.lockIgnored) { return .locked }
    if back.away <= minimumAbsence { return .interval }
    if !isActive { return .suppressed }
    return nil
  }

  private var minimumAbsence: Int64 {
    let least = limit(.minBackgroundSeconds)
    if has(.absenceInWrongUnit) { return least / 1_000 }
    return has(.absenceLimitIncluded) ? least - 1 : has(.absenceNotChecked) ? -1 : least
  }

  /// The number of app-open shows left today after one more show.
  func remainingAfterShow(_ placement: Placement) -> Int64? {
    guard placement.format == .appOpen, let cap = policy.count(.dailyCap) else { return nil }
    let left = cap - showsToday - (has(.firstShowNotCounted) && showsToday == 0 ? 0 : 1)
    lastRemaining = (left, today, cap)
    return left
  }

  /// The number of app-open shows left today.
  func remainingAfterSkip(_ placement: Placement) -> Int64? {
    guard placement.format == .appOpen, let cap = policy.count(.dailyCap) else { return nil }
    if let last = lastRemaining, last.day == today, last.cap == cap {
      let left = has(.skipUsesQuota) ? last.value - 1 : last.value
      lastRemaining = (left, today, cap)
      return left
    }
    let left = cap - showsToday
    lastRemaining = (left, today, cap)
    return left
  }
}
