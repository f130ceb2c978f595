import AdExplaining
import AdReplay
import AdRules
import Platform

/// Writes the journals of explanations to a folder.
struct ExplanationFiles {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  /// Writes the journals of all explanations; throws before the first one if one of them exists.
  func write(_ explained: [(SessionReading, [Explanation])]) throws {
    if explained.count > 1 {
      throw UsageError(
        "'--to' writes one session, and \(explained.count) sessions have findings",
        hint: "select one with '--session ID'")
    }
    let files = explained.flatMap { journals($0.1) }
    try NewFile.refuseExisting(files.map(\.path))
    if !NewFile.exists(folder), SystemCalls.makePlainFolder(folder) < 0 {
      throw NewFile.Failure(description: "\(folder): cannot create the folder")
    }
    for file in files { try NewFile.write(file.bytes(), to: file.path) }
  }

  private func journals(_ explanations: [Explanation]) -> [(path: String, bytes: () -> [UInt8])] {
    var seen: [String: Int] = [:]
    return explanations.flatMap { explanation -> [(path: String, bytes: () -> [UInt8])] in
      let name = "\(explanation.rule.id).\(explanation.seq.map { String($0) } ?? "session")"
      let number = (seen[name] ?? 0) + 1
      seen[name] = number
      let path = "\(folder)/\(name)\(number == 1 ? "" : "-\(number)")"
      return Self.journals(explanation.finding).map { ("\(path).\($0.name).jsonl", $0.bytes) }
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
