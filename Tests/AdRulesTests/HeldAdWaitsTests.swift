import AdSession
import Testing

@testable import AdRules

/// Ads that wait for an answer to the resizes of their window.
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
      // Which activations of the last record are listed is not defined, if there are more.
      let isPart = result.undecidedCount > result.undecided.count
      let last = isPart ? result.undecided.last?.seq : nil
      undecided = result.undecided.filter { $0.seq != last }.map {
        "\($0.seq) \($0.why) \($0.remainingMs ?? -1)"
      }.sorted()
    }

    var description: String { "\(verdict) \(activations) \(violations) \(undecided)" }
  }

  private static func outcome(_ trace: Trace, separately: Bool) throws -> Outcome {
    let judge = Judge(rules: [.fitCheckedAfterResize])
    if separately { judge.logKept() }
    return Outcome(try #require(judge.judge(trace).first))
  }

  private static func result(of session: ResizedSession) throws -> RuleResult {
    try #require(Judge(rules: [.fitCheckedAfterResize]).judge(session.trace).first)
  }

  @Test(arguments: 0..<200, ResizedSession.Fault.allCases)
  func `resizes that are answered together have the outcomes of single ones`(
    seed: UInt64, fault: ResizedSession.Fault
  ) throws {
    let session = ResizedSession(seed: seed, fault)
    session.addRandomEvents(seed % 7 == 0 ? 300 : 60)
    let trace = session.trace
    let together = try Self.outcome(trace, separately: false)
    let alone = try Self.outcome(trace, separately: true)
    #expect(together == alone, "seed \(seed), \(fault)")
  }

  @Test(arguments: [30_000, 200])
  func `all activations are counted for many ads and resizes`(pause: Int64) throws {
    let session = ResizedSession(seed: 1)
    for number in 0..<100 { session.load(number, in: 0) }
    session.resize(times: 900)
    session.add(.appBecameActive, after: pause)
    let result = try Self.result(of: session)
    #expect(result.activations == 90_000)
    if pause > 2000 {
      #expect(result.verdict == .violated && result.violationCount == 90_000)
      #expect(result.violations.count == 1000)
    } else {
      #expect(result.verdict == .inconclusive && result.undecidedCount == 90_000)
      #expect(result.undecided.count == 1000)
    }
  }

  @Test(arguments: [false, true])
  func `of many ads and resizes the violations of each format are counted`(areLate: Bool) throws {
    let session = ResizedSession(seed: 1)
    for number in 0..<90 { session.load(number, in: 0) }
    session.resize(times: 1000)
    session.add(.userActed, after: 3000)
    if areLate { for number in 0..<90 { session.check(number) } }
    let result = try Self.result(of: session)
    var counts: [Word: Int] = [:]
    for (index, violation) in result.violations.enumerated() {
      let format = ViolationIdentity(violation, in: session.trace).format
      counts[format, default: 0] += 1 + result.unlistedViolations(like: index)
    }
    // Every third ad is an app-open ad.
    #expect(counts == [.appOpen: 30_000, .interstitial: 60_000])
  }

  @Test func `ads that may have gone in a gap are undecided, and later ones are not`() throws {
    let session = ResizedSession(seed: 1)
    session.loseRecord()
    for number in 0..<30 { session.load(number, in: 0) }
    session.resize(times: 1)
    session.loseRecord()
    for number in 30..<90 { session.load(number, in: 0) }
    session.resize(times: 100, after: 3000)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    // The first resize is answered by the requests for the later ads.
    #expect(result.activations == 30 + 100 * 90)
    #expect(result.violationCount == 100 * 60)
    #expect(result.undecidedCount == 100 * 30)
    #expect(result.undecided.allSatisfy { $0.why == .gap })
  }

  @Test func `an ad with a reused name is undecided, and no other ad is`() throws {
    let session = ResizedSession(seed: 1, .reusedNames)
    for number in 0..<100 { session.load(number, in: 0) }
    session.load(7, in: 0)
    session.resize(times: 50, after: 3000)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(result.activations == 50 * 100)
    #expect(result.violationCount == 50 * 99)
    #expect(result.undecided.count == 50)
    #expect(result.undecided.allSatisfy { $0.why == .unknown })
  }

  @Test func `without a threshold every ad is undecided at every resize`() throws {
    let session = ResizedSession(seed: 1)
    session.setUnknown(.fitCheckSeconds)
    for number in 0..<100 { session.load(number, in: 0) }
    session.resize(times: 300)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(result.activations == 30_000 && result.undecidedCount == 30_000)
    #expect(result.undecided.allSatisfy { $0.why == .unknown })
  }

  @Test func `resizes that are answered too late are all violations`() throws {
    let session = ResizedSession(seed: 1)
    for number in 0..<90 { session.load(number, in: 0) }
    session.resize(times: 1000)
    session.add(.userActed, after: 3000)
    for number in 0..<90 { session.check(number) }
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(result.activations == 90_000 && result.violationCount == 90_000)
    // The first thousand are of an app-open ad; then comes the first of an interstitial ad.
    #expect(result.verdict == .violated && result.violations.count == 1001)
  }

  @Test(arguments: [true, false])
  func `ads with reused names or lost scenes are undecided at each resize`(
    isReused: Bool
  ) throws {
    let session = ResizedSession(seed: 1)
    if !isReused { session.loseRecord() }
    for number in 0..<90 { session.load(number, in: 0, isUnplaced: !isReused) }
    if isReused { for number in 0..<90 { session.load(number, in: 0) } }
    session.resize(times: 1000)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(result.activations == 90_000 && result.undecidedCount == 90_000)
    #expect(result.undecided.allSatisfy { $0.why == (isReused ? .unknown : .gap) })
  }

  @Test func `with more held ads than are judged a resize is one undecided activation`()
    throws
  {
    let session = ResizedSession(seed: 1)
    for number in 0..<100 { session.load(number, in: 0) }
    session.resize(times: 10, after: 3000)
    session.load(100, in: 0)
    session.resize(times: 10, after: 3000)
    session.check(7, .adDiscarded)
    session.resize(times: 10, after: 3000)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    // The request for the additional ad answers the resize before it for the ads of its unit.
    #expect(result.activations == 10 * 100 + 10 + 10 * 100)
    #expect(result.undecidedCount == 10)
    #expect(result.undecided.allSatisfy { $0.why == .unknown })
    #expect(result.violationCount == 2 * 10 * 100 - 25)
  }

  @Test func `ads that waited in ever more windows are at last undecided together`() throws {
    let session = ResizedSession(seed: 1)
    session.loseRecord()
    for number in 0..<100 { session.load(number, in: 0, isUnplaced: true) }
    var (pairs, undecided) = (0, 0)
    for window in 0..<300 {
      let hasRoom = pairs <= 10_000 + session.trace.events.count
      if hasRoom { pairs += 100 } else { undecided += 1 }
      session.add(.sceneResized) { $0.scene = session.scene(window) }
      for unit in 0..<4 { session.request(unit, in: window) }
    }
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    // An ad that may be elsewhere and has an answer is no activation.
    #expect(undecided > 100 && result.activations == undecided)
    #expect(result.undecidedCount == undecided)
  }

  @Test func `ads that may wait in ever more windows are at last undecided together`()
    throws
  {
    let session = ResizedSession(seed: 1)
    session.loseRecord()
    for number in 0..<100 { session.load(number, in: 0, isUnplaced: true) }
    var (runs, activations) = (0, 0)
    for window in 0..<300 {
      let hasRoom = runs <= 10_000 + session.trace.events.count
      if hasRoom { runs += 100 }
      activations += hasRoom ? 100 : 1
      session.add(.sceneResized) { $0.scene = session.scene(window) }
    }
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(activations < 30_000 && result.activations == activations)
    #expect(result.undecidedCount == activations)
  }
}

/// A session in which ads are held for windows that are resized.
final class ResizedSession {
  /// What random events do besides.
  enum Fault: CaseIterable {
    case none, lostRecords, reusedNames, both
  }

  let trace = Trace()
  private let fault: Fault
  private var state: UInt64
  private var t: Int64 = 0
  private var loaded: Set<Int> = []

  init(seed: UInt64, _ fault: Fault = .none) {
    self.fault = fault
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

  func request(_ unit: Int, in window: Int) {
    add(.adRequested) {
      $0.unit = trace.symbols.intern("unit \(unit)")
      $0.format = .interstitial
      $0.scene = scene(window)
      $0.request = trace.symbols.intern("more \(trace.events.count)")
    }
  }

  /// Checks, discards or attempts an ad.
  func check(_ ad: Int, _ kind: EventKind = .adFitChecked) { addEvent(kind, ad, 1) }

  /// Resizes the first window some times.
  func resize(times: Int, after pause: Int64 = 1) {
    for _ in 0..<times { add(.sceneResized, after: pause) { $0.scene = scene(0) } }
  }

  func loseRecord() {
    let position = trace.events.count
    if trace.gaps.last?.position != position { trace.gaps.append(Gap(position: position)) }
  }

  func setUnknown(_ key: PolicyKey) {
    trace.policyChanges[trace.events.count] = [PolicySetting(key, -1)]
    add(.configChanged)
  }

  /// Loads an ad; of an unplaced one no record that is left names the scene.
  func load(_ ad: Int, in window: Int, isUnplaced: Bool = false) {
    let isAppOpen = ad % 3 == 0
    let isReused = !loaded.insert(ad).inserted
    if isReused { trace.reusedNames.insert(name(ad)) }
    let request = isReused ? "request \(ad) at \(t)" : "request \(ad)"
    for kind in isUnplaced ? [EventKind.adLoaded] : [.adRequested, .adLoaded] {
      add(kind) {
        $0.unit = trace.symbols.intern("unit \(ad % 4)")
        $0.format = isAppOpen ? .appOpen : .interstitial
        if !isUnplaced { $0.scene = scene(window) }
        $0.request = trace.symbols.intern(request)
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
      if random(8) == 0 { addFault(ad, window) }
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

  private func addFault(_ ad: Int, _ window: Int) {
    if fault == .lostRecords || fault == .both { loseRecord() }
    if fault == .reusedNames || fault == .both, loaded.contains(ad) {
      load(ad, in: window)
    } else if fault != .none {
      load(1000 + trace.events.count, in: window, isUnplaced: fault != .reusedNames)
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
