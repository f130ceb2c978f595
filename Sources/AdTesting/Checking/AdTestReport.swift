internal import AdReplay
internal import AdRules
internal import AdShrinking
internal import PropertyTesting

/// The report of a passed test of an ad manager.
public struct AdTestReport: Sendable {
  /// The number of simulated sessions.
  public let sessions: Int
  /// The number of sessions in which each rule was activated, by rule id, in catalogue order.
  public let activated: [(rule: String, sessions: Int)]

  init(_ verdict: PropertyVerdict, _ judge: InstallJudge) throws(AdTestFailure) {
    sessions = judge.sessions
    activated = zip(RuleBook.all, judge.activated).map { ($0.id, $1) }
    switch verdict {
    case .passed: return
    case .failed(let found): throw AdTestFailure(found, isFlaky: false)
    case .flaky(let found, _, _): throw AdTestFailure(found, isFlaky: true)
    case .vacuous, .notCovered, .rejectedTooOften:
      throw AdTestFailure(unexpected: "no rule was activated: the manager requested no ad")
    }
  }
}

/// The failure of a test of an ad manager, with the smallest journal found.
public struct AdTestFailure: Error, Sendable, CustomStringConvertible {
  /// The id of the violated rule; nil for other errors of the manager, such as a thrown error.
  public let rule: String?
  /// The sentence of the rule, or the error of the manager.
  public let sentence: String
  /// The message of the violation.
  public let because: String
  /// The smallest journal, as JSON lines.
  public let journal: String
  /// The argument for ``AdManagerTest/verify(sessions:seed:replay:)`` that repeats the smallest
  /// case.
  public let replay: String?
  /// Whether the smallest case fails only in some repetitions.
  public let isFlaky: Bool

  init(_ found: Counterexample, isFlaky: Bool) {
    let violated = RuleBook.all.first { $0.id == found.failure.reason }
    rule = violated?.id
    sentence = violated?.sentence ?? found.failure.reason
    var bytes = found.attachment ?? []
    var because = found.failure.because
    if let violated, let trace = Journal.read(bytes: bytes, path: "counterexample").first?.trace,
      let shrunk = JournalShrinker(rule: violated).shrink(trace)
    {
      bytes = shrunk.bytes
      because = shrunk.because
    }
    self.because = because
    journal = String(decoding: bytes, as: UTF8.self)
    replay = Replay.choices(found.indexes).description
    self.isFlaky = isFlaky
  }

  init(unexpected: String) {
    rule = nil
    sentence = unexpected
    because = unexpected
    journal = ""
    replay = nil
    isFlaky = false
  }

  /// The rule, the message, the journal and how to replay the case, in several lines.
  public var description: String {
    var lines = [rule.map { "\($0): \(sentence)" } ?? sentence]
    if because != sentence { lines.append("  " + because) }
    if isFlaky { lines.append("  flaky: the same case does not always fail") }
    if !journal.isEmpty { lines.append(journal) }
    if let replay { lines.append("replay: verify(replay: \"\(replay)\")") }
    return lines.joined(separator: "\n")
  }
}
