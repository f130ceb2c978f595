import AdSession
import Testing

@testable import AdRules

/// A session can have any number of triggers without an answer.
struct ManyObligationsTests {
  private static let rules: [Rule] = [.presentResolves, .loadCompletes, .reloadAfterDismiss]

  /// Requests and calls of present, of which `answered` in 64 are answered, in time or late.
  private static func trace(_ count: Int, answered: Int, step: Int64, seed: UInt64) -> Trace {
    let trace = Trace()
    trace.header = Header()
    trace.header?.captures = EventClass.allCases.reduce(into: .always) { $0.insert(ClassSet($1)) }
    var state = seed
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    func add(_ kind: EventKind, _ number: Int) {
      var event = Event(kind)
      event.seq = Int64(trace.events.count + 1)
      event.t = Int64(trace.events.count) * step
      event.format = .interstitial
      event.unit = trace.symbols.intern("u\(number % 7)")
      event.request = trace.symbols.intern("r\(number)")
      if kind != .adRequested { event.ad = trace.symbols.intern("a\(number % 900)") }
      trace.events.append(event)
    }
    trace.events.append(Event(.sessionBegan))
    trace.events[0].seq = 1
    for number in 0..<count {
      add(number % 2 == 0 ? .adRequested : .adPresentRequested, number)
      guard below(64) < answered else { continue }
      let other = max(0, number - below(1 + min(number, 6000)))
      switch below(4) {
      case 0: add(.adWillPresent, other)
      case 1: add(.adDismissed, other)
      case 2: add(.adFailedToLoad, other)
      default: add(.adLoaded, other)
      }
    }
    return trace
  }

  /// Each result with its findings; of findings with one location, the order does not matter.
  private static func outcome(_ trace: Trace, separately: Bool) -> [String] {
    let judge = Judge(rules: rules)
    // Then every obligation is stored until its answer or the end.
    if separately { judge.logKept() }
    return judge.judge(trace).map { result in
      let found = result.violations.map { "\($0.certainAt) \($0.witness) \($0.because)" }
      return "\(result.verdict) \(result.activations) \(result.violationCount) "
        + "\(result.undecidedCount) \(found)"
    }
  }

  @Test(arguments: [(0, 10), (1, 10), (20, 10), (20, 1), (60, 50), (3, 1000)])
  func `obligations that are settled early have the outcomes of those that wait for the end`(
    answered: Int, step: Int64
  ) {
    for seed in 1...2 as ClosedRange<UInt64> {
      let trace = Self.trace(12_000, answered: answered, step: step, seed: seed)
      let early = Self.outcome(trace, separately: false)
      #expect(early == Self.outcome(trace, separately: true), "seed \(seed)")
    }
  }

  @Test func `those that are overdue are removed in the order of their triggers`() {
    var open = Obligations()
    for trigger in 0..<10_000 {
      let limit = Int64(trigger % 2 * 1000)
      let obligation = Obligation(trigger: trigger, limitMs: limit, key: .rewardGraceSeconds)
      open.append(obligation, correlation: UInt64(trigger % 300))
      #expect(open.isCrowded == (trigger >= 4095))
    }
    let overdue = open.takeOverdue { $0.limitMs == 0 }
    #expect(overdue.map(\.trigger) == Array(stride(from: 0, to: 10_000, by: 2)))
    #expect(open.count == 5000 && !open.isCrowded)
    #expect(open.take(7).map(\.trigger) == Array(stride(from: 7, to: 10_000, by: 300)))
    #expect(open.takeAll().count == 5000 - 34)
  }

  @Test func `few that are overdue among many stay until the end`() {
    var open = Obligations()
    for trigger in 0..<4096 {
      let obligation = Obligation(trigger: trigger, limitMs: 1, key: .rewardGraceSeconds)
      open.append(obligation, correlation: UInt64(trigger))
    }
    #expect(open.isCrowded && open.takeOverdue { $0.trigger < 2047 }.isEmpty)
    #expect(open.count == 4096 && !open.isCrowded)
    #expect(open.takeOverdue { $0.trigger < 2048 }.count == 2048 && open.count == 2048)
  }

  @Test func `a million records need no room for a million obligations`() {
    var open = Obligations()
    var most = 0
    var settled = 0
    for trigger in 0..<100_000 {
      let obligation = Obligation(trigger: trigger, limitMs: 100, key: .rewardGraceSeconds)
      open.append(obligation, correlation: UInt64(trigger))
      most = max(most, open.count)
      if open.isCrowded { settled += open.takeOverdue { trigger - Int($0.trigger) > 100 }.count }
    }
    #expect(most == 4096 && settled > 90_000 && settled + open.count == 100_000)
  }
}
