internal import AdReplay
internal import AdRules
internal import AdSession
internal import AdShrinking

/// The failure of a test of an ad manager, with the smallest case found.
public struct AdTestFailure: Error, Sendable, CustomStringConvertible {
  /// The id of the broken rule or check; nil for other errors, such as a thrown error.
  public let rule: String?
  /// The sentence of the rule, or the error.
  public let sentence: String
  /// The values of the smallest case: which ad, how long, which limit.
  public internal(set) var because: String
  /// What to change in the app; nil if the sentence says it.
  public let remedy: String?
  /// The thresholds of the rule that were in force, by name.
  public let thresholds: [(name: String, value: Double)]
  /// The smallest case: the calls of the manager and the calls by it, with their times.
  public internal(set) var timeline = ""
  /// The smallest journal that breaks the rule, as JSON lines.
  ///
  /// It is smaller than the case: it proves the fault, and does not show how the manager came to
  /// it. If the rule needs several processes, it contains a session for each.
  public internal(set) var journal = ""
  /// The other rules that the smallest case breaks, the nearest to the cause first.
  public internal(set) var otherRules: [String] = []
  /// The number of sessions until the first failure.
  public internal(set) var sessions = 0
  /// The random seed of the search; nil if a single case was replayed.
  public internal(set) var seed: UInt64?
  /// The argument for ``AdManagerTest/check(sessions:seeds:replay:)`` that repeats the smallest
  /// case.
  public internal(set) var replay: String?
  /// Whether the smallest case fails only in some repetitions.
  public internal(set) var isFlaky = false

  /// Whether the journal alone shows the fault, and is printed.
  private var isJournalProof = true

  /// What stays the same while the case is shrunk.
  var reason: String { rule ?? sentence }

  init(message: String) {
    rule = nil
    sentence = message
    because = message
    remedy = nil
    thresholds = []
  }

  init(_ finding: CaseFinding, _ traces: [Trace]) {
    rule = finding.id
    sentence = finding.sentence
    because = finding.because
    remedy = finding.remedy
    thresholds = finding.thresholds
    isJournalProof = finding.rule != nil
    let bytes = finding.rule.flatMap { rule in
      JournalShrinker(rule: rule).shrink(traces[finding.process])?.bytes
        ?? InstallShrinker(rule: rule).shrink(Array(traces[...finding.process]))
    }
    let whole = { traces[...finding.process].flatMap { JournalBytes.of($0) } }
    journal = String(decoding: bytes ?? whole(), as: UTF8.self)
  }

  /// The rule, the values, what to change, the smallest case, the smallest journal and the replay,
  /// in several lines.
  public var description: String {
    var lines = [rule.map { "\($0): \(sentence)" } ?? sentence]
    if because != sentence { lines.append("  " + because) }
    if let remedy { lines.append("  to fix it: " + remedy) }
    if !thresholds.isEmpty { lines.append("  thresholds in force: " + thresholdList) }
    if isFlaky { lines.append("  flaky: the same case does not always fail") }
    if let seed { lines.append("  found in session \(sessions), seed \(seed)") }
    if !otherRules.isEmpty {
      lines.append("  also broken in this case: " + otherRules.joined(separator: ", "))
    }
    if !timeline.isEmpty { lines += ["the smallest case:", timeline] }
    let records = isJournalProof ? journal.split(separator: "\n").count : 0
    if records > Self.printedRecords {
      lines.append("the journal has \(records) records; see 'journal' of the error")
    } else if records > 0 {
      lines += ["the smallest journal:", journal]
    }
    if let replay { lines.append("replay: check(replay: \"\(replay)\")") }
    return lines.joined(separator: "\n")
  }

  /// The number of records of the longest journal that is printed.
  private static let printedRecords = 40

  private var thresholdList: String {
    thresholds.map { "\($0.name) \(AdPolicy.text($0.value))" }.joined(separator: ", ")
  }
}
