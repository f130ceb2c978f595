import AdRedaction
import AdReports
import AdRules
import AdSession
import Foundation
import TestReports
import Testing

/// A redaction changes no verdict, no activation, no witness and no statistic.
struct RedactionLawTests {
  /// A third of the seeds that `.ci/run` uses.
  private static let rounds =
    10 * max(1, Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1)

  /// Rules of a file that compare names with names, numbers and listed words.
  private static let rules = RuleBook.all + own

  private static let own: [Rule] = {
    let text = try? String(contentsOfFile: "\(Samples.root)/custom/game.rules", encoding: .utf8)
    return (try? RuleFile.rules(of: text ?? "")) ?? []
  }()

  /// The first difference between two lists of texts; nil if there is none.
  private static func difference(_ before: [String], _ after: [String]) -> String? {
    for (one, other) in zip(before, after) where one != other {
      let pairs = zip(one.split(separator: "\n"), other.split(separator: "\n"))
      let lines = pairs.first { $0 != $1 }
      return lines.map { "\($0)\n  redacted: \($1)" } ?? "\(one)\n  redacted: \(other)"
    }
    return before.count == after.count ? nil : "\(before.count), redacted: \(after.count)"
  }

  /// The statistics that a redaction keeps if all journals have one shift.
  private static let lists: [[StatisticsField]] = [
    [.format], [.unit, .adapter], [.network, .creative], [.version, .day], [],
  ]

  private static func compare(
    _ journals: RedactedJournals, policy: [PolicySetting] = [], rules: [Rule] = rules,
    by lists: [[StatisticsField]] = lists, _ name: String
  ) throws {
    let verdicts = try [journals.before, journals.after].map {
      try RedactedJournals.judgement($0, rules: rules, policy: policy)
    }
    let found = difference(verdicts[0], verdicts[1])
    #expect(found == nil, "\(name): \(found ?? "")")
    let before = try RedactedJournals.figures(journals.before, by: lists)
    let after = try RedactedJournals.figures(journals.after, by: lists)
    for (index, fields) in lists.enumerated() {
      let found = difference(before[index], after[index])
      #expect(found == nil, "\(name), by \(fields): \(found ?? "")")
    }
  }

  @Test func `A shift of each install changes no verdict and no figure of formats and versions`()
    throws
  {
    for seed in 0..<UInt64(Self.rounds / 2) {
      let random = RandomJournals(seed: seed, isDamaged: seed % 2 == 1)
      let shift = ClockShift(scope: .install)
      try Self.compare(
        RedactedJournals(random.files, shift: shift), by: [[.format], [.version], []],
        "seed \(seed)")
    }
  }

  @Test func `A blur changes only verdicts of rules about local days`() throws {
    for seed in 0..<UInt64(Self.rounds / 2) {
      let random = RandomJournals(seed: seed, isDamaged: seed % 2 == 1)
      let shift = ClockShift(blurSeconds: ClockShift.longestBlur)
      try Self.compare(
        RedactedJournals(random.files, shift: shift),
        rules: Self.rules.filter { !Self.ofDays.contains($0.id) },
        by: [[.format], []], "seed \(seed)")
    }
  }

  /// The rules that ask for the shows of a local day.
  private static let ofDays: Set<String> = [
    "cap-counts-every-show", "cap-used-by-shows-only", "daily-cap",
    "load-failure-does-not-silence-slot", "request-on-background",
  ]

  @Test func `The law also covers the rules of a file`() { #expect(Self.own.count == 4) }

  @Test func `Simulated sessions with all faults have the same verdicts and figures`() throws {
    for seed in 0..<UInt64(Self.rounds) {
      let random = RandomJournals(seed: seed, isDamaged: false)
      try Self.compare(RedactedJournals(random.files), "seed \(seed)")
    }
  }

  @Test func `Damaged journals have the same verdicts, figures and damaged lines`() throws {
    for seed in 0..<UInt64(Self.rounds * 3) {
      let random = RandomJournals(seed: seed, isDamaged: true)
      try Self.compare(RedactedJournals(random.files), "seed \(seed)")
    }
  }

  @Test(arguments: [
    "sessions", "incidents", "damaged", "counterexamples", "google-sample", "terms", "format/.",
    "format/segments", "format/segment-missing", "format/segment-torn",
    "format/segment-torn-at-the-end", "format/segment-without-header",
    "format/same-session-in-two-files",
  ])
  func `The journals of the repository have the same verdicts, one by one and together`(
    folder: String
  ) throws {
    let path = "\(Samples.root)/\(folder)"
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".jsonl") }.sorted()
    #expect(!names.isEmpty)
    let files = try names.map { name in
      (name: name, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))))
    }
    for file in files { try Self.compare(RedactedJournals([file]), "\(folder)/\(file.name)") }
    try Self.compare(RedactedJournals(files), folder)
    try Self.compare(
      RedactedJournals(files), policy: [PolicySetting(.dailyCap, 1)], "\(folder), with a policy")
  }

  @Test func `The journals of each rule have the same verdicts`() throws {
    let root = "\(Samples.root)/rules"
    let rules = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    for rule in rules where rule != "README.md" {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(rule)")
      let files = try names.filter { $0.hasSuffix(".jsonl") }.sorted().map { name in
        let file = URL(fileURLWithPath: "\(root)/\(rule)/\(name)")
        return (name: name, bytes: [UInt8](try Data(contentsOf: file)))
      }
      try Self.compare(RedactedJournals(files), rule)
    }
  }
}
