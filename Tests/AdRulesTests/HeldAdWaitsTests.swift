import AdSession
import Testing

@testable import AdRules

/// Ads that wait for an answer to the resizes of their window are judged together where nothing is lost.
struct HeldAdWaitsTests {
  /// The parts of a result, with findings in an order that does not depend on how they were found.
  private struct Outcome: Equatable, CustomStringConvertible {
    var verdict: Verdict
    var activations: Int
    var violations: [String]
    var undecided: [String]

    init(_ result: RuleResult) {
      verdict = result.verdict
      activations = result.activations
      violations = result.violations.map { "\($0.certainAt) \($0.witness) \($0.because)" }.sorted()
      undecided = result.undecided.map { "\($0.seq) \($0.why) \($0.remainingMs ?? -1)" }.sorted()
    }

    var description: String { "\(verdict) \(activations) \(violations) \(undecided)" }
  }

  private static func outcome(_ trace: Trace, separately: Bool) throws -> Outcome {
    let judge = Judge(rules: [.fitCheckedAfterResize])
    if separately { judge.logKept() }
    return Outcome(try #require(judge.judge(trace).first))
  }

  @Test(arguments: 0..<400)
  func `ads that wait together have the outcomes of ads that wait each on their own`(seed: UInt64)
    throws
  {
    let session = ResizedSession(seed: seed)
    session.addRandomEvents(seed % 7 == 0 ? 300 : 60)
    let trace = session.trace
    let together = try Self.outcome(trace, separately: false)
    let alone = try Self.outcome(trace, separately: true)
    #expect(together == alone, "seed \(seed)")
  }

  @Test(arguments: [30_000, 200])
  func `of many ads and resizes all activations are counted`(pause: Int64) throws {
    let session = ResizedSession(seed: 1)
    for number in 0..<300 { session.load(number, in: 0) }
    for _ in 0..<300 { session.add(.sceneResized) { $0.scene = session.scene(0) } }
    session.add(.appBecameActive, after: pause)
    let trace = session.trace
    let judge = Judge(rules: [.fitCheckedAfterResize])
    let result = try #require(judge.judge(trace).first)
    #expect(result.activations == 90_000)
    if pause > 2000 {
      #expect(result.verdict == .violated && result.violationCount == 90_000)
      #expect(result.violations.count == 1000)
    } else {
      #expect(result.verdict == .inconclusive && result.undecidedCount == 90_000)
      #expect(result.undecided.count == 1000)
    }
  }
}

/// A session in which ads are held for windows that are resized.
private final class ResizedSession {
  let trace = Trace()
  private var state: UInt64
  private var t: Int64 = 0

  init(seed: UInt64) {
    state = seed &* 2_654_435_761 &+ 12345
    let header = Header()
    header.captures = EventClass.allCases.reduce(into: ClassSet.always) { $0.insert(ClassSet($1)) }
    trace.header = header
    add(.sessionBegan)
    add(.appBecameActive)
    for window in 0..<2 { add(.sceneConnected) { $0.scene = scene(window) } }
  }

  func scene(_ number: Int) -> Symbol { trace.symbols.intern("window \(number)") }
  private func name(_ ad: Int) -> Symbol { trace.symbols.intern("ad \(ad)") }

  func add(
    _ kind: EventKind, after pause: Int64 = 1, _ change: (inout Event) -> Void = { _ in }
  ) {
    var event = Event(kind)
    t += pause
    event.seq = Int64(trace.events.count + 1)
    event.t = t
    event.wall = t
    change(&event)
    trace.events.append(event)
  }

  func load(_ ad: Int, in window: Int) {
    let isAppOpen = ad % 3 == 0
    for kind in [EventKind.adRequested, .adLoaded] {
      add(kind) {
        $0.unit = trace.symbols.intern("unit \(ad % 4)")
        $0.format = isAppOpen ? .appOpen : .interstitial
        $0.scene = scene(window)
        $0.request = trace.symbols.intern("request \(ad)")
        if kind == .adLoaded { $0.ad = name(ad) }
      }
    }
  }

  private func random(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  func addRandomEvents(_ count: Int) {
    var loaded = 0
    for _ in 0..<count {
      let (ad, window) = (random(max(1, loaded)), random(2))
      let pause = Int64([1, 1, 1, 500, 1200, 2500][random(6)])
      switch random(14) {
      case 0, 1, 2:
        load(loaded, in: window)
        loaded += 1
      case 3, 4, 5, 6: add(.sceneResized, after: pause) { $0.scene = scene(window) }
      case 7: addEvent([.adFitChecked, .adDiscarded, .adExpired][random(3)], ad, pause)
      case 8: addEvent(.adFitChecked, ad, pause)
      case 9: addEvent([.adPresentRequested, .adWillPresent, .adFailedToPresent][random(3)], ad, 1)
      case 10:
        add(.adRequested, after: pause) {
          $0.unit = trace.symbols.intern("unit \(ad % 4)")
          $0.format = .interstitial
          $0.scene = scene(window)
          $0.request = trace.symbols.intern("more \(trace.events.count)")
        }
      case 11: add(random(2) == 0 ? .appEnteredBackground : .appEnteringForeground, after: pause)
      case 12: changePolicy()
      default: add(.userActed, after: pause)
      }
    }
  }

  private func addEvent(_ kind: EventKind, _ ad: Int, _ pause: Int64) {
    add(kind, after: pause) {
      $0.ad = name(ad)
      $0.unit = trace.symbols.intern("unit \(ad % 4)")
      $0.format = ad % 3 == 0 ? .appOpen : .interstitial
      $0.scene = scene(0)
    }
  }

  private func changePolicy() {
    let keys: [PolicyKey] = [.fullScreenMaxAgeSeconds, .appOpenMaxAgeSeconds, .fitCheckSeconds]
    let seconds = Double([1, 3, 10, 14_400, -1][random(5)])
    trace.policyChanges[trace.events.count] = [PolicySetting(keys[random(3)], seconds)]
    add(.configChanged)
  }
}
