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
