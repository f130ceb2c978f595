import AdReplay
import AdRules
import AdSession
import AdShrinking
import Foundation
import Testing

@Suite struct `A pinned incident` {
  /// The incidents whose rule one session alone breaks, with one of the rules that they break.
  static let incidents: [(path: String, rule: String)] = {
    let folder = Samples.root.appendingPathComponent("Journals/incidents").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().compactMap { name in
      let path = "Journals/incidents/\(name)"
      guard let trace = try? Samples.trace(path) else { return nil }
      let results = Judge().judge(trace)
      let place = results.firstIndex { $0.verdict == .violated }
      return place.map { (path, RuleBook.all[$0].id) }
    }
  }()

  @Test(arguments: incidents)
  func `is believable and small, and red when the app of then acts it`(
    path: String, rule id: String
  ) throws {
    let rule = try #require(RuleBook.rule(id))
    let trace = try Samples.trace(path)
    let small = try #require(IncidentShrinker(rule: rule).shrink(trace))
    #expect(Finding(small.bytes, rule) != nil)
    #expect(small.records <= small.originalRecords)
    try Self.pinned(small, id) { incident in
      #expect(incident.verdict == .violated)
      let again = incident.reenact(RecordedApp(incident))
      let text = String(decoding: again.bytes, as: UTF8.self)
      #expect(again.verdict == .violated, "\(text)")
    }
  }

  @Test func `is green when an app that is mended acts it`() throws {
    let trace = try Samples.trace("Journals/incidents/app-open-shown-after-unlock.jsonl")
    let rule = try #require(RuleBook.rule("lock-is-not-background"))
    let small = try #require(IncidentShrinker(rule: rule).shrink(trace))
    try Self.pinned(small, "lock-is-not-background") { incident in
      let broken = incident.reenact(LockApp(mended: false))
      #expect(broken.verdict == .violated, "\(String(decoding: broken.bytes, as: UTF8.self))")
      let mended = incident.reenact(LockApp(mended: true))
      #expect(mended.verdict != .violated, "\(mended.because)")
    }
  }

  @Test func `without a journal beside its test says so`() {
    #expect(throws: (any Error).self) {
      try PinnedIncident(rule: "daily-cap", beside: "/nowhere/Test.swift")
    }
    #expect(throws: PinnedIncident.Failure.self) { try PinnedIncident(rule: "none") }
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

/// A small app-open manager: it loads at launch, and shows on every return to the foreground; mended,
/// on every return from a real background.
private final class LockApp: ReenactedApp {
  private let isMended: Bool
  private var ad = Symbol.absent
  private var isLocked = false
  private var isReturning = false
  private var requests = 0

  init(mended: Bool) { isMended = mended }

  func receive(_ event: Event, on stage: Stage) {
    switch event.kind {
    case .sdkStarted, .appLaunched, .appBecameActive: load(on: stage)
    case .adLoaded: ad = event.ad
    case .deviceLocked: isLocked = true
    case .appEnteringForeground: isReturning = true
    default: break
    }
    if event.kind == .appBecameActive && isReturning {
      isReturning = false
      if !(isMended && isLocked) { show(on: stage) }
      isLocked = false
    }
  }

  private func load(on stage: Stage) {
    guard !ad.isPresent, requests == 0 else { return }
    requests += 1
    stage.record(.adRequested) {
      $0.unit = stage.symbol("U")
      $0.format = .appOpen
      $0.request = stage.symbol("mine-1")
    }
  }

  private func show(on stage: Stage) {
    guard ad.isPresent else { return }
    let shown = ad
    ad = .absent
    stage.record(.adPresentRequested) {
      $0.unit = stage.symbol("U")
      $0.format = .appOpen
      $0.ad = shown
    }
  }
}
