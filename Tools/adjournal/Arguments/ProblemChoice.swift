import AdReports
import AdRules

extension OptionEntry {
  static func problem(_ help: String) -> OptionEntry {
    OptionEntry(name: "--problem", value: .one("ID"), help: help)
  }
}

extension Arguments {
  /// The problem of `--problem`: a rule can have the id, or only one id that begins so; nil without
  /// the option.
  func problem(of rules: [Rule]) throws -> ProblemIdentity? {
    guard let word = value("--problem") else { return nil }
    if rules.contains(where: { $0.id == word }) {
      throw UsageError(
        "'\(word)' is a rule, not the id of a problem",
        hint:
          "'--rule \(word)' selects the rule; 'adjournal triage FILE' prints the ids of problems")
    }
    let all = rules.flatMap { ProblemIdentity.all(ofRule: $0.id) }.map { (id: $0.id, identity: $0) }
    let prefix = word.lowercased()
    let found = all.filter { $0.id.hasPrefix(prefix) }
    if found.count == 1 || found.first?.id == prefix { return found.first?.identity }
    if found.isEmpty {
      throw UsageError(
        "no problem of the selected rules has the id '\(word)'", near: prefix,
        known: all.map(\.id), hint: "'adjournal triage FILE' prints the ids")
    }
    throw UsageError(
      "several problems have an id that begins with '\(word)'",
      hint: "give more digits; 'adjournal triage FILE' prints the ids")
  }
}
