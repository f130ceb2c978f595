import AdRules
import AdShrinking
import AdTesting
import Foundation
import Testing

@testable import ReferenceManagers

/// A pinned incident is red for a manager with the bug of the incident, and green for a correct
/// one.
@Suite struct PinnedManagerTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A row of `Tools/verification/pins/pins.tsv`, which lists the incidents with such a manager.
  struct Pin: Sendable, CustomTestStringConvertible {
    let incident: String, rule: String
    let manager: ReferenceManager
    let bug: ClientMutant
    var testDescription: String { "\(incident), \(rule)" }
  }

  static let pins: [Pin] = {
    let table = root.appendingPathComponent("Tools/verification/pins/pins.tsv")
    let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t").map(String.init)
      guard let manager = ReferenceManager(rawValue: cells[2]),
        let bug = ClientMutant.all.first(where: { $0.name == cells[3] })
      else { return nil }
      return Pin(incident: cells[0], rule: cells[1], manager: manager, bug: bug)
    }
  }()

  /// The incident as `adjournal pin` writes it.
  private func pinned(_ name: String, _ rule: String) throws -> PinnedIncident {
    let whole = Self.root.appendingPathComponent("Journals/incidents/\(name).swift").path
    let incident = try PinnedIncident(rule: rule, beside: whole)
    let small = try #require(IncidentShrinker(rule: incident.rule).shrink(incident.trace))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("pinned-\(UUID().uuidString)")
    let journal = file.appendingPathExtension("jsonl")
    try Data(small.bytes).write(to: journal)
    defer { try? FileManager.default.removeItem(at: journal) }
    return try PinnedIncident(rule: rule, beside: file.path + ".swift")
  }

  @Test(arguments: pins)
  func `a pinned incident is red with its bug and green without it`(pin: Pin) throws {
    let incident = try pinned(pin.incident, pin.rule)
    let broken = try pin.bug.reenact(incident)
    #expect(broken.isViolated && !broken.isKept, "\(broken.reached)\n\(broken)")
    let fixed = try pin.manager.reenact(incident)
    #expect(fixed.isKept && !fixed.isViolated, "\(fixed.because)\n\(fixed)")
  }

  @Test func `every row of the table names a manager and a bug`() {
    #expect(Self.pins.count == 27)
  }

  final class Silent: TestedAdManager { init(_ phone: SimulatedPhone) {} }

  @Test func `a manager that requests nothing keeps no rule`() throws {
    let incident = try pinned("app-open-shown-after-unlock", "lock-is-not-background")
    let reenactment = try incident.reenact { Silent($0) }
    #expect(!reenactment.isViolated && !reenactment.isKept)
    #expect(
      reenactment.because
        == "nothing was reached: the app requested no ad; request one for each of "
        + "'phone.placements' as soon as consent and the SDK allow it (reached: 0 requests, 0 loads, "
        + "0 moments with an ad at hand, 0 presents; in the incident: 1 request, 1 load, 2 moments with "
        + "an ad at hand, 1 present; its units: app_open unit U)")
  }

  @Test func `a manager that does nothing does not keep a rule about the phone alone`() throws {
    let incident = try pinned("ads-that-pile-up", "memory-warning-near-ad")
    let reenactment = try incident.reenact { Silent($0) }
    #expect(reenactment.verdict == .holds && !reenactment.isKept)
    #expect(
      reenactment.because.hasPrefix("nothing was reached: the app requested no ad; request one "),
      "\(reenactment.because)")
    #expect(try ReferenceManager.rewarded.reenact(incident).isKept)
  }

  @Test(arguments: [
    ("interstitial-only-once", "request-when-none-ready"),
    ("splash-window-left-behind", "ad-window-closed"),
  ])
  func `a manager that does nothing keeps no rule of an incident without requests`(
    name: String, rule: String
  ) throws {
    let reenactment = try pinned(name, rule).reenact { Silent($0) }
    #expect(reenactment.verdict == .vacuous && !reenactment.isKept)
    #expect(
      reenactment.because.hasPrefix(
        "nothing was reached: the app requested and presented no ad, and the rule did not apply; do "
          + "what it judges (reached: 0 requests, 0 loads, 0 moments with an ad at hand, 0 presents; "
      ),
      "\(reenactment.because)")
  }

  @Test func `a manager that requests too late has no ad at any moment`() throws {
    final class Late: AppOpenAds {
      override func canLoad(_ placement: AdPlacement) -> Bool { isReturning || leftAt != nil }
      override func appEnteringForeground() {}
      override func appBecameActive() { if leftAt != nil { super.appBecameActive() } }
    }
    let incident = try pinned("app-open-shown-after-unlock", "lock-is-not-background")
    let reenactment = try incident.reenact { Late($0) }
    #expect(!reenactment.isKept)
    #expect(
      reenactment.because.hasPrefix(
        "nothing was reached: the app had no ad at any moment at which it could show one; request it "
          + "earlier (reached: "), "\(reenactment.because)")
  }

  @Test func `a manager that never shows does not keep a rule about what follows a show`() throws {
    final class Shy: InterstitialAds {
      override func wantsToShow(_ placement: AdPlacement) {}
    }
    let incident = try pinned("interstitial-only-once", "reload-after-dismiss")
    let reenactment = try incident.reenact { Shy($0) }
    #expect(
      reenactment.because.hasPrefix(
        "nothing was reached: the app presented no ad; present one as in the incident (reached: "),
      "\(reenactment.because)")
  }
}
