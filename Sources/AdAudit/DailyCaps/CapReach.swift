extension [CapEntry] {
  /// Puts the entries of a day behind each other; nearly always they are.
  mutating func sortByDay() {
    for place in indices.dropFirst() where self[place].day < self[place - 1].day {
      return sort { $0.day < $1.day }
    }
  }

  /// Whether they are not all of the same session.
  var areOfSeveralSessions: Bool { contains { $0.order != self[0].order } }

  /// Whether it is plain that no session of an install is judged otherwise since there are others.
  ///
  /// `false` says nothing. The entries of a day must stand behind each other. It is plain where
  /// nothing is lost, no day's shows reach the cap, and every decision to show counted those of the
  /// other sessions.
  var areOutOfReach: Bool {
    withUnsafeBufferPointer { entries in
      var start = 0
      while start < entries.count {
        var end = start + 1
        while end < entries.count, entries[end].day == entries[start].day { end += 1 }
        guard UnsafeBufferPointer(rebasing: entries[start..<end]).areOutOfReach else {
          return false
        }
        start = end
      }
      return true
    }
  }
}

extension UnsafeBufferPointer<CapEntry> {
  /// So many entries of a day are not compared one by one.
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
