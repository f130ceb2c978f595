internal import AdRules
internal import AdSession

/// Shrinks the sessions of an install to the records with which the last one violates a rule.
///
/// For a violation that one session alone does not show, such as a daily cap.
struct InstallShrinker {
  let rule: Rule

  /// Returns the smallest journals, one after the other; nil if the last session keeps the rule.
  func shrink(_ traces: [Trace]) -> [UInt8]? {
    guard isViolated(traces) else { return nil }
    var best = traces
    for number in best.indices.reversed().dropFirst() {
      var fewer = best
      fewer.remove(at: number)
      if isViolated(fewer) { best = fewer }
    }
    for number in best.indices { best = withoutRecords(best, number) }
    return best.flatMap { JournalBytes.of($0) }
  }

  private func isViolated(_ traces: [Trace]) -> Bool {
    guard let last = traces.last else { return false }
    let shows = OtherShows.ofProcesses(before: traces.count - 1, in: traces)
    return Judge(rules: [rule]).judge(last, otherShows: shows).first?.verdict == .violated
  }

  /// Removes records of one session, first many at once, then single ones.
  private func withoutRecords(_ traces: [Trace], _ number: Int) -> [Trace] {
    var best = traces
    var width = max(1, traces[number].events.count / 2)
    while true {
      var end = best[number].events.count
      while end > 1 {
        let start = max(1, end - width)
        var fewer = best
        fewer[number] = best[number].without(start..<end)
        if isViolated(fewer) { best = fewer }
        end = start
      }
      if width == 1 { return best }
      width /= 2
    }
  }
}

extension Trace {
  /// A copy without some records.
  fileprivate func without(_ removed: Range<Int>) -> Trace {
    let copy = Trace()
    (copy.id, copy.header, copy.symbols, copy.end) = (id, header, symbols, end)
    for (index, event) in events.enumerated() where !removed.contains(index) {
      if let change = policyChanges[index] { copy.policyChanges[copy.events.count] = change }
      var kept = event
      kept.seq = Int64(copy.events.count + 1)
      kept.line = UInt32(copy.events.count + 1)
      copy.events.append(kept)
    }
    return copy
  }
}
