internal import AdSession

/// Simplifies delays: to 0 if possible, or else to a round value near the smallest possible one.
struct TimeSimplifier {
  let check: ReproductionCheck
  /// The longest delay that is tried: thirty days, in milliseconds.
  static let longest: Int64 = 30 * WallClock.day
  /// Noon on 2026-01-01 in milliseconds since 1970, far from any midnight.
  static let noon = 20_454 * WallClock.day + 12 * 3_600_000

  /// Returns the draft with simple delays and, if possible, a wall clock without jumps.
  func simplify(_ draft: JournalDraft) -> JournalDraft {
    var best = even(draft)
    for position in best.records.indices.dropLast() {
      for later in best.records.indices where later > position {
        best = joined(position, later, best)
      }
    }
    for position in best.records.indices { best = simplify(position, best) }
    return best
  }

  /// Makes both clocks advance by the same amounts, and starts the wall clock at noon.
  private func even(_ draft: JournalDraft) -> JournalDraft {
    var best = draft
    var candidate = draft
    for position in candidate.records.indices {
      candidate.records[position].wallDelay = candidate.records[position].delay
    }
    if check.reproduces(candidate) { best = candidate }
    candidate = best
    candidate.firstWall = TimeSimplifier.noon
    return check.reproduces(candidate) ? candidate : best
  }

  /// Moves a delay to a later record, so that one delay remains instead of two.
  private func joined(_ position: Int, _ later: Int, _ draft: JournalDraft) -> JournalDraft {
    let delay = draft.records[position].delay
    guard delay > 0, draft.records[later].delay > 0 else { return draft }
    let (sum, overflows) = draft.records[later].delay.addingReportingOverflow(delay)
    if overflows { return draft }
    let candidate = draft.settingDelay(position, to: 0).settingDelay(later, to: sum)
    return check.reproduces(candidate) ? candidate : draft
  }

  private func simplify(_ position: Int, _ draft: JournalDraft) -> JournalDraft {
    let draft = shortened(position, draft)
    let delay = draft.records[position].delay
    let least = Bisection.least(from: 0, to: delay) {
      check.reproduces(draft.settingDelay(position, to: $0))
    }
    for unit: Int64 in [3_600_000, 60_000, 1000, 100, 10] where 1..<(.max - unit) ~= least {
      let round = (least + unit - 1) / unit * unit
      guard round - least <= least / 10 else { continue }
      let candidate = draft.settingDelay(position, to: round)
      if check.reproduces(candidate) { return candidate }
    }
    return least == delay ? draft : draft.settingDelay(position, to: least)
  }

  /// Limits a delay to the longest one before bisection, which would otherwise try wall-clock times
  /// that cannot be encoded.
  private func shortened(_ position: Int, _ draft: JournalDraft) -> JournalDraft {
    guard draft.records[position].delay > Self.longest else { return draft }
    let candidate = draft.settingDelay(position, to: Self.longest)
    return check.reproduces(candidate) ? candidate : draft
  }
}

extension JournalDraft {
  /// Returns the draft with another delay before a record; jumps of the wall clock stay the same.
  func settingDelay(_ position: Int, to delay: Int64) -> JournalDraft {
    var changed = self
    changed.records[position].wallDelay &+= delay &- records[position].delay
    changed.records[position].delay = delay
    return changed
  }
}
