import Foundation
import PropertyTesting
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// What a failure says, and how it is repeated.
@Suite struct FailureTests {
  /// Shows app-open ads after any absence.
  class Impatient: AppOpenAds {
    override var isAwayLongEnough: Bool { leftAt.map { returnedAt - $0 >= 10_000 } ?? false }
  }

  /// The failure of that manager, which several tests look at.
  private static let impatient = Result(catching: {
    try AdManagerTest(AppOpenAds.app) { Impatient($0) }.check(sessions: 1_000)
  })

  private func impatientFailure() throws -> AdTestFailure {
    try #require(throws: AdTestFailure.self) { try Self.impatient.get() }
  }

  private func failure<Manager: TestedAdManager>(
    _ test: AdManagerTest<Manager>, sessions: Int = 1_000
  ) throws -> AdTestFailure {
    try #require(#expect(throws: AdTestFailure.self) { try test.check(sessions: sessions) })
  }

  @Test func `the message has the values of the case and not of the shrunk journal`() throws {
    let failure = try impatientFailure()
    #expect(failure.rule == "minimum-background")
    #expect(
      failure.because.hasSuffix(
        "was presented after an absence of 10 s (limit more than 10 s, min_background_s)"),
      "\(failure.because)")
    #expect(failure.journal.split(separator: "\n").count <= 4)
  }

  @Test func `the smallest case is a timeline of calls with their times`() throws {
    let failure = try impatientFailure()
    let lines = failure.timeline.split(separator: "\n")
    #expect(lines.first?.hasPrefix("process 1, launch ") == true)
    #expect(lines.contains { $0.hasSuffix("  manager.sdkStarted()") })
    #expect(lines.contains { $0.hasSuffix("    phone.load(app_open, reason: .launch)") })
    #expect(lines.contains { $0.hasSuffix("  load → a-1, app_open") })
    #expect(lines.last?.hasSuffix(".present(.foreground)") == true, "ends at the violation")
    #expect(failure.description.contains("\nthe smallest case:\n\(failure.timeline)\n"))
    #expect(!failure.description.contains(failure.journal))
  }

  @Test func `a long case is cut to 40 lines, and keeps the heading of its process`() throws {
    var failure = try impatientFailure()
    let calls = (1...200).map { "  0:00:00.\(100 + $0)  manager.userActed()" }
    let timeline = ["process 1, launch 1"] + calls + ["process 2, launch 2"] + calls
    failure.timeline = timeline.joined(separator: "\n")
    let lines = failure.description.split(separator: "\n")
    #expect(lines.count == 40)
    let start = try #require(lines.firstIndex(of: "the smallest case:"))
    let shown = lines.count - start - 4
    #expect(
      lines[start + 1] == "… \(401 - shown) earlier lines: attachment case.txt, property 'timeline'"
    )
    #expect(lines[start + 2] == "process 2, launch 2")
    #expect(lines[start + 3] == calls[200 - shown])
    #expect(lines[lines.count - 2] == calls[199])
    #expect(failure.wholeText.contains("\n\(failure.timeline)\n"))
  }

  @Test func `a case of 40 lines is not cut, and one of 41 lines loses three`() throws {
    var failure = try impatientFailure()
    failure.timeline = ""
    let space = 40 - failure.description.split(separator: "\n").count - 1
    let calls = (1...space).map { "  0:00:00.\(100 + $0)  manager.userActed()" }
    failure.timeline = calls.joined(separator: "\n")
    #expect(failure.description == failure.wholeText)
    failure.timeline += "\n" + calls[0]
    let lines = failure.description.split(separator: "\n")
    #expect(lines.contains("… 3 earlier lines: attachment case.txt, property 'timeline'"))
  }

  @Test func `a long message of the app is cut`() {
    let failure = AdTestFailure(message: (1...60).map { "line \($0)" }.joined(separator: "\n"))
    #expect(failure.description.hasSuffix("line 9\nline 10"))
  }

  @Test func `a failure names remedy, seed, session and replay`() throws {
    let failure = try impatientFailure()
    let text = failure.description
    let replay = try #require(failure.replay)
    let remedy = try #require(failure.remedy)
    #expect(text.contains("\n  to fix it: \(remedy)\n"))
    #expect(failure.sessions > 0 && failure.seed == 1)
    #expect(text.contains("\n  found in session \(failure.sessions), seed 1\n"))
    #expect(text.hasSuffix("\nreplay: verify(replay: \"\(replay)\")"))
    #expect(replay.count <= 200)
  }

  @Test func `a replay runs one case once`() throws {
    final class Counted: Impatient {
      nonisolated(unsafe) static var made = 0
      override init(_ phone: SimulatedPhone) {
        Self.made += 1
        super.init(phone)
      }
    }
    let test = AdManagerTest(AppOpenAds.app) { Counted($0) }
    let found = try impatientFailure()
    let replay = try #require(found.replay)
    let again = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(replay: replay) })
    #expect(Counted.made <= 3, "at most three processes")
    #expect(again.because == found.because && again.timeline == found.timeline)
  }

  @Test(arguments: ["hello", "choices:0.1", "_311.xx", ""])
  func `an invalid replay is an error`(text: String) {
    let test = AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }
    let failure = #expect(throws: AdTestFailure.self) { try test.check(replay: text) }
    #expect(
      failure?.sentence
        == "'\(text)' is no replay of a case; copy the whole text that a failure prints")
  }

  @Test func `a replay with one wrong character is an error`() throws {
    let test = AdManagerTest(AppOpenAds.app) { Impatient($0) }
    let replay = try #require(impatientFailure().replay)
    for index in replay.indices {
      var wrong = replay
      wrong.replaceSubrange(index...index, with: replay[index] == "7" ? "8" : "7")
      let failure = #expect(throws: AdTestFailure.self) { try test.check(replay: wrong) }
      #expect(failure?.sentence.contains("is no replay of a case") == true, "\(wrong)")
    }
  }

  @Test func `a failure over two processes has the records of both`() throws {
    var app = AppOpenAds.app
    app.policy.dailyCap = 1
    final class OnePerProcess: AppOpenAds {
      override var isUnderCap: Bool { counted.isEmpty }
    }
    var test = AdManagerTest(app) { OnePerProcess($0) }
    test.excludedRules = ["shows-when-it-can", "reload-after-dismiss"]
    let failure = try failure(test, sessions: 4_000)
    #expect(failure.rule == "daily-cap")
    let begins = failure.journal.components(separatedBy: "\"event\":\"session.began\"").count - 1
    let shows = failure.journal.components(separatedBy: "\"event\":\"ad.will_present\"").count - 1
    #expect(begins == 2 && shows == 2, "\(failure.journal)")
    #expect(failure.journal.split(separator: "\n").count <= 6, "\(failure.journal)")
    #expect(failure.timeline.contains("\nprocess 2, launch "))
  }

  @Test func `the report of a replay says that it is one case`() throws {
    let replay = try #require(impatientFailure().replay)
    let report = try AdManagerTest(AppOpenAds.app) { AppOpenAds($0) }.check(replay: replay)
    #expect(report.seeds.isEmpty)
    #expect(report.description.hasPrefix("one case, sessions: 1: "), "\(report)")
  }

  @Test func `a report lists rules about decisions apart`() throws {
    let test = AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }
    let text = try test.check(sessions: 20).description
    let last = try #require(text.split(separator: "\n").last)
    #expect(
      last.hasPrefix("need decisions, which the app does not record (recordsDecisions): "),
      "\(text)")
    #expect(last.contains("expired-ad-replaced"))
  }

  @Test func `the journal of a debug build says so`() throws {
    #expect(try impatientFailure().journal.contains(#""build":"debug""#))
  }

  @Test func `an endless loop of ads is reported`() throws {
    final class Endless: InterstitialAds {
      override func appBecameActive() {
        super.appBecameActive()
        again()
      }
      private func again() {
        guard let placement = phone.placements.first, isAllowed, isStarted else { return }
        phone.load(placement) { [self] in slots[placement]?.finish($0, 0) }
        phone.after(milliseconds: 0) { [self] in again() }
      }
    }
    var test = AdManagerTest(InterstitialAds.app) { Endless($0) }
    test.shrinkingRecords = 0
    let failure = try failure(test, sessions: 100)
    #expect(failure.sentence == "the manager did not stop: 4000 records in one process")
  }

  @Test func `a counterexample is stored and runs first in the next test`() throws {
    let store = RecordedCases()
    var test = AdManagerTest(AppOpenAds.app) { Impatient($0) }
    test.corpus = store
    test.shrinkingRecords = 5_000
    let found = try failure(test)
    #expect(found.sessions > 3)
    #expect(store.all.map(\.name) == ["minimum-background", "minimum-background"])
    #expect(store.all.map(\.content) == [.choices, .attachment])
    let again = try failure(test)
    #expect(again.seed == nil && again.replay == found.replay && again.rule == found.rule)
  }
}

/// A corpus in memory, of one property.
final class RecordedCases: Corpus, @unchecked Sendable {
  private(set) var all: [CorpusEntry] = []
  func entries(for property: String) -> [CorpusEntry] { all }
  func save(_ entry: CorpusEntry, for property: String) { all.append(entry) }
}
