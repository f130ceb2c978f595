@testable import AdImport
import AdSession
import Foundation
import TestReports
import Testing

/// The logs of public reports in `Journals/logs/reports`, and what their lines say.
struct ReportedLogsTests {
  /// An outcome that a line of a log tells, by `outcomes.tsv`.
  private struct Outcome {
    let log: String
    let line: Int
    /// An event kind, `inner` for a network below the mediator, or `unsure`.
    let name: String
    let sdk: String
  }

  private static func text(_ name: String) throws -> String {
    let url = URL(fileURLWithPath: "\(Samples.root)/logs/reports/\(name)")
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private static func rows(_ name: String) throws -> [[String]] {
    try text(name).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  private static func outcomes() throws -> [Outcome] {
    try rows("outcomes.tsv").map {
      Outcome(log: $0[0], line: Int($0[1]) ?? 0, name: $0[2], sdk: $0[3])
    }
  }

  private static func accounts(_ name: String) throws -> (accounts: [LineAccount], sdks: [String]) {
    var options = LogImport.Options()
    options.explains = true
    var log = LogImport(options)
    for line in try text("\(name).log").utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false)
    {
      log.take(Array(line))
    }
    log.finish()
    return (log.accounts, log.counts.sdks)
  }

  /// The event that a line tells; nil if it is understood as something else.
  private static func event(_ account: LineAccount) -> String? {
    let parts = account.fate.split(separator: ",", maxSplits: 1).map(String.init)
    let fates: [ImportedSession.Fate] = [.event, .repeated, .unclear]
    guard parts.count == 2, fates.contains(where: { parts[1].dropFirst() == $0.rawValue }) else {
      return nil
    }
    return parts[0]
  }

  private static func means(_ event: String?, _ outcome: String) -> Bool {
    event == outcome || event == "ad.show_without_ad" && outcome == "ad.failed_to_present"
  }

  /// The kinds that are no outcome but a wish: of them a report does not always tell the truth.
  private static let wishes = ["ad.requested", "ad.present_requested", "ad.show_without_ad"]

  /// The lines whose event is not the one of the report, as `log:line event`.
  ///
  /// In `others-01` the waterfall's end and the ad's own line tell the same load; in `others-19`
  /// Google's adapter tells a show that the app does not log; in `others-26` nothing but Google's
  /// own line tells that a mediator stands above it; in `others-28` the message is on the next
  /// line, and in `others-42` the code of the same error.
  private static let wrong = [
    "others-01:4 ad.loaded", "others-19:2 ad.will_present", "others-19:5 ad.dismissed",
    "others-26:1 ad.failed_to_load", "others-28:7 ad.will_present", "others-28:9 ad.impression",
    "others-42:2 ad.failed_to_load",
  ]

  @Test func `No line of a report is taken for another outcome`() throws {
    let outcomes = try Self.outcomes()
    var found: [String] = []
    for name in try Self.rows("sources.tsv").map({ $0[0] }) {
      for account in try Self.accounts(name).accounts {
        guard let event = Self.event(account), event.hasPrefix("ad."),
          !Self.wishes.contains(event)
        else { continue }
        let here = outcomes.filter { $0.log == name && $0.line == account.number }
        if here.contains(where: { Self.means(event, $0.name) || $0.name == "unsure" }) { continue }
        found.append("\(name):\(account.number) \(event)")
      }
    }
    #expect(found == Self.wrong)
  }

  @Test func `The share of the outcome lines that is understood is that of the table`() throws {
    var counts: [String: (lines: Int, understood: Int)] = [:]
    var accounts: [String: [LineAccount]] = [:]
    let skipped = Self.wishes + ["inner", "unsure", "ad.impression"]
    for outcome in try Self.outcomes() where !skipped.contains(outcome.name) {
      let log = try accounts[outcome.log] ?? Self.accounts(outcome.log).accounts
      accounts[outcome.log] = log
      counts[outcome.sdk, default: (0, 0)].lines += 1
      if Self.means(Self.event(log[outcome.line - 1]), outcome.name) {
        counts[outcome.sdk, default: (0, 0)].understood += 1
      }
    }
    let readme = try Self.text("README.md")
    for (sdk, count) in counts.sorted(by: { $0.key < $1.key }) {
      let row = "| `\(sdk)` | \(count.lines) | \(count.understood) |"
      #expect(readme.contains(row + "\n"), "\(row)")
    }
    #expect(readme.split(separator: "\n").count { $0.hasPrefix("| `") } == counts.count)
  }

  @Test func `Each log has a source, and each outcome is of a line of a log`() throws {
    let names = try Self.rows("sources.tsv").map { $0[0] }
    for outcome in try Self.outcomes() {
      #expect(names.contains(outcome.log))
      let text = try Self.text("\(outcome.log).log")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.indices.contains(outcome.line - 1))
    }
    #expect(Set(names).count == names.count)
  }
}
