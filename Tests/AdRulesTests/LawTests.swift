import AdSession
import Foundation
import Testing

@testable import AdRules

/// Laws over random journals: those of the project, distorted, shuffled, cut and joined by a seed.
@Suite struct `The laws of verdicts` {
  /// More rounds with ADJOURNAL_ROUNDS; another seed with ADJOURNAL_SEED.
  static let rounds = Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 2
  static let seed =
    UInt64(ProcessInfo.processInfo.environment["ADJOURNAL_SEED"] ?? "") ?? 20_261_121

  /// Read once; nobody changes them.
  struct Bases: @unchecked Sendable {
    let traces: [Trace]
  }

  static let bases = Bases(
    traces: (try? Journals.traces(in: ["rules", "incidents", "sessions", "google-sample"])) ?? [])

  /// Calls a law with random sessions, and says the seed and the base where one breaks it.
  private static func forAll(_ law: (Trace, inout Dice) -> [String]) {
    #expect(bases.traces.count > 300)
    for (number, base) in bases.traces.enumerated() where base.events.count < 60 {
      for round in 0..<rounds {
        var dice = Dice(seed: seed &+ UInt64(number * 1000 + round))
        var trace = round == 0 ? base : base.distorted(&dice)
        if round > 0 && round % 2 == 1 { trace = trace.shuffled(&dice) }
        let broken = law(trace, &dice)
        let text = "seed \(seed), session \(base.id), round \(round): \(broken.first ?? "")"
        if !broken.isEmpty { Issue.record(Comment(rawValue: text + "\n" + Self.lines(trace))) }
      }
    }
  }

  /// The session, one line a record, so that a broken law can be seen at once.
  private static func lines(_ trace: Trace) -> String {
    trace.events.prefix(40).map { event in
      let names = [event.ad, event.request, event.load, event.scene].map(trace.symbols.text)
      return "  \(event.seq) \(event.t) \(event.kind.name) \(names.filter { !$0.isEmpty })"
    }.joined(separator: "\n")
  }

  /// The violations of a judged session, one line each.
  private static func violations(_ judge: Judge, _ trace: Trace) -> [String] {
    zip(judge.rules, judge.judge(trace)).flatMap { rule, result in
      result.violations.map { violation in
        "\(rule.id) at \(trace.events[violation.certainAt].seq): \(violation.becauseWithoutAnswer)"
      }
    }
  }

  @Test func `further records retract no violation, and may answer it late`() {
    let judge = Judge(rules: FileRules.withCatalogue)
    Self.forAll { trace, dice in
      let count = Int.random(in: 1...max(1, trace.events.count), using: &dice)
      let whole = Set(Self.violations(judge, trace))
      // What counts as captured can grow without a header's list; then a verdict can appear.
      return Self.violations(judge, trace.prefix(count)).filter { !whole.contains($0) }
        .map { "\($0) in the first \(count) records only" }
    }
  }

  @Test func `a deletion that is marked as a gap adds no violation and reverses no verdict`() {
    let judge = Judge(rules: FileRules.withCatalogue)
    judge.logKept()
    Self.forAll { trace, dice in
      if trace.header?.captures == nil || trace.cannotHaveHappened { return [] }
      let start = Int.random(in: 1..<max(2, trace.events.count), using: &dice)
      let end = min(trace.events.count, start + Int.random(in: 1...6, using: &dice))
      let whole = Self.outcomes(judge, trace)
      var left = trace.without(start..<max(start, end))
      var text = "without \(start)..<\(end)"
      if Bool.random(using: &dice) && left.events.count > 2 {
        let next = Int.random(in: 1..<left.events.count, using: &dice)
        let last = min(left.events.count, next + Int.random(in: 1...6, using: &dice))
        left = left.without(next..<last)
        text += " and then \(next)..<\(last)"
      }
      if left.hidesReusedName(of: trace) { return [] }
      let cut = Self.outcomes(judge, left)
      return Self.contradictions(of: cut, with: whole).map { "\($0) \(text)" }
    }
  }

  /// By rule: the activations that are broken and those that are kept, by `seq`.
  ///
  /// A missed deadline is certain at a later record where a gap hides the foreground, and another
  /// violation where a later record names the format: it is the trigger that counts.
  static func outcomes(
    _ judge: Judge, _ trace: Trace
  ) -> [(id: String, broken: Set<Int64>, kept: Set<Int64>)] {
    let results = judge.judge(trace)
    return judge.rules.indices.map { index in
      let broken = results[index].violations.map { violation in
        guard let missing = violation.missing else {
          return trace.events[trigger(of: violation, judge.rules[index], trace)].seq
        }
        let triggers = violation.witness.filter { trace.events[$0].t == missing.fromT }
        return trace.events[triggers.last ?? violation.certainAt].seq
      }
      return (judge.rules[index].id, Set(broken), Set(judge.kept(index)))
    }
  }

  /// The last record of a violation that the rule visits.
  private static func trigger(of violation: Violation, _ rule: Rule, _ trace: Trace) -> Int {
    let kinds = rule.pattern.visits.flatMap(\.triggers).compactMap { trigger in
      if case .kind(let kind) = trigger { kind } else { nil }
    }
    let records = violation.witness.filter { $0 < violation.certainAt } + [violation.certainAt]
    return records.last { kinds.contains(trace.events[$0].kind) } ?? violation.certainAt
  }

  static func contradictions(
    of cut: [(id: String, broken: Set<Int64>, kept: Set<Int64>)],
    with whole: [(id: String, broken: Set<Int64>, kept: Set<Int64>)]
  ) -> [String] {
    zip(cut, whole).flatMap { cut, whole -> [String] in
      let made = cut.broken.subtracting(whole.broken).map { "\(cut.id) newly broken at \($0)" }
      let guards = cut.kept.intersection(whole.broken).subtracting(whole.kept)
      return made + guards.map { "\(cut.id) kept at \($0), where the whole journal breaks it" }
    }
  }

  @Test func `a witness alone violates the rule, and no longer does without one of its records`() {
    let judge = Judge(rules: FileRules.withCatalogue)
    Self.forAll { trace, _ in
      zip(judge.rules, judge.judge(trace)).flatMap { rule, result in
        result.violations.prefix(3).flatMap {
          Self.faults(of: $0, result.violations, rule, trace)
        }
      }
    }
  }

  private static func faults(
    of violation: Violation, _ all: [Violation], _ rule: Rule, _ trace: Trace
  ) -> [String] {
    if trace.header == nil { return [] }
    let own = Set(all.map(\.certainAt)).subtracting([violation.certainAt])
    let seqs = violation.witness.map { trace.events[$0].seq }
    if broken(violation.witness, of: violation, rule, trace).isEmpty {
      return ["\(rule.id): \(seqs) alone does not break it"]
    }
    // The end of a video that did not play breaks the order alone: of a witness with one, the
    // record that comes after it cannot be left out and nothing be broken.
    let isNeeded: (Int) -> Bool = { rule.id != "video-grammar" || $0 != violation.certainAt }
    // A late answer proves the deadline as well as the record that does without it.
    let late = violation.lateBesideProof
    let needed = violation.witness.filter { $0 != 0 && $0 != late && isNeeded($0) }
    return needed.compactMap { dropped in
      let rest = violation.witness.filter { $0 != dropped && $0 != late }
      let kind = trace.events[dropped].kind
      let still = broken(rest, of: violation, rule, trace, without: kind).subtracting(own)
      return still.isEmpty
        ? nil : "\(rule.id): \(seqs) breaks it without \(trace.events[dropped].seq), too"
    }
  }

  /// The records at which the header, these records and what may be added break the rule.
  ///
  /// - Parameter left: No record of this kind is added: it could do the same as the one left out.
  private static func broken(
    _ witness: [Int], of violation: Violation, _ rule: Rule, _ trace: Trace,
    without left: EventKind? = nil
  ) -> Set<Int> {
    let start = violation.missing.map { missing in
      violation.witness.last { trace.events[$0].t == missing.fromT } ?? violation.certainAt
    }
    let added = trace.events.indices.filter {
      $0 < start ?? violation.certainAt && trace.events[$0].isAddedToWitness(of: rule)
        && trace.events[$0].kind != left && !violation.witness.contains($0)
    }
    let indexes = Set([0] + witness + added).sorted()
    let part = trace.part(indexes, renumbered: true)
    let violations = Judge(rules: [rule]).judge(part).first?.violations ?? []
    return Set(violations.map { indexes[$0.certainAt] })
  }

  @Test func `the shows of a session without repeated ads are those of its state`() {
    var plain = 0
    Self.forAll { trace, dice in
      let trace = Bool.random(using: &dice) ? trace.capped(&dice) : trace
      guard let shows = trace.plainShows() else { return [] }
      let wanted = trace.evolvedShows()
      plain += shows.isEmpty ? 0 : 1
      return "\(shows)" == "\(wanted.certain)" && wanted.possible.isEmpty
        ? [] : ["\(shows), but \(wanted)"]
    }
    #expect(plain > 100)
  }

  @Test func `shows of earlier sessions change only a session that depends on them`() {
    let judge = Judge(rules: FileRules.withCatalogue)
    var dependent = 0
    Self.forAll { trace, dice in
      let trace = Bool.random(using: &dice) ? trace.capped(&dice) : trace
      let days = trace.events.map { WallClock.localDay($0.wall, utcOffsetMinutes: 0) }
      let shows = Set(days.flatMap { [$0 - 1, $0, $0 + 1] }).map {
        OtherShows.Show(wall: 0, day: $0)
      }
      let alone = Self.texts(judge, judge.judge(trace))
      let cases: [(OtherShows, String)] = [
        (.complete([]), "without earlier shows"), (.complete(shows), "with a show on each day"),
        (.atLeast(shows + shows + shows), "with three shows or more on each day"),
      ]
      let differences = cases.flatMap { others, when in
        Self.differences(Self.texts(judge, judge.judge(trace, otherShows: others)), alone, when)
      }
      guard trace.dependsOnEarlierShows([]) else { return differences }
      dependent += differences.isEmpty ? 0 : 1
      return []
    }
    #expect(dependent > 100)
  }

  /// The results of all rules, with their findings.
  private static func texts(_ judge: Judge, _ results: RuleResults) -> [String] {
    zip(judge.rules, results).map { rule, result in
      let violations = result.violations.map { "\($0.certainAt) \($0.witness) \($0.because)" }
      let undecided = result.undecided.map { "\($0.seq) \($0.why) \($0.because ?? "")" }
      return "\(rule.id) \(result.verdict) \(result.activations) \(violations) \(undecided)"
    }
  }

  private static func differences(
    _ found: [String], _ wanted: [String], _ when: String
  ) -> [String] {
    zip(found, wanted).filter { $0 != $1 }.map { "\(when): \($0), and judged alone \($1)" }
  }

  @Test func `a used judge returns the same results as a new one`() {
    let old = Judge(rules: FileRules.withCatalogue)
    Self.forAll { trace, _ in
      let again = Self.violations(old, trace)
      let new = Judge(rules: FileRules.withCatalogue)
      return again == Self.violations(new, trace) ? [] : ["\(again)"]
    }
  }
}

extension Violation {
  /// The message without the answer that came late.
  fileprivate var becauseWithoutAnswer: String {
    guard late != nil, let end = because.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      return because
    }
    return because[..<end].replacingOccurrences(of: " in time", with: "")
  }

  /// The late answer, if another record of the witness proves that the deadline passed.
  fileprivate var lateBesideProof: Int? {
    guard let answer = late?.answer else { return nil }
    return witness.contains { $0 >= certainAt && $0 != answer } ? answer : nil
  }
}

extension Event {
  /// What `Journals/RULES.md` lets a test add to a witness: it makes a slot free or sets what is in
  /// force.
  fileprivate func isAddedToWitness(of rule: Rule) -> Bool {
    switch kind {
    case .configChanged, .appTimeChanged: true
    case .consentUpdated, .sdkStarted: Self.rulesOfFreeSlots.contains(rule.id)
    default: false
    }
  }

  private static let rulesOfFreeSlots: Set<String> = [
    "expired-ad-replaced", "request-when-none-ready", "reload-after-dismiss",
    "reload-after-present-failure", "load-failure-does-not-silence-slot",
    "request-on-background", "misfit-reloaded", "banner-follows-width",
    "empty-show-requests-an-ad",
  ]
}
