import AdShrinking
import AdTesting
import Foundation
import Testing

@testable import ReferenceManagers

/// A pinned incident runs the same manager as a property test.
@Suite struct ReenactmentTests {
  /// An incident of the repository, as a pinned journal beside a test.
  private func incident(_ name: String, _ rule: String) throws -> PinnedIncident {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Journals/incidents/\(name)").path
    return try PinnedIncident(rule: rule, beside: path + ".swift")
  }

  final class IgnoresLocks: AppOpenAds {
    override var wasLocked: Bool { false }
  }

  @Test func `a manager with the bug of the incident violates the rule, and a fixed one keeps it`()
    throws
  {
    let incident = try incident("app-open-shown-after-unlock", "lock-is-not-background")
    #expect(incident.isViolated)
    let broken = try incident.reenact { IgnoresLocks($0) }
    #expect(broken.isViolated, "\(broken)")
    #expect(broken.description.contains("\"event\":\"ad.present_requested\""))
    let fixed = try incident.reenact { AppOpenAds($0) }
    #expect(!fixed.isViolated, "\(fixed.because)")
    #expect(fixed.description.contains("\"event\":\"ad.requested\""))
  }

  @Test func `the app of an incident has its units, its loading screen and its policy`() throws {
    let incident = try incident("app-open-shown-after-unlock", "lock-is-not-background")
    let app = incident.app
    #expect(app.units.count == 1 && app.units.first?.format == .appOpen)
    #expect(!app.hasSeveralWindows)
  }

  @Test func `a manager that throws in a reenactment fails with its error`() throws {
    final class Throwing: AppOpenAds {}
    struct NoLicense: Error {}
    let incident = try incident("app-open-shown-after-unlock", "lock-is-not-background")
    let failure = #expect(throws: AdTestFailure.self) {
      try incident.reenact { _ -> Throwing in throw NoLicense() }
    }
    #expect(failure?.sentence == "the manager threw 'NoLicense()' in 'the factory'")
  }
}
