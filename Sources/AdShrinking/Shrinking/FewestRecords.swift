internal import AdRules
internal import AdSession

/// Finds the fewest records that still break the rule for the same reason.
///
/// A witness with the header is enough to break its rule, so each violation's witness is where the
/// search begins. From there records are deleted until none, and no two, can go. A session of ten
/// records at most is searched completely for something smaller.
struct FewestRecords {
  let oracle: Oracle
  private static let smallSession = 10
  private static let mostStarts = 8
  private static let mostForPairs = 40

  /// The smallest draft that was found; the whole one is known to break the rule.
  func search(_ whole: Draft, witnesses: [[Int]]) -> Draft {
    var best: Draft?
    for witness in witnesses.prefix(FewestRecords.mostStarts) {
      let start = whole.keeping {
        witness.contains($0) || FewestRecords.surroundings.contains(whole.records[$0].event.kind)
      }
      guard oracle.breaks(start) else { continue }
      let small = deleting(start)
      if small.records.count < best?.records.count ?? .max { best = small }
    }
    let found = best ?? deleting(whole)
    return smaller(than: found, of: whole) ?? found
  }

  /// Deletes records, alone and in pairs, until none can go.
  func deleting(_ draft: Draft) -> Draft {
    var best = draft
    var count = Int.max
    while best.records.count < count {
      count = best.records.count
      var chunk = max(1, count / 2)
      while chunk >= 1 {
        best = deleting(chunk, best)
        chunk /= 2
      }
      if best.records.count == count { best = deletingPairs(best) }
    }
    return best
  }

  private func deleting(_ chunk: Int, _ draft: Draft) -> Draft {
    var best = draft
    var end = best.records.count
    while end > 0 {
      let range = max(0, end - chunk)..<end
      let candidate = best.keeping { !range.contains($0) }
      if oracle.breaks(candidate) { best = candidate }
      end = min(end - chunk, best.records.count)
    }
    return best
  }

  private func deletingPairs(_ draft: Draft) -> Draft {
    guard draft.records.count <= FewestRecords.mostForPairs else { return draft }
    for first in draft.records.indices {
      for second in draft.records.indices where second > first {
        let candidate = draft.keeping { $0 != first && $0 != second }
        if oracle.breaks(candidate) { return candidate }
      }
    }
    return draft
  }

  /// The first smaller set of records that breaks the rule, of a session so small that all are tried.
  private func smaller(than found: Draft, of whole: Draft) -> Draft? {
    let count = whole.records.count
    guard count <= FewestRecords.smallSession else { return nil }
    for size in 0..<found.records.count {
      for set in 0..<(1 << count) where set.nonzeroBitCount == size {
        let candidate = whole.keeping { set & (1 << $0) != 0 }
        if oracle.breaks(candidate) { return candidate }
      }
    }
    return nil
  }

  /// What a witness may leave out although its rule needs it.
  private static let surroundings: [EventKind] = [
    .configChanged, .appTimeChanged, .consentUpdated, .consentFormShown, .consentFormClosed,
    .sdkStarted,
  ]
}
