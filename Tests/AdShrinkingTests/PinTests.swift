import AdReplay
import AdRules
import AdSession
import AdShrinking
import Foundation
import Testing

struct PinTests {
  /// The incidents whose first session by itself violates a rule, with the first such rule.
  static let incidents: [(path: String, rule: String)] = {
    let folder = Samples.root.appendingPathComponent("Journals/incidents").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().compactMap { name in
      let path = "Journals/incidents/\(name)"
      guard let trace = try? Samples.trace(path) else { return nil }
      let results = Judge().judge(trace)
      let index = results.firstIndex { $0.verdict == .violated }
      return index.map { (path, RuleBook.all[$0].id) }
    }
  }()

  @Test(arguments: incidents)
  func `a pinned incident violates its rule, as does its reenactment by the recorded app`(
    path: String, rule id: String
  ) throws {
    let rule = try #require(RuleBook.rule(id))
    let trace = try Samples.trace(path)
    let small = try #require(IncidentShrinker(rule: rule).shrink(trace))
    #expect(Finding(small.bytes, rule) != nil)
    #expect(small.records <= small.originalRecords)
    try Self.pinned(small, id) { incident in
      #expect(incident.verdict == .violated)
      let reenactment = incident.reenact(RecordedApp(incident))
      #expect(reenactment.isViolated, "\(reenactment)")
    }
  }

  @Test func `a reenactment by a fixed app keeps the rule`() throws {
    let trace = try Samples.trace("Journals/incidents/app-open-shown-after-unlock.jsonl")
    let rule = try #require(RuleBook.rule("lock-is-not-background"))
    let small = try #require(IncidentShrinker(rule: rule).shrink(trace))
    try Self.pinned(small, "lock-is-not-background") { incident in
      let broken = incident.reenact(LockApp(isFixed: false))
      #expect(broken.isViolated, "\(broken)")
      let fixed = incident.reenact(LockApp(isFixed: true))
      #expect(!fixed.isViolated && fixed.isKept, "\(fixed.because)")
      #expect(
        fixed.reached.description
          == "1 request, 1 load, 2 moments with an ad at hand, 0 presents")
    }
  }

  @Test func `the error of an incident that cannot be read names the file or the rule`() {
    let missing = #expect(throws: PinnedIncident.Failure.self) {
      try PinnedIncident(rule: "daily-cap", beside: "/nowhere/Test.swift")
    }
    #expect(missing?.description.contains("/nowhere/Test.jsonl") == true)
    let unknown = #expect(throws: PinnedIncident.Failure.self) { try PinnedIncident(rule: "none") }
    #expect(unknown?.description == "unknown rule 'none'; 'adjournal rules' lists all rules")
  }

  private static func pinned(
    _ small: ShrunkJournal, _ rule: String, _ body: (PinnedIncident) throws -> Void
  ) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("pinned-\(UUID().uuidString)")
    let journal = file.appendingPathExtension("jsonl")
    try Data(small.bytes).write(to: journal)
    defer { try? FileManager.default.removeItem(at: journal) }
    try body(try PinnedIncident(rule: rule, beside: file.path + ".swift"))
  }
}

/// A small app-open manager that loads an ad at launch and shows it on return to the foreground.
///
/// The fixed version does not show it if the phone was only locked.
private final class LockApp: ReenactedApp {
  private let isFixed: Bool
  private var ad = Symbol.absent
  private var isLocked = false
  private var isReturning = false
  private var requests = 0

  init(isFixed: Bool) { self.isFixed = isFixed }

  func receive(_ event: Event, on host: ReenactmentHost) {
    switch event.kind {
    case .sdkStarted, .appLaunched, .appBecameActive: load(on: host)
    case .adLoaded: ad = event.ad
    case .deviceLocked: isLocked = true
    case .appEnteringForeground: isReturning = true
    default: break
    }
    if event.kind == .appBecameActive && isReturning {
      isReturning = false
      if !(isFixed && isLocked) { show(on: host) }
      isLocked = false
    }
  }

  private func load(on host: ReenactmentHost) {
    guard !ad.isPresent, requests == 0 else { return }
    requests += 1
    host.record(.adRequested) {
      $0.unit = host.symbol("U")
      $0.format = .appOpen
      $0.request = host.symbol("mine-1")
    }
  }

  private func show(on host: ReenactmentHost) {
    guard ad.isPresent else { return }
    let shown = ad
    ad = .absent
    host.record(.adPresentRequested) {
      $0.unit = host.symbol("U")
      $0.format = .appOpen
      $0.ad = shown
    }
  }
}
