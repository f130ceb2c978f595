import AdSession
import Testing

@testable import AdRules

/// Ads that wait for an answer to the resizes of their window.
struct HeldAdWaitsTests {
  private static func result(of session: ResizedSession) throws -> RuleResult {
    try #require(Judge(rules: [.fitCheckedAfterResize]).judge(session.trace).first)
  }

  @Test(arguments: [30_000, 200])
  func `all activations are counted for many ads and resizes`(pause: Int64) throws {
    let session = ResizedSession()
    for number in 0..<100 { session.load(number, in: 0) }
    session.resize(times: 100)
    session.add(.appBecameActive, after: pause)
    let result = try Self.result(of: session)
    #expect(result.activations == 10_000)
    if pause > 2000 {
      #expect(result.verdict == .violated && result.violationCount == 10_000)
      #expect(result.violations.count == 1000)
    } else {
      #expect(result.verdict == .inconclusive && result.undecidedCount == 10_000)
      #expect(result.undecided.count == 1000)
    }
  }

  @Test func `while 10 000 activations have no answer a resize is one undecided activation`()
    throws
  {
    let session = ResizedSession()
    for number in 0..<100 { session.load(number, in: 0) }
    session.resize(times: 150)
    for number in 0..<100 { session.check(number) }
    session.resize(times: 1)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    // The first 101 resizes have one activation for each ad, and so has the last one.
    #expect(result.activations == 101 * 100 + 49 + 100)
    #expect(result.undecidedCount == 49 && result.violationCount == 100)
    #expect(result.undecided.allSatisfy { $0.why == .unknown })
  }

  @Test func `a request for a slot answers for its ads in one window`() throws {
    let session = ResizedSession()
    for number in 0..<8 { session.load(number, in: number % 2) }
    for window in 0..<2 { session.add(.sceneResized) { $0.scene = session.scene(window) } }
    // It answers for the ads 0 and 4; requests for other slots, and late ones, for none.
    session.request(0, in: 0)
    session.request(2, in: 1)
    session.add(.userActed, after: 3000)
    session.request(1, in: 1)
    let result = try Self.result(of: session)
    #expect(result.activations == 8 && result.violationCount == 6)
  }

  @Test func `ads that may have gone in a gap are undecided, and later ones are not`() throws {
    let session = ResizedSession()
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
    let session = ResizedSession()
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
    let session = ResizedSession()
    session.setUnknown(.fitCheckSeconds)
    for number in 0..<100 { session.load(number, in: 0) }
    session.resize(times: 300)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(result.activations == 30_000 && result.undecidedCount == 30_000)
    #expect(result.undecided.allSatisfy { $0.why == .unknown })
  }

  @Test func `resizes that are answered too late are all violations`() throws {
    let session = ResizedSession()
    for number in 0..<90 { session.load(number, in: 0) }
    session.resize(times: 100)
    session.add(.userActed, after: 3000)
    for number in 0..<90 { session.check(number) }
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(result.activations == 9000 && result.violationCount == 9000)
    #expect(result.verdict == .violated && result.violations.count == 1000)
  }

  @Test(arguments: [true, false])
  func `ads with reused names or of unknown scene are undecided at each resize`(
    isReused: Bool
  ) throws {
    let session = ResizedSession()
    if !isReused { session.loseRecord() }
    for number in 0..<90 { session.load(number, in: 0, namesScene: isReused) }
    if isReused { for number in 0..<90 { session.load(number, in: 0) } }
    session.resize(times: 100)
    session.add(.appBecameActive, after: 3000)
    let result = try Self.result(of: session)
    #expect(result.activations == 9000 && result.undecidedCount == 9000)
    #expect(result.undecided.allSatisfy { $0.why == (isReused ? .unknown : .gap) })
  }

  @Test func `with more held ads than are judged a resize is one undecided activation`()
    throws
  {
    let session = ResizedSession()
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
}

/// A session in which ads are held for windows that are resized.
final class ResizedSession {
  let trace = Trace()
  private var t: Int64 = 0
  private var loaded: Set<Int> = []

  init() {
    let header = Header()
    header.multiScene = true
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

  /// Loads an ad; without its scene the request is lost.
  func load(_ ad: Int, in window: Int, namesScene: Bool = true) {
    let isAppOpen = ad % 3 == 0
    let isReused = !loaded.insert(ad).inserted
    if isReused { trace.reusedNames.insert(name(ad)) }
    let request = isReused ? "request \(ad) at \(t)" : "request \(ad)"
    for kind in namesScene ? [EventKind.adRequested, .adLoaded] : [.adLoaded] {
      add(kind) {
        $0.unit = trace.symbols.intern("unit \(ad % 4)")
        $0.format = isAppOpen ? .appOpen : .interstitial
        if namesScene { $0.scene = scene(window) }
        $0.request = trace.symbols.intern(request)
        if kind == .adLoaded { $0.ad = name(ad) }
      }
    }
  }

  /// Checks an ad.
  func check(_ ad: Int, _ kind: EventKind = .adFitChecked) {
    add(kind) {
      $0.ad = name(ad)
      $0.unit = trace.symbols.intern("unit \(ad % 4)")
      $0.format = ad % 3 == 0 ? .appOpen : .interstitial
      $0.scene = scene(0)
    }
  }
}
