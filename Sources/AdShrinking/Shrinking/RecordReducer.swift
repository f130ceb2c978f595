internal import AdRules
internal import AdSession

/// Reduces a draft to as few records as possible that still reproduce the violation.
///
/// The witness of a violation and the header are usually enough to violate the rule, so the search
/// starts at each witness. If something else is wrong in what they become, it starts again with the
/// records around a witness, and then with all. It deletes records until no record and no pair of
/// records can be deleted. A session with at most ten records is also searched exhaustively.
struct RecordReducer {
  let check: ReproductionCheck
  private static let smallSession = 10
  private static let maximumStarts = 8
  private static let maximumForPairs = 40

  /// Returns the smallest draft found; the whole draft is known to violate the rule.
  func search(_ whole: JournalDraft, witnesses: [[Int]]) -> JournalDraft {
    let few = witnesses.prefix(RecordReducer.maximumStarts)
    var best = smallest(
      few.map { witness in
        whole.keeping {
          witness.contains($0) || RecordReducer.context.contains(whole.records[$0].event.kind)
        }
      })
    if best.map({ check.others(in: $0) != 0 }) ?? false {
      best = smallest(few.prefix(1).map { surroundings(of: $0, in: whole) }, or: best)
    }
    if best.map({ check.others(in: $0) != 0 }) ?? true { best = smallest([whole], or: best) }
    let found = best ?? whole
    check.maximumOthers = check.others(in: found) ?? Int.max
    return smaller(than: found, of: whole) ?? found
  }

  /// What the starts become without the records that can be deleted: the one with the fewest
  /// violations of other problems, and of these the smallest.
  private func smallest(_ starts: [JournalDraft], or other: JournalDraft? = nil) -> JournalDraft? {
    var best = other.flatMap { draft in check.others(in: draft).map { (draft, $0) } }
    for start in starts {
      check.maximumOthers = Int.max
      guard check.reproduces(start) else { continue }
      let small = deleting(start)
      guard let others = check.others(in: small) else { continue }
      let size = (others, small.records.count)
      if best.map({ size < ($0.1, $0.0.records.count) }) ?? true { best = (small, others) }
    }
    return best?.0
  }

  /// The records of the ads and requests of a witness, and all records of none.
  private func surroundings(of witness: [Int], in whole: JournalDraft) -> JournalDraft {
    var names: Set<UInt32> = []
    func namesOf(_ event: Event) -> [UInt32] {
      [event.ad, event.request].filter(\.isPresent).map { UInt32($0.id) }
    }
    var kept = Set(witness)
    // An ad leads to its request, and the request to its other answers.
    for _ in 0..<3 {
      for index in kept.sorted() { names.formUnion(namesOf(whole.records[index].event)) }
      for (index, record) in whole.records.enumerated()
      where namesOf(record.event).contains(where: names.contains) {
        kept.insert(index)
      }
    }
    return whole.keeping { kept.contains($0) || namesOf(whole.records[$0].event).isEmpty }
  }

  /// Deletes single records and pairs of records until none can be deleted.
  func deleting(_ draft: JournalDraft) -> JournalDraft {
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

  private func deleting(_ chunk: Int, _ draft: JournalDraft) -> JournalDraft {
    var best = draft
    var end = best.records.count
    while end > 0 {
      let range = max(0, end - chunk)..<end
      let candidate = best.keeping { !range.contains($0) }
      if check.reproduces(candidate) { best = candidate }
      end = min(end - chunk, best.records.count)
    }
    return best
  }

  private func deletingPairs(_ draft: JournalDraft) -> JournalDraft {
    guard draft.records.count <= RecordReducer.maximumForPairs else { return draft }
    for first in draft.records.indices {
      for second in draft.records.indices where second > first {
        let candidate = draft.keeping { $0 != first && $0 != second }
        if check.reproduces(candidate) { return candidate }
      }
    }
    return draft
  }

  /// Tries all smaller subsets of a small session; returns the first that reproduces the violation.
  private func smaller(than found: JournalDraft, of whole: JournalDraft) -> JournalDraft? {
    let count = whole.records.count
    guard count <= RecordReducer.smallSession else { return nil }
    for size in 0..<found.records.count {
      for set in 0..<(1 << count) where set.nonzeroBitCount == size {
        let candidate = whole.keeping { set & (1 << $0) != 0 }
        if check.reproduces(candidate) { return candidate }
      }
    }
    return nil
  }

  /// Kinds of records that a rule may need although its witness does not contain them.
  private static let context: [EventKind] = [
    .configChanged, .appTimeChanged, .consentUpdated, .consentFormShown, .consentFormClosed,
    .sdkStarted,
  ]
}
