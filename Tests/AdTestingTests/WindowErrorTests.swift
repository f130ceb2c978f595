import AdRules
import AdSession
import AdSimulator
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// Configuration errors in an app with several windows: a window may have the wrong size.
@Suite struct WindowErrorTests {
  private func test<Manager: WindowAds>(
    _ make: @escaping (SimulatedPhone) -> Manager
  ) -> AdManagerTest<Manager> {
    var test = AdManagerTest(WindowAds.windowApp, make: make)
    test.faultPacks = [
      FaultPack(
        name: "windows and errors",
        faults: FaultSet([.configurationError, .resizes, .sceneChanges]))
    ]
    return test
  }

  /// Asks what is known about the units in the window before each load.
  final class SizedSlot: AdSlot {
    var health: () -> UnitHealth = { UnitHealth() }
    override func load(_ reason: LoadReason) {
      units = health()
      super.load(reason)
    }
  }

  /// Remembers configuration errors for each size of a window.
  final class SizedAds: WindowAds {
    nonisolated(unsafe) static var sizes: Set<String> = []
    private var health: [String: UnitHealth] = [:]

    override func makeSlot(_ placement: AdPlacement) -> AdSlot {
      let slot = SizedSlot(phone, placement, maximumAge: maximumAge) { [unowned self] in
        activeTime
      }
      slot.health = { [unowned self] in health(in: placement) }
      return slot
    }

    private func health(in placement: AdPlacement) -> UnitHealth {
      let window = placement.scene.flatMap { windows[$0] }
      let size = window.map { "\($0.width) × \($0.height)" } ?? ""
      let known = health[size] ?? UnitHealth()
      health[size] = known
      if !known.misconfigured.isEmpty { Self.sizes.insert(size) }
      return known
    }
  }

  /// Remembers configuration errors for each window.
  final class ForgetfulAds: WindowAds {
    override func add(_ placement: AdPlacement) -> AdSlot {
      let slot = super.add(placement)
      slot.units = UnitHealth()
      return slot
    }
  }

  /// The answers to two requests of one unit, in two windows or in none.
  private func trace(_ scenes: [String], _ answers: [(request: Int, kind: EventKind)]) -> Trace {
    let trace = Trace()
    func add(_ kind: EventKind, _ scene: String?, _ fill: (inout Event) -> Void = { _ in }) {
      var event = Event(kind)
      if let scene { event.scene = trace.symbols.intern(scene) }
      fill(&event)
      trace.events.append(event)
    }
    for scene in scenes { add(.sceneConnected, scene) { ($0.width, $0.height) = (390, 844) } }
    for number in [0, 1] {
      add(.adRequested, scenes.isEmpty ? nil : scenes[number]) {
        $0.request = trace.symbols.intern("r-\(number)")
      }
    }
    for answer in answers {
      add(answer.kind, nil) {
        $0.request = trace.symbols.intern("r-\(answer.request)")
        $0.errorCode = answer.kind == .adFailedToLoad ? 10 : nil
      }
    }
    add(.adRequested, scenes.first)
    return trace
  }

  @Test(arguments: [["s-1", "s-2"], []])
  func `the second answer to a request is no new configuration error`(scenes: [String]) {
    func repeatsFailure(_ answers: [(request: Int, kind: EventKind)]) -> Bool {
      let trace = trace(scenes, answers)
      return trace.repeatsFailure(at: trace.events.count - 1)
    }
    let failure = (request: 0, kind: EventKind.adFailedToLoad)
    let repair = (request: 1, kind: EventKind.adLoaded)
    #expect(repeatsFailure([failure]) && repeatsFailure([failure, failure]))
    #expect(!repeatsFailure([failure, repair]) && repeatsFailure([repair, failure]))
    #expect(!repeatsFailure([failure, repair, failure]))
  }

  /// The rules that an app breaks that requests no ad after a dismissal in a window of 390 points.
  ///
  /// Before, the same unit failed in a second window, and an ad was loaded for a third one.
  private func rulesBroken(second: Int64, third: Int64) -> [String] {
    let app = WindowAds.windowApp
    let incident = Trace()
    incident.header = Header()
    incident.header?.multiScene = true
    incident.header?.captures = app.profile.captures.reduce(into: .always) {
      $0.insert(ClassSet($1))
    }
    let world = World.reenacting(incident, profile: app.profile)
    func add(_ kind: EventKind, _ scene: String? = nil, _ fill: (inout Event) -> Void = { _ in }) {
      var event = Event(kind)
      if let scene { event.scene = world.symbol(scene) }
      if kind.name.hasPrefix("ad.") {
        event.unit = world.symbol("u")
        event.format = .interstitial
      }
      fill(&event)
      world.advance(to: world.now + 100)
      world.inject(event)
    }
    add(.sessionBegan)
    for (scene, width) in [("s-1", 390), ("s-2", second), ("s-3", third)] {
      add(.sceneConnected, scene) { ($0.width, $0.height) = (width, 844) }
    }
    add(.consentUpdated) { $0.canRequestAds = true }
    add(.sdkStarted)
    add(.appBecameActive)
    for number in 1...3 {
      add(.adRequested, "s-\(number)") { $0.request = world.symbol("r-\(number)") }
    }
    add(.adLoaded, "s-1") {
      ($0.request, $0.ad) = (world.symbol("r-1"), world.symbol("a-1"))
    }
    add(.adFailedToLoad, "s-2") { ($0.request, $0.errorCode) = (world.symbol("r-2"), 10) }
    add(.adLoaded, "s-3") {
      ($0.request, $0.ad) = (world.symbol("r-3"), world.symbol("a-2"))
    }
    for kind in [EventKind.adPresentRequested, .adWillPresent, .adDismissed] {
      add(kind, "s-1") { $0.ad = world.symbol("a-1") }
    }
    world.advance(to: world.now + 60_000)
    add(.userActed, "s-1")
    let severities = Severities(
      minimum: .info, changed: [:], excluded: [], only: ["reload-after-dismiss"])
    var judge = InstallJudge(severities, recordsDecisions: false)
    return judge.findings(in: [world]).map(\.id)
  }

  @Test func `no request is demanded for a window of a size that failed`() {
    #expect(rulesBroken(second: 390, third: 744) == [])
    #expect(rulesBroken(second: 744, third: 744) == ["reload-after-dismiss"])
    #expect(rulesBroken(second: 390, third: 390) == ["reload-after-dismiss"])
  }

  @Test func `an error of one window does not speak for a window of another size`() throws {
    try test { SizedAds($0) }.check(sessions: 2_000)
    #expect(SizedAds.sizes.count >= 4, "\(SizedAds.sizes)")
  }

  @Test func `an error of one window speaks for another window of the same size`() {
    let test = test { ForgetfulAds($0) }
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 2_000) }
    #expect(failure?.rule == "no-retry-on-configuration-error")
  }
}
