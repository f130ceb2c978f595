import AdSession
import Foundation
import Testing

@testable import AdRules

/// What makes judging fast says what the slow way would say.
@Suite struct `The engine` {
  private static let seed =
    UInt64(ProcessInfo.processInfo.environment["ADJOURNAL_SEED"] ?? "") ?? 20_261_121

  @Test func `a memory contains the same numbers as a dictionary`() {
    var dice = Dice(seed: Self.seed)
    for keys: UInt64 in [4, 16, 17, 60] {
      var memory = Memory()
      var expected: [UInt64: Int] = [:]
      for _ in 0..<2000 {
        let key = UInt64.random(in: 0..<keys, using: &dice)
        switch Int.random(in: 0..<20, using: &dice) {
        case 0:
          if Int.random(in: 0..<20, using: &dice) == 0 { memory.removeAll() } else { continue }
          expected = [:]
        case 1..<8:
          let (removed, known) = (
            memory.removeValue(forKey: key), expected.removeValue(forKey: key)
          )
          #expect(removed == known, "seed \(Self.seed)")
        case 8: (memory[key], expected[key]) = (nil, nil)
        default:
          let value = Int.random(in: 0..<9, using: &dice)
          (memory[key], expected[key]) = (value, value)
        }
        let (found, known) = (memory[key], expected[key])
        #expect(found == known, "seed \(Self.seed)")
        let (all, isEmpty) = (memory.keys.sorted(), memory.isEmpty)
        #expect(all == expected.keys.sorted() && isEmpty == expected.isEmpty, "seed \(Self.seed)")
        let values = memory.values.sorted()
        #expect(values == expected.values.sorted(), "seed \(Self.seed)")
      }
    }
  }

  /// An obligation with a witness of some records, identified by its trigger.
  private static func obligation(_ trigger: Int, _ witness: Int) -> Obligation {
    Obligation(
      trigger: trigger, limitMs: 1000, key: .loadTimeoutSeconds, witness: Array(0..<witness))
  }

  @Test func `obligations are found by their correlation keys`() {
    var dice = Dice(seed: Self.seed)
    for most in [3, 23, 40] {
      var open = Obligations()
      var expected: [(correlation: UInt64, trigger: Int, witness: Int)] = []
      for trigger in 0..<3000 {
        let correlation = UInt64.random(in: 0..<6, using: &dice)
        if expected.count < most, Int.random(in: 0..<3, using: &dice) > 0 {
          let witness = Int.random(in: 0..<5, using: &dice)
          open.append(Self.obligation(trigger, witness), correlation: correlation)
          expected.append((correlation, trigger, witness))
        } else {
          let taken = open.take(correlation)
          let found = taken.map { [$0.trigger, $0.witness.count] }.sorted { $0[0] < $1[0] }
          let known = expected.filter { $0.correlation == correlation }.map {
            [$0.trigger, $0.witness]
          }
          #expect(found == known, "seed \(Self.seed)")
          expected.removeAll { $0.correlation == correlation }
        }
        let (count, correlations, waits) = (
          open.count, open.correlations, open.contains(correlation)
        )
        #expect(count == expected.count, "seed \(Self.seed)")
        #expect(correlations == Set(expected.map(\.correlation)).sorted(), "seed \(Self.seed)")
        #expect(waits == expected.contains { $0.correlation == correlation }, "seed \(Self.seed)")
      }
      let all = open.takeAll().map(\.trigger)
      let isEmpty = open.isEmpty
      #expect(all == expected.map(\.trigger) && isEmpty)
    }
  }

  /// The number of a rule by each of its visits to a row, as the triggers say: those that judge the
  /// event first, what answers before what asks.
  private static func visitors(_ rules: [Rule], _ trigger: Pattern.Trigger, _ place: Int) -> [Int] {
    let visitors = rules.indices.flatMap { index in
      rules[index].pattern.visits.compactMap { visit -> (rule: Int, order: Int)? in
        guard visit.triggers.contains(trigger) else { return nil }
        let filters = visit.filtersFormat || trigger == .attempt
        let concerns = rules[index].formats.contains(formatClass: place)
        return filters && !concerns ? nil : (index, order(of: visit))
      }
    }
    return (0...3).flatMap { order in visitors.filter { $0.order == order }.map(\.rule) }
  }

  private static func order(of visit: Pattern.Visit) -> Int {
    if case .check = visit.body { return visit.needsAd ? 1 : 0 }
    return visit.need == .awake ? 2 : 3
  }

  @Test func `a dispatch row has the rules whose triggers and formats fit`() {
    let rules = RuleBook.all
    let states = Slab(count: rules.count) { RuleState(rules[$0], number: $0) }
    let every = EventClass.allCases.reduce(into: ClassSet.always) { $0.insert(ClassSet($1)) }
    let dispatch = Dispatch(rules, classes: every, states: states)
    for place in 0..<Formats.classes {
      for kind in EventKind.allCases where kind.eventClass != nil {
        let found = dispatch.row(of: kind, place).all.map { Int($0.state.value.number) }
        #expect(found == Self.visitors(rules, .kind(kind), place), "\(kind) \(place)")
      }
      let attempts = dispatch.attempts(place).all.map { Int($0.state.value.number) }
      #expect(attempts == Self.visitors(rules, .attempt, place))
      let shows = dispatch.shows(place).all.map { Int($0.state.value.number) }
      #expect(shows == Self.visitors(rules, .show, place))
    }
    let few = Dispatch(rules, classes: .always, states: states)
    #expect(few.row(of: .adPaid, 0).all.isEmpty)
    for (result, rule) in zip(few.template, rules) {
      let isCaptured = rule.observes.allSatisfy { ClassSet.always.contains(ClassSet($0)) }
      #expect(result.verdict == (isCaptured ? .vacuous : .notCaptured))
    }
  }

  @Test func `a rule settles obligations at an event before it opens new ones`() {
    let rule = RuleBook.all[0]
    let asking = Pattern.Visit([.kind(.adLoaded), .kind(.adPaid)]) { _, _ in }
    let answering = Pattern.Visit([.kind(.adLoaded)], need: .awake) { _, _ in }
    let elsewhere = Pattern.Visit([.kind(.adClicked)], need: .awake) { _, _ in }
    let late = Rule(
      "late", rule.group, rule.severity, rule.formats, observes: [.load, .revenue],
      "A rule.", precise: "none",
      Pattern(visits: [asking, answering, elsewhere]))
    let states = Slab(count: 1) { RuleState(late, number: $0) }
    let every = EventClass.allCases.reduce(into: ClassSet.always) { $0.insert(ClassSet($1)) }
    let dispatch = Dispatch([late], classes: every, states: states)
    let place = (0..<Formats.classes).first { late.formats.contains(formatClass: $0) } ?? 0
    #expect(Array(dispatch.row(of: .adLoaded, place).visits).count == 2)
    #expect(Array(dispatch.row(of: .adLoaded, place).awake).isEmpty)
    #expect(Array(dispatch.row(of: .adPaid, place).visits).count == 1)
    #expect(Array(dispatch.row(of: .adClicked, place).awake).count == 1)
  }

  /// All that a session's results say, one line a rule.
  private static func lines(_ results: RuleResults) -> [String] {
    results.map { result in
      let violations = result.violations.map { "\($0.certainAt) \($0.witness) \($0.because)" }
      let undecided = result.undecided.map { "\($0.seq) \($0.why) \($0.remainingMs ?? -1)" }
      return "\(result.verdict) \(result.activations) \(violations) \(undecided)"
    }
  }

  @Test func `a judge that logs kept activations returns the same results`() throws {
    var dice = Dice(seed: Self.seed)
    let (plain, logging) = (Judge(), Judge())
    logging.logKept()
    let bases = try Journals.traces(in: ["rules", "incidents", "sessions", "google-sample"])
    for base in bases where base.events.count < 200 {
      for trace in [base, base.distorted(&dice), base.shuffled(&dice)] {
        let (fast, slow) = (Self.lines(plain.judge(trace)), Self.lines(logging.judge(trace)))
        #expect(fast == slow, "seed \(Self.seed), session \(base.id)")
      }
    }
  }

  @Test func `the context of an earlier event has its own slot`() {
    let model = RuleBook.all[0]
    let rule = Rule(
      "slots", model.group, model.severity, .all, observes: [.load], "A rule.", precise: "none",
      .at(.kind(.adRequested)) { context in
        guard context.index == 3 else { return nil }
        return context.violation(
          "\(context.slot ?? -1) after \(context.evaluation.context(1).slot ?? -1)")
      })
    let script = Script(
      captures: "load",
      lines: """
        10 ad.requested unit=u format=banner request=r
        20 ad.requested unit=v format=banner request=q
        30 ad.requested unit=v format=banner request=p
        """)
    let result = script.journal.judged(by: Judge(rules: [rule]))["s"]?["slots"]
    #expect(result?.violations.map(\.because) == ["1 after 0"])
  }

  @Test(arguments: [("0", "violated"), ("-1e300", "inconclusive unknown")])
  func `a deadline is readable for any time and threshold`(threshold: String, expected: String) {
    let script = Script(
      captures: "load", #""policy":{"load_timeout_s":\#(threshold)}"#,
      lines: "500 ad.requested unit=u format=native request=r")
    let late = Record(
      line: """
        {"v":1,"session":"s","seq":3,"t":9223372036854775807,"wall":"2026-11-20T09:15:02.123Z",\
        "event":"note","text":"late"}
        """)
    let result = (script.journal + [late]).result("load-completes")
    let words = [result?.verdict.rawValue ?? "none"] + (result?.undecided.map(\.why.rawValue) ?? [])
    #expect(words.joined(separator: " ") == expected)
  }

  @Test func `the clock of a loading screen is the same whether or not it is recorded`() throws {
    for trace in try Journals.traces(in: ["sessions"]) where !trace.events.isEmpty {
      let judge = Judge()
      defer { withExtendedLifetime(judge) {} }
      let evaluation = judge.evaluation
      evaluation.session.begin(trace)
      var plain = WaitingClock()
      plain.start(at: 0)
      plain.advance(in: evaluation, to: trace.events.count - 1)
      #expect(plain.isPlain || !trace.gaps.isEmpty)
      let clock = plain.clock(in: evaluation)
      #expect(!plain.isPlain)
      for end in trace.events.indices where trace.gaps.isEmpty {
        #expect(clock.least(from: 0, to: end) == evaluation.session.time.least(from: 0, to: end))
        #expect(
          plain.greatest(from: 0, to: end, in: evaluation)
            == evaluation.session.time.greatest(from: 0, to: end))
      }
    }
  }
}

extension Dispatch.Row {
  /// All visits, in the order of their roles.
  fileprivate var all: [Dispatch.Call] { Array(checks(ofAd: true)) + Array(awake) + Array(visits) }
}
