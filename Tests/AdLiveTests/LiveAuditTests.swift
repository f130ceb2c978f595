import AdRecording
import AdRules
import AdSession
import Foundation
import Platform
import Testing

@testable import AdLive

/// A recorder with a clock of the test, and records of interstitials.
final class LiveApp: Sendable {
  let clock = LiveClock()
  let session: SessionRecorder
  private let folder: String

  init(
    folder: String? = nil, captures: [EventClass]? = nil, policy: [PolicySetting] = [],
    isReal: Bool = false,
    system change: (inout SystemCalls) -> Void = { _ in },
    configure: (inout Recorder.Options) -> Void = { _ in }
  ) {
    let folder = folder ?? NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    self.folder = folder
    var facts = SessionFacts(
      app: "com.example.live", appVersion: "1", build: .debug, os: "iOS", osVersion: "26",
      sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    facts.captures = captures ?? [.present, .load]
    facts.policy = policy
    var system = isReal ? .live : clock.system
    change(&system)
    session = SessionRecorder(folder: folder, facts: facts, system: system, configure: configure)
    session.record(.appLaunched(cold: true))
    session.record(.appBecameActive)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  static let unit = "ca-app-pub-3940256099942544/1033173712"

  func load(_ ad: String) {
    session.record(.adRequested(unit: Self.unit, format: .interstitial, request: "r-\(ad)"))
    session.record(
      .adLoaded(unit: Self.unit, format: .interstitial, request: "r-\(ad)", ad: ad))
  }

  func show(_ ad: String) {
    session.record(.adPresentRequested(ad: ad, unit: Self.unit, format: .interstitial))
    session.record(.adWillPresent(ad: ad, unit: Self.unit, format: .interstitial))
  }

  func dismiss(_ ad: String) {
    session.record(.adDismissed(ad: ad, unit: Self.unit, format: .interstitial))
  }

  /// Shows an ad twice, which violates `single-use-ad`.
  func showTwice(_ ad: String) {
    load(ad)
    for _ in 0..<2 {
      show(ad)
      dismiss(ad)
    }
  }
}

@Suite(.timeLimit(.minutes(1))) struct LiveAuditTests {
  @Test func `a violation is found while the session goes on, with its records`() async throws {
    let app = LiveApp()
    let live = LiveAudit(app.session)
    app.showTwice("a-1")
    var iterator = live.makeAsyncIterator()
    var finding = try #require(await iterator.next())
    while finding.rule.id != "single-use-ad" { finding = try #require(await iterator.next()) }
    #expect(finding.severity == .error)
    #expect(finding.session == app.session.session)
    #expect(finding.records.map(\.seq).contains(6))
    #expect(finding.records.allSatisfy { $0.text.contains("\"ad\":\"a-1\"") })
    #expect(finding.description.contains("single-use-ad"))
    #expect(await live.verdicts()["single-use-ad"] == .violated)
    #expect(live.findings.contains { $0.rule.id == "single-use-ad" })
  }

  @Test func `a passed deadline is found at its time, before any further record`() async throws {
    let app = LiveApp(policy: [.init(.reloadAfterDismissSeconds, 5)])
    let live = LiveAudit(app.session)
    app.load("a-1")
    app.show("a-1")
    app.dismiss("a-1")
    let findings = Task { await live.first { $0.rule.id == "reload-after-dismiss" } }
    app.clock.advance(to: 5_000)
    live.clockDidChange()
    #expect(await live.verdicts()["reload-after-dismiss"] == .inconclusive)
    app.clock.advance(to: 5_001)
    live.clockDidChange()
    let finding = try #require(await findings.value)
    #expect(finding.missing == .adRequested)
    #expect(finding.t == 5_001)
    #expect(finding.records.map(\.seq) == [8])
    #expect(await live.verdicts()["reload-after-dismiss"] == .violated)
    app.load("a-2")
    _ = await app.session.end()
    #expect(await live.verdicts()["reload-after-dismiss"] == .violated)
    #expect(live.findings.count { $0.rule.id == "reload-after-dismiss" } == 1)
  }

  /// After an hour the journal goes on in a new file, whose first line has an earlier time.
  @Test func `a passed deadline is found once, although a new file follows`() async {
    let app = LiveApp(policy: [.init(.reloadAfterDismissSeconds, 5)])
    let live = LiveAudit(app.session)
    app.load("a-1")
    app.show("a-1")
    app.clock.advance(to: 3_600_001)
    app.dismiss("a-1")
    #expect(await live.verdicts()["reload-after-dismiss"] == .inconclusive)
    app.clock.advance(to: 3_605_002)
    #expect(await live.verdicts()["reload-after-dismiss"] == .violated)
    app.clock.advance(to: 3_606_000)
    app.load("a-2")
    _ = await app.session.end()
    for await _ in live {}
    #expect(live.findings.count { $0.rule.id == "reload-after-dismiss" } == 1)
  }

  @Test func `a deadline passes by the clock of the system, too`() async throws {
    let app = LiveApp(policy: [.init(.reloadAfterDismissSeconds, 0.05)], isReal: true)
    let live = LiveAudit(app.session)
    app.load("a-1")
    app.show("a-1")
    app.dismiss("a-1")
    let finding = try #require(await live.first { $0.rule.id == "reload-after-dismiss" })
    #expect(finding.missing == .adRequested)
  }

  @Test func `no deadline passes in the background`() async throws {
    let app = LiveApp(policy: [.init(.reloadAfterDismissSeconds, 5)])
    let live = LiveAudit(app.session)
    app.load("a-1")
    app.show("a-1")
    app.dismiss("a-1")
    app.session.record(.appResignedActive)
    app.session.record(.appEnteredBackground)
    app.clock.advance(to: 3_600_000)
    live.clockDidChange()
    #expect(await live.verdicts()["reload-after-dismiss"] == .inconclusive)
    #expect(live.findings.allSatisfy { $0.rule.id != "reload-after-dismiss" })
  }

  @Test func `every iterator receives all findings, and ends with the session`() async throws {
    let app = LiveApp()
    let live = LiveAudit(app.session)
    async let first = live.reduce(into: []) { $0.append($1.rule.id) }
    app.showTwice("a-1")
    app.showTwice("a-2")
    _ = await app.session.end()
    let second = await live.reduce(into: []) { $0.append($1.rule.id) }
    #expect(await first == second)
    // Each second call of present, and each second appearance.
    #expect(second.count { $0 == "single-use-ad" } == 4)
    #expect(live.findings.count == second.count)
  }

  @Test func `a cancelled task receives no more findings`() async {
    let app = LiveApp()
    let live = LiveAudit(app.session)
    let task = Task {
      for await _ in live {}
      return Task.isCancelled
    }
    task.cancel()
    #expect(await task.value)
    let late = Task { for await _ in live {} }
    await Task.yield()
    late.cancel()
    await late.value
  }

  @Test func `an audit that begins late knows the whole session`() async {
    let app = LiveApp()
    app.showTwice("a-1")
    _ = await app.session.end()
    let live = LiveAudit(app.session)
    #expect(await live.contains { $0.rule.id == "single-use-ad" })
    #expect(await live.verdicts()["single-use-ad"] == .violated)
  }

  @Test func `an audit can be released while its session goes on`() async {
    let app = LiveApp()
    weak var core: LiveCore?
    do {
      let live = LiveAudit(app.session)
      core = live.core
      _ = await live.verdicts()
    }
    while core != nil { try? await Task.sleep(nanoseconds: 1_000_000) }
    app.showTwice("a-1")
    #expect(await app.session.flush().isComplete)
  }

  @Test func `a consumer can record events`() async {
    let app = LiveApp()
    let live = LiveAudit(app.session)
    app.showTwice("a-1")
    var found = 0
    for await finding in live where finding.rule.id == "single-use-ad" {
      found += 1
      if found == 3 { break }
      app.showTwice("b-\(found)")
    }
    #expect(found == 3)
  }

  @Test func `nothing is concluded while the recorder cannot write, and nothing is tried again`()
    async
  {
    let isFull = Lock(false)
    let app = LiveApp(
      policy: [.init(.reloadAfterDismissSeconds, 5)],
      system: { system in
        let write = system.write
        system.write = { file, bytes in
          isFull.locked { $0 } ? -Int(ENOSPC) : write(file, bytes)
        }
      })
    let live = LiveAudit(app.session)
    app.load("a-1")
    app.show("a-1")
    app.dismiss("a-1")
    #expect(await live.verdicts()["reload-after-dismiss"] == .inconclusive)
    isFull.locked { $0 = true }
    app.session.record(.userActed(what: "tap"))
    app.clock.advance(to: 60_000)
    live.clockDidChange()
    guard case .unknown(let reason) = await live.mayShow("a-1") else {
      Issue.record("an advice without the newest record")
      return
    }
    #expect(reason == "the recorder cannot write its newest records")
    #expect(live.findings.allSatisfy { $0.rule.id != "reload-after-dismiss" })
    let audit = SessionAudit(
      folder: app.session.journalFolder, session: app.session.session, rules: RuleBook.all)
    #expect(audit.audit(at: app.session.point).deadline == 5_001)
    #expect(audit.audit(at: app.session.point).deadline == nil)
    isFull.locked { $0 = false }
    #expect(await live.verdicts()["reload-after-dismiss"] == .violated)
  }

  @Test func `all verdicts are those of the audit while several threads record`() async {
    let app = LiveApp(isReal: true, configure: { $0.queueBytes = 1 << 14 })
    let live = LiveAudit(app.session)
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask { for number in 0..<200 { app.showTwice("a-\(thread)-\(number)") } }
        group.addTask { _ = await live.verdicts() }
      }
    }
    _ = await app.session.end()
    let audit = AuditedRule.audit(app.session.journalFolder)
    #expect(await live.verdicts().byRule == audit)
  }
}
