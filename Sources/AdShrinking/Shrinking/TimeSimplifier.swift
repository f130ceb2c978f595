internal import AdSession

/// Makes delays simple: 0 where that serves, else the roundest near the least that serves.
struct TimeSimplifier {
  let oracle: Oracle
  /// The longest delay that is tried: thirty days.
  static let longest: Int64 = 30 * WallClock.day
  /// Noon of a day like any other, so that no midnight is near.
  static let noon = 20_454 * WallClock.day + 12 * 3_600_000

  /// The draft with simple delays and, where it serves, a wall clock that goes evenly.
  func simplify(_ draft: Draft) -> Draft {
    var best = even(draft)
    for place in best.records.indices.dropLast() {
      for later in best.records.indices where later > place {
        best = joined(place, later, best)
      }
    }
    for place in best.records.indices { best = simplify(place, best) }
    return best
  }

  /// Both clocks go alike, from a plain noon.
  private func even(_ draft: Draft) -> Draft {
    var best = draft
    var candidate = draft
    for place in candidate.records.indices {
      candidate.records[place].wallDelay = candidate.records[place].delay
    }
    if oracle.breaks(candidate) { best = candidate }
    candidate = best
    candidate.firstWall = TimeSimplifier.noon
    return oracle.breaks(candidate) ? candidate : best
  }

  /// One delay instead of two, the later one.
  private func joined(_ place: Int, _ later: Int, _ draft: Draft) -> Draft {
    let delay = draft.records[place].delay
    guard delay > 0, draft.records[later].delay > 0 else { return draft }
    let (sum, isTooLong) = draft.records[later].delay.addingReportingOverflow(delay)
    if isTooLong { return draft }
    let candidate = draft.settingDelay(place, to: 0).settingDelay(later, to: sum)
    return oracle.breaks(candidate) ? candidate : draft
  }

  private func simplify(_ place: Int, _ draft: Draft) -> Draft {
    let draft = shortened(place, draft)
    let delay = draft.records[place].delay
    let least = Bisection.least(from: 0, to: delay) {
      oracle.breaks(draft.settingDelay(place, to: $0))
    }
    for unit: Int64 in [3_600_000, 60_000, 1000, 100, 10] where 1..<(.max - unit) ~= least {
      let round = (least + unit - 1) / unit * unit
      guard round - least <= least / 10 else { continue }
      let candidate = draft.settingDelay(place, to: round)
      if oracle.breaks(candidate) { return candidate }
    }
    return least == delay ? draft : draft.settingDelay(place, to: least)
  }

  /// Between a delay beyond the longest and none lie wall clocks that no record says.
  private func shortened(_ place: Int, _ draft: Draft) -> Draft {
    guard draft.records[place].delay > Self.longest else { return draft }
    let candidate = draft.settingDelay(place, to: Self.longest)
    return oracle.breaks(candidate) ? candidate : draft
  }
}

extension Draft {
  /// With another delay; the wall clock keeps what it jumped by.
  func settingDelay(_ place: Int, to delay: Int64) -> Draft {
    var changed = self
    changed.records[place].wallDelay &+= delay &- records[place].delay
    changed.records[place].delay = delay
    return changed
  }
}
