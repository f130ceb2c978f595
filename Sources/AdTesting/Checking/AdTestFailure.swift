internal import AdReplay
internal import AdRules
internal import AdSession
internal import AdShrinking
internal import PropertyTestingHosts

/// The failure of a test of an ad manager, with the smallest case found.
public struct AdTestFailure: Error, Sendable, CustomStringConvertible {
  /// The id of the broken rule or check; nil for other errors, such as a thrown error.
  public let rule: String?
  /// The severity of the rule in the test; `error` for other errors.
  public internal(set) var severity = RuleSeverity.error
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
  /// The random seed of the search; nil if the case was replayed or comes from the corpus.
  public internal(set) var seed: UInt64?
  /// The argument `replay` of `verify` and ``AdManagerTest/check(sessions:seeds:replay:)`` that
  /// repeats the smallest case; also a replay of the trait `.adjournal(_:replays:)`.
  public internal(set) var replay: String?
  /// Whether the smallest case fails only in some repetitions.
  public internal(set) var isFlaky = false

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
    let bytes = finding.rule.flatMap { rule in
      JournalShrinker(rule: rule).shrink(traces[finding.process])?.bytes
        ?? InstallShrinker(rule: rule).shrink(Array(traces[...finding.process]))
    }
    let whole = { traces[...finding.process].flatMap { JournalBytes.of($0) } }
    journal = String(decoding: bytes ?? whole(), as: UTF8.self)
  }

  /// The rule, the values, what to change, the end of the smallest case and the replay, in at most
  /// 40 lines.
  public var description: String {
    text(timeline: shownTimeline)
  }
}

// MARK: Text

extension AdTestFailure: AttachedFailure {
  /// The number of lines of the longest description.
  private static let maximumLines = 40

  /// The same with the whole timeline, however long it is.
  var wholeText: String { text(timeline: timelineLines) }

  private func text(timeline: [Substring]) -> String {
    var lines = heading
    if !timeline.isEmpty { lines += ["the smallest case:"] + timeline.map(String.init) }
    if let replay { lines.append("replay: verify(replay: \"\(replay)\")") }
    return lines.joined(separator: "\n")
  }

  private var timelineLines: [Substring] { timeline.split(separator: "\n") }

  /// The lines before the timeline; a message of the app is cut after some lines.
  private var heading: [String] {
    var lines = Self.firstLines(rule.map { "\($0): \(sentence)" } ?? sentence)
    if because != sentence { lines.append("  " + because) }
    if let remedy { lines.append("  to fix it: " + remedy) }
    if !thresholds.isEmpty { lines.append("  thresholds in force: " + thresholdList) }
    if isFlaky { lines.append("  flaky: the same case does not always fail") }
    if let seed { lines.append("  found in session \(sessions), seed \(seed)") }
    if seed == nil && replay != nil { lines.append("  found in a case of an earlier run") }
    if !otherRules.isEmpty {
      let rules = otherRules.flatMap { Self.firstLines($0).prefix(1) }
      lines.append("  also broken in this case: " + rules.joined(separator: ", "))
    }
    return lines
  }

  private static func firstLines(_ text: String) -> [String] {
    text.split(separator: "\n").prefix(10).map(String.init)
  }

  /// The last lines of the timeline that fit, below the heading of their process.
  private var shownTimeline: [Substring] {
    let lines = timelineLines
    let space = Self.maximumLines - heading.count - 2
    guard lines.count > space else { return lines }
    let first = lines.count - space + 2
    let isHeading = { (line: Substring) in line.hasPrefix("process ") }
    let process = isHeading(lines[first]) ? nil : lines[..<first].last(where: isHeading)
    let hidden = process == nil ? first : first - 1
    return ["… \(hidden) earlier lines: attachment case.txt, property 'timeline'"]
      + (process.map { [$0] } ?? []) + lines[first...]
  }

  private var thresholdList: String {
    thresholds.map { "\($0.name) \(AdPolicy.text($0.value))" }.joined(separator: ", ")
  }

  /// The files of a test report.
  package var attachments: [(name: String, text: String)] {
    [("case.txt", wholeText), ("counterexample.jsonl", journal)].filter {
      !timeline.isEmpty && !$0.1.isEmpty
    }
  }
}
