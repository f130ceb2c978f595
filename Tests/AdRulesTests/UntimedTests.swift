import AdReplay
import AdRules
import AdSession
import AdSimulator
import Foundation
import JournalInput
import PropertyTesting
import Testing

/// Sessions whose journal has no times (`clock: order`).
struct UntimedTests {
  private static let unmarked = RuleBook.all.filter { !$0.measuresTime }
  private static let rounds = max(
    1, Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1)

  private static let paths = ["rules", "terms", "counterexamples", "incidents"].flatMap {
    (try? Journals.paths(in: $0)) ?? []
  }

  /// Simulated sessions with all faults, of correct and of wrong managers, and some journals; each
  /// also with stretched pauses, with a gap, and with records in another order.
  private static func traces(_ seed: UInt64) -> [Trace] {
    var dice = Dice(seed: seed)
    let mutant = Mutant.allCases.randomElement(using: &dice)
    let chosen = seed.isMultiple(of: 3) ? nil : mutant
    var simulation = Simulation(faults: .all, mutant: chosen)
    simulation.manager = chosen == nil && seed.isMultiple(of: 2) ? .deciding : .handwritten
    let manager = simulation.manager
    let worlds = simulation.worlds(Choices(seed: seed)) { manager.make($0, chosen) }
    let some = (0..<8).compactMap { _ in paths.randomElement(using: &dice) }
      .flatMap { (try? Journals.sessions($0)) ?? [] }.map(\.trace).filter { !$0.events.isEmpty }
    return (worlds.map { $0.journal() } + some).flatMap { trace in
      let first = Int.random(in: 1...max(1, trace.events.count), using: &dice)
      let last = min(trace.events.count, first + Int.random(in: 0...4, using: &dice))
      let cut = trace.without(first..<max(first, last))
      let shuffled = trace.shuffled(&dice)
      return [trace, cut, trace.distorted(&dice), cut.distorted(&dice), shuffled]
    }
  }

  /// The rules that differ, among those that do not measure times.
  ///
  /// Whether an ad that comes up again is an overlay depends on whether its first show is over. So
  /// sessions with such an ad are left out, and otherwise no show ends by time alone.
  private static func differences(_ trace: Trace, _ judges: (Judge, Judge)) -> [String] {
    let results = (judges.0.judge(trace), judges.1.judge(trace.untimed))
    return unmarked.indices.compactMap { index in
      let (timed, untimed) = (results.0[index], results.1[index])
      if timed.verdict == untimed.verdict && timed.activations == untimed.activations { return nil }
      return "\(unmarked[index].id): \(timed.verdict) \(timed.activations), "
        + "without times \(untimed.verdict) \(untimed.activations)"
    }
  }

  @Test func `a rule that is not marked as timed gives the same verdict without times`() {
    let endless = [PolicySetting(.dismissTimeoutSeconds, 1e12), PolicySetting(.coverSeconds, 1e12)]
    let judges = (
      Judge(rules: Self.unmarked, overrides: endless),
      Judge(rules: Self.unmarked, overrides: endless)
    )
    var compared = 0
    let start = UInt64.random(in: 0...1_000_000)
    for seed in start..<start + UInt64(150 * Self.rounds) {
      for trace in Self.traces(seed) where !trace.hasRepeatedShow {
        compared += 1
        let found = Self.differences(trace, judges)
        #expect(found.isEmpty, "seed \(seed): \(found)")
      }
    }
    #expect(compared > 500 * Self.rounds)
  }

  /// The marked rules without a threshold in seconds, as they would be if their marks were
  /// forgotten.
  private static var forgotten: [Rule] {
    RuleBook.all.filter { rule in
      rule.measuresTime && !rule.policy.contains { $0.unit == .seconds }
    }.map { rule in
      Rule(
        rule.id, rule.group, rule.severity, rule.formats, observes: rule.observes,
        policy: rule.policy, rule.sentence, precise: rule.precise, rule.pattern)
    }
  }

  @Test func `a forgotten mark is found`() throws {
    let judge = Judge(rules: Self.forgotten)
    var missing = Set(judge.rules.map(\.id))
    func compare(_ trace: Trace) {
      let timed = Array(judge.judge(trace))
      for (rule, (timed, untimed)) in zip(judge.rules, zip(timed, judge.judge(trace.untimed)))
      where timed.verdict != untimed.verdict {
        missing.remove(rule.id)
      }
    }
    #expect(missing.count == 21)
    for rule in missing.sorted() {
      let own = try Journals.traces(in: ["rules/\(rule)"])
      var dice = Dice(seed: 1)
      for _ in 0..<2000 where missing.contains(rule) {
        for trace in own { compare(trace.shuffled(&dice).shuffled(&dice).distorted(&dice)) }
      }
    }
    // Locks matter where no journal of the rule captures them.
    for seed in 1...UInt64(1000) where !missing.isEmpty { Self.traces(seed).forEach(compare) }
    #expect(missing.isEmpty, "not found: \(missing.sorted())")
  }

  @Test func `a session without times is violated only where it is violated with times`() {
    let judge = Judge(rules: RuleBook.all)
    let start = UInt64.random(in: 0...1_000_000)
    var (violated, undecided) = (0, 0)
    for seed in start..<start + UInt64(100 * Self.rounds) {
      for trace in Self.traces(seed) where trace.header != nil {
        let timed = Array(judge.judge(trace))
        for (index, result) in judge.judge(trace.untimed).enumerated() {
          if result.verdict == .violated {
            violated += 1
            #expect(
              timed[index].verdict == .violated,
              "seed \(seed): \(RuleBook.all[index].id) \(result.violations[0].because)")
          }
          if result.verdict == .inconclusive { undecided += 1 }
        }
      }
    }
    #expect(violated > 20 && undecided > 20)
  }

  @Test func `a rule that is marked as timed is not captured, and says why`() throws {
    let trace = try #require(try Journals.sessions("terms/without-times.jsonl").first?.trace)
    for (rule, result) in zip(RuleBook.all, Judge().judge(trace)) {
      let isCaptured = rule.observes.allSatisfy { trace.captured.contains(ClassSet($0)) }
      #expect(result.lacksTimes == (rule.measuresTime && isCaptured), "\(rule.id)")
      if result.lacksTimes { #expect(result.verdict == .notCaptured && result.activations == 0) }
    }
    #expect(Rule.noTimes == "the journal has no times (clock: order)")
  }

  @Test func `RULES.md names the timed rules without a threshold in seconds`() throws {
    let page = try #require(Journals.text("RULES.md"))
    let section = try #require(page.components(separatedBy: "\n### Sessions without times\n").last)
    let list = try #require(
      section.components(separatedBy: "measured in time: ").dropFirst().first?
        .components(separatedBy: ". A rule").first)
    let named = list.matches(of: /`([a-z-]+)`/).map { String($0.1) }
    let declared = RuleBook.all.filter { rule in
      rule.measuresTime && !rule.policy.contains { $0.unit == .seconds }
    }
    #expect(named == declared.map(\.id).sorted())
  }

  @Test(arguments: [
    ("monotonic", true), ("order", false), ("a clock of a later version", false), (nil, true),
  ])
  func `only an absent clock and a monotonic one give times`(clock: String?, times: Bool) throws {
    var journal = try [Record](journal: "terms/without-times.jsonl")
    journal[0]["clock"] = clock.map { "\"\($0)\"" } ?? "null"
    let trace = try #require(journal.trace)
    #expect(trace.hasTimes == times)
    let result = try #require(Judge().results(trace)["reload-after-dismiss"])
    #expect(result.lacksTimes == !times && (result.verdict == .notCaptured) == !times)
  }

  @Test func `no header, change or override makes a threshold in seconds known without times`() {
    let trace = Trace()
    let header = Header()
    header.clock = .order
    header.policy = [PolicySetting(.loadTimeoutSeconds, 1), PolicySetting(.dailyCap, 2)]
    trace.header = header
    var session = Session()
    session.begin(trace, overrides: [PolicySetting(.coverSeconds, 3)])
    for key in PolicyKey.allCases where key.unit == .seconds {
      #expect(session.policy.milliseconds(key) == nil, "\(key.name)")
    }
    #expect(session.policy.count(.dailyCap) == 2)
    header.clock = .absent
    session.begin(trace, overrides: [])
    #expect(session.policy.milliseconds(.loadTimeoutSeconds) == 1000)
  }

  @Test(arguments: [
    ("at ad.requested: width given", false),
    ("ad.loaded => ad.will_present of the ad within 5 s", true),
    ("at ad.clicked: no earlier ad.clicked of the same ad", false),
    ("at ad.clicked: no earlier ad.clicked of the same ad within 1 s (t)", true),
    ("at ad.clicked: no earlier ad.clicked of the same ad within load_timeout_s", true),
    ("count of ad.clicked per session <= 1", false), ("count of ad.clicked per 5 min <= 1", true),
    ("count of ad.clicked per ad within 5 s <= 1", true),
    ("count of ad.clicked per day <= 1", true),
  ])
  func `a rule of a file is timed if its check has a time`(check: String, isTimed: Bool) throws {
    let text = "rule own\nsentence: A sentence.\ncheck: \(check)\n"
    let rules = try RuleFile.rules(of: text)
    #expect(rules.map(\.measuresTime) == [isTimed])
    #expect(rules.map { $0.with(.info).measuresTime } == [isTimed])
  }

  @Test func `a session without times has no shows for the install`() throws {
    var journal = try [Record](journal: "terms/without-times.jsonl")
    journal[0]["install"] = "\"i\""
    let untimed = try #require(journal.trace)
    #expect(InstallSession(untimed) == nil)
    journal[0]["clock"] = "\"monotonic\""
    let timed = try #require(journal.trace)
    #expect(InstallSession(timed) != nil)
  }

  @Test func `messages count lines instead of a time`() throws {
    var journal = try [Record](journal: "rules/one-prompt-at-a-time/violated.jsonl")
    journal[0]["clock"] = "\"order\""
    for index in journal.indices { journal[index]["t"] = String(10 * index) }
    let trace = try #require(journal.trace)
    let result = try #require(Judge().results(trace)["one-prompt-at-a-time"])
    let because = try #require(result.violations.first?.because)
    #expect(because.contains(/\d+ lines/), "\(because)")
  }
}

extension [Record] {
  /// The first session of the journal.
  fileprivate var trace: Trace? { Journal.read(bytes: bytes).first?.trace }
}
