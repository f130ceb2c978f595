package import AdShrinking
package import AdTesting

/// A reference manager with one bug, as an author of apps might write it.
package struct ClientMutant: Sendable, CustomStringConvertible {
  /// What the author did wrong.
  package let name: String
  /// The rules and checks that name the cause; empty if the failure is no broken rule.
  package let causes: [String]
  private let run: @Sendable (_ sessions: Int, _ seeds: [UInt64]) throws -> Void
  private let reenacted: @Sendable (PinnedIncident) throws -> Reenactment

  init<Manager: TestedAdManager & SendableMetatype>(
    _ name: String, _ app: TestedApp, _ causes: [String],
    _ make: @escaping @Sendable (SimulatedPhone) -> Manager
  ) {
    self.name = name
    self.causes = causes
    run = { sessions, seeds in
      try AdManagerTest(app, make: make).check(sessions: sessions, seeds: seeds)
    }
    reenacted = { try $0.reenact { make($0) } }
  }

  package var description: String { name }

  /// Runs the test with default settings; nil if it passes.
  package func failure(sessions: Int, seeds: [UInt64] = [1, 2, 3, 4]) -> AdTestFailure? {
    do { try run(sessions, seeds) } catch { return error as? AdTestFailure }
    return nil
  }

  /// Runs the mutant in the captured situation of an incident.
  package func reenact(_ incident: PinnedIncident) throws -> Reenactment { try reenacted(incident) }

  /// Whether a failure names the cause.
  package func isCause(_ failure: AdTestFailure) -> Bool {
    failure.rule.map { causes.contains($0) } ?? causes.isEmpty
  }

  /// The mutant with a name, which must exist.
  package static func named(_ name: String) -> ClientMutant { all.first { $0.name == name }! }

  /// All mutants, in a fixed order.
  package static let all =
    loading + showing + interstitials + rewards + appOpens + windows + banners
    + natives
}
