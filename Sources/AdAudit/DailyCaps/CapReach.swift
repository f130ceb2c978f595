extension [CapEntry] {
  /// Sorts the entries by day, which nearly all are already.
  mutating func sortByDay() {
    for index in indices.dropFirst() where self[index].day < self[index - 1].day {
      return sort { $0.day < $1.day }
    }
  }

  /// Whether the sessions of an install surely do not change each other's verdicts.
  ///
  /// True if no records are lost, the shows of no day reach the cap, and every decision to show
  /// counted the shows of the other sessions. False means unknown. The entries must be sorted by
  /// day.
  var areOutOfReach: Bool {
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, self[end].day == self[start].day { end += 1 }
      guard self[start..<end].areOutOfReach else { return false }
      start = end
    }
    return true
  }
}

extension ArraySlice<CapEntry> {
  /// The greatest number of entries of a day that are compared one by one.
  private static var many: Int { 64 }

  /// The same for one day.
  fileprivate var areOutOfReach: Bool {
    if count > Self.many { return false }
    var shows: Int64 = 0
    for entry in self {
      if entry.isLoss { return false }
      if entry.isShow { shows += 1 }
    }
    for entry in self {
      if let slack = entry.slack {
        if showsBefore(entry) > slack { return false }
      } else {
        guard let cap = entry.cap, shows < cap else { return false }
      }
    }
    return true
  }

  /// How many shows of other sessions there were before a decision.
  private func showsBefore(_ decision: CapEntry) -> Int64 {
    let latest = decision.wall ?? .max
    var shows: Int64 = 0
    for show in self where show.isShow && show.order != decision.order {
      if show.wall ?? 0 <= latest { shows += 1 }
    }
    return shows
  }
}
