import AdTesting

/// A reference manager with one bug, as an author of apps might write it.
struct Mutant: Sendable, CustomStringConvertible {
  /// What the author did wrong.
  let name: String
  /// The rules and checks that name the cause.
  let causes: [String]
  /// Runs the test with default settings.
  let verify: @Sendable (_ sessions: Int, _ seeds: [UInt64]) throws -> Void

  init<Manager: TestedAdManager>(
    _ name: String, _ app: TestedApp, _ causes: [String],
    _ make: @escaping @Sendable (SimulatedPhone) -> Manager
  ) {
    self.name = name
    self.causes = causes
    verify = { sessions, seeds in
      try AdManagerTest(app, make: make).verify(sessions: sessions, seeds: seeds)
    }
  }

  var description: String { name }

  static let all = loading + showing + interstitials + rewards + appOpens + windows
}

/// Managers whose slots have a bug.
class SlotAds<Slot: AdSlot>: InterstitialAds {
  override func makeSlot(_ placement: AdPlacement) -> AdSlot {
    let ads = self
    return Slot(phone, placement, maximumAge: maximumAge) { [unowned ads] in ads.activeTime }
  }
}
