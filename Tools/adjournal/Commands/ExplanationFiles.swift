import AdExplaining
import AdReplay
import AdRules
import Platform

/// Writes the journals of the explanations of a session to a folder.
struct ExplanationFiles {
  private let folder: String
  /// The journal, or a folder of journals.
  private let source: String
  /// The number of explanations with a name so far.
  private var count: [String: Int] = [:]

  /// Makes the folder if there is none; `sessions` have findings.
  init(_ folder: String, of source: String, sessions: Int) throws {
    self.folder = folder
    self.source = source
    if sessions > 1 {
      throw UsageError(
        "'--to' writes one session, and \(sessions) sessions have findings",
        hint: "select one with '--session ID'")
    }
    if !NewFile.exists(folder), SystemCalls.makePlainFolder(folder) < 0 {
      throw NewFile.Failure(description: "\(folder): cannot create the folder")
    }
  }

  /// Writes the journals of an explanation; throws if one of them exists.
  mutating func write(_ explanation: Explanation) throws {
    let name = "\(explanation.rule.id).\(explanation.seq.map { String($0) } ?? "session")"
    let number = count[name, default: 0] + 1
    count[name] = number
    let path = "\(folder)/\(name)\(number == 1 ? "" : "-\(number)")"
    for journal in Self.journals(explanation.finding) {
      try NewFile.write(
        journal.bytes(), to: "\(path).\(journal.name).jsonl", from: [source])
    }
  }

  private static func journals(
    _ finding: Explanation.Finding
  ) -> [(name: String, bytes: () -> [UInt8])] {
    switch finding {
    case .violation(_, let history):
      return history.map { history in [("kept", { history.journal })] } ?? []
    case .undecided(_, let completions), .untrusted(let completions):
      let violating = completions.violating.map { completion in
        ("violating", { completion.journal })
      }
      let holding = completions.holding.map { completion in ("holding", { completion.journal }) }
      return [violating, holding].compactMap { $0 }
    case .vacuous, .notCaptured: return []
    }
  }
}
