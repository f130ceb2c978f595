internal import AdReplay
internal import AdRules
internal import AdShrinking
internal import PropertyTesting

/// What a test of an ad manager met, where the manager kept every rule.
public struct AdTestReport: Sendable {
  /// How many sessions were judged.
  public let sessions: Int
  /// In how many of them each rule was activated, by id, in the order of the catalogue.
  public let activated: [(rule: String, sessions: Int)]

  init(_ verdict: PropertyVerdict, _ judge: InstallJudge) throws(AdTestFailure) {
    sessions = judge.sessions
    activated = zip(RuleBook.all, judge.activated).map { ($0.id, $1) }
    switch verdict {
    case .kept: return
    case .broken(let found): throw AdTestFailure(found, isFlaky: false)
    case .flaky(let found, _, _): throw AdTestFailure(found, isFlaky: true)
    case .nothingArmed, .notCovered, .rejectedTooOften:
      throw AdTestFailure(unexpected: "no rule was activated: the manager asked for no ad")
    }
  }
}

/// An ad manager that does not keep what it promises, with the smallest journal that shows it.
public struct AdTestFailure: Error, Sendable, CustomStringConvertible {
  /// The rule that it broke; nil where it misbehaved otherwise (it threw, or did not return).
  public let rule: String?
  /// What the rule demands, or what the manager did.
  public let sentence: String
  /// What happened, in one sentence.
  public let because: String
  /// The smallest journal that shows it, as JSON lines.
  public let journal: String
  /// What to give to `verify(replay:)` to run the smallest case again.
  public let replay: String?
  /// Whether the same choices failed in one run and not in another.
  public let isFlaky: Bool

  init(_ found: Counterexample, isFlaky: Bool) {
    let broken = RuleBook.all.first { $0.id == found.failure.reason }
    rule = broken?.id
    sentence = broken?.sentence ?? found.failure.reason
    var small = found.attachment ?? []
    var why = found.failure.because
    if let broken, let trace = Journal.read(bytes: small, path: "counterexample").first?.trace,
      let shrunk = JournalShrinker(rule: broken).shrink(trace)
    {
      small = shrunk.bytes
      why = shrunk.because
    }
    because = why
    journal = String(decoding: small, as: UTF8.self)
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

  /// The sentence, what happened, the journal, and how to run it again.
  public var description: String {
    var lines = [rule.map { "\($0): \(sentence)" } ?? sentence]
    if because != sentence { lines.append("  " + because) }
    if isFlaky { lines.append("  flaky: the same choices do not always fail") }
    if !journal.isEmpty { lines.append(journal) }
    if let replay { lines.append("again: verify(replay: \"\(replay)\")") }
    return lines.joined(separator: "\n")
  }
}
