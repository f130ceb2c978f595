import Foundation
import PropertyTesting
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// The failing cases that `verify` keeps beside the test.
@Suite struct FailureFolderTests {
  /// A folder with the file of a test.
  private let folder: URL
  private var file: String { folder.appendingPathComponent("AdTests.swift").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("ads-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appendingPathComponent("AdTests.swift"))
  }

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

  /// A manager whose bug can be repaired between two runs.
  final class Repairable: InterstitialAds {
    @TaskLocal static var isRepaired = false
    let isRepaired: Bool
    init(_ phone: SimulatedPhone, isRepaired: Bool) {
      self.isRepaired = isRepaired
      super.init(phone)
    }
    override func adDismissed(_ ad: SimulatedFullScreenAd) {
      if isRepaired { super.adDismissed(ad) } else { (shownSince, dismissedAt) = (nil, now) }
    }
  }

  private func report(
    isRepaired: Bool = false, _ change: (inout AdManagerTest<Repairable>) -> Void = { _ in }
  ) throws -> AdTestReport {
    var test = AdManagerTest(InterstitialAds.app) { Repairable($0, isRepaired: isRepaired) }
    test.shrinkingRecords = 5_000
    test.onlyRules = ["reload-after-dismiss"]
    change(&test)
    let run = try TestRun(100, [1], nil, problem: nil)
    var verification = Verification(test, run, besideFile: file)
    verification.start()
    return verification.report
  }

  /// The files in the folder of the failures.
  private var stored: [String] {
    let names = FileManager.default.subpaths(atPath: folder.path + "/.adjournal") ?? []
    return names.filter { $0.contains(".") }.sorted()
  }

  @Test func `a failing case is stored beside the test, and runs first in the next run`() throws {
    defer { removeFolder() }
    let found = try #require(try report().problems.first)
    #expect(
      stored == [
        ".gitignore", "repairable-keeps-every-rule/reload-after-dismiss.choices",
        "repairable-keeps-every-rule/reload-after-dismiss.jsonl",
      ])
    let ignored = try String(
      contentsOf: folder.appendingPathComponent(".adjournal/.gitignore"), encoding: .utf8)
    #expect(ignored == "*\n")
    let again = try #require(try report().problems.first)
    #expect(found.seed == 1 && again.seed == nil && again.replay == found.replay)
    #expect(again.because == found.because)
    #expect(again.description.contains("\n  found in a case of an earlier run\n"))
  }

  @Test func `a case that breaks several rules is reported by the rule it was stored for`() throws {
    defer { removeFolder() }
    let rules: Set = ["paid-handler-set-before-present", "interstitial-per-user-actions"]
    var test = AdManagerTest(.interstitial()) { ReadmeExample.LevelAds($0) }
    test.onlyRules = rules
    let run = try TestRun(50, [1], nil, problem: nil)
    for round in 1...2 {
      var verification = Verification(test, run, besideFile: file)
      verification.start()
      let problems = verification.report.problems
      #expect(problems.count == 2 && Set(problems.compactMap(\.rule)) == rules)
      #expect(problems.allSatisfy { ($0.seed == nil) == (round == 2) })
    }
  }

  @Test func `the stored case that is nearest to a cause runs first`() {
    let store = RecordedCases()
    let cases: [(String, [UInt64])] = [
      ("shows-when-it-can", [1]), ("reload-after-dismiss", [1]), ("daily-cap", [1, 2, 3, 4]),
      ("retry-backs-off", [1, 2]),
    ]
    for (name, choices) in cases {
      let text = Array(CaseCode.encode(choices).utf8)
      store.save(CorpusEntry(name: name, content: .choices, bytes: text), for: "")
    }
    #expect(
      StoredCases(store).replays(of: "").map(\.name) == [
        "retry-backs-off", "daily-cap", "reload-after-dismiss", "shows-when-it-can",
      ])
  }

  @Test func `a case that no longer fails is removed`() throws {
    defer { removeFolder() }
    _ = try report()
    #expect(try report(isRepaired: true).problems.isEmpty)
    #expect(stored == [".gitignore"])
  }

  @Test func `a case of a rule that does not count is kept and does not run`() throws {
    defer { removeFolder() }
    _ = try report()
    let report = try report { $0.excludedRules = ["reload-after-dismiss"] }
    #expect(report.problems.isEmpty && stored.count == 3)
  }

  @Test func `a test can store nothing`() throws {
    defer { removeFolder() }
    #expect(try report { $0.storesFailures = false }.problems.count == 1)
    #expect(stored.isEmpty)
  }

  @Test func `a corpus replaces the folder, and keeps cases that pass`() throws {
    defer { removeFolder() }
    let store = RecordedCases()
    #expect(try report { $0.corpus = store }.problems.count == 1)
    #expect(try report(isRepaired: true) { $0.corpus = store }.problems.isEmpty)
    #expect(stored.isEmpty && store.entries(for: "").count == 2)
  }

  @Test func `nothing is stored beside a file that does not exist`() throws {
    defer { removeFolder() }
    try FileManager.default.removeItem(atPath: file)
    #expect(try report().problems.count == 1)
    #expect(stored.isEmpty)
  }
}
