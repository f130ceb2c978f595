import AdRules
import AdSession

/// Judges completions by one rule.
struct Tries {
  private let judge: Judge
  private let rule: Rule
  private let seq: Int64
  private let others: OtherShows

  init(_ judge: Judge, _ rule: Rule, _ seq: Int64, _ others: OtherShows) {
    self.others = others
    self.judge = judge
    self.rule = rule
    self.seq = seq
  }

  /// Which side a completion is on, empty where it leaves the activation undecided; and whether
  /// only the time that is left decides it.
  func side(in trace: Trace) -> (side: Sides, isPending: Bool) {
    guard let result = judge.judge(trace, otherShows: others).first, result.verdict != .notCaptured
    else {
      return ([], false)
    }
    if result.violations.contains(where: { isTriggered($0, trace) }) { return (.violating, false) }
    guard let open = result.undecided.first(where: { $0.seq == seq }) else {
      return (.holding, false)
    }
    return ([], open.why == .pending)
  }

  /// Rules whose violation is certain at another record than the one that is judged.
  private static let late: Set<String> = [
    "ad-window-has-a-scene", "lock-requests-nothing", "image-loading-honoured",
    "cold-start-only-on-splash", "ad-window-closed", "fit-checked-after-resize",
    "impression-tracked-by-one", "click-tracked-by-one", "reward-needs-show", "grant-matches-earn",
    "reward-once",
  ]

  private func isTriggered(_ violation: Violation, _ trace: Trace) -> Bool {
    // The end of the session is the trigger, wherever it is.
    if rule.id == "session-ends-off-screen" { return true }
    if let missing = violation.missing {
      return violation.witness.contains {
        trace.events[$0].seq == seq && trace.events[$0].t == missing.fromT
      }
    }
    if trace.events[violation.certainAt].seq == seq { return true }
    return Self.late.contains(rule.id) && violation.witness.contains { trace.events[$0].seq == seq }
  }
}

/// The kinds of the records that decided activations of each rule, the last ones first.
final class Successes {
  private static let limit = 12
  private var rows: [String: [[EventKind]]] = [:]

  /// Remembers rows of records that decided an activation.
  func note(_ decisive: [[Event]], _ rule: Rule) {
    for row in decisive {
      let kinds = row.map(\.kind)
      rows[rule.id, default: []].removeAll { $0 == kinds }
      rows[rule.id, default: []].insert(kinds, at: 0)
    }
    rows[rule.id] = rows[rule.id].map { Array($0.prefix(Self.limit)) }
  }

  /// The same candidates, with those first that decided before.
  func first(_ candidates: [Completer.Lost], _ rule: Rule) -> [Completer.Lost] {
    guard let known = rows[rule.id] else { return candidates }
    let ranked = candidates.map { one in
      (known.firstIndex { $0.elementsEqual(one.row.lazy.map(\.kind)) } ?? known.count, one)
    }
    return known.indices.flatMap { rank in ranked.filter { $0.0 == rank }.map(\.1) }
      + ranked.filter { $0.0 == known.count }.map(\.1)
  }
}
