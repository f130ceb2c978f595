import AdRules

extension OptionEntry {
  /// Files of rules that users bring.
  static let rules = OptionEntry(
    name: "--rules", value: .one("FILE"), isRepeatable: true,
    says: "Judges by rules of your own as well; 'adjournal rules --help' explains them.")
}

/// The rules that a command line brings in files.
enum CustomRules {
  /// Those of all `--rules`, in their order.
  static func all(_ arguments: Arguments) throws -> [Rule] {
    var rules: [Rule] = []
    for path in arguments.values("--rules") {
      for rule in try Self.rules(of: path) {
        if rules.contains(where: { $0.id == rule.id }) {
          throw UsageError("\(path): there is a rule '\(rule.id)' already")
        }
        rules.append(rule)
      }
    }
    return rules
  }

  private static func rules(of path: String) throws -> [Rule] {
    if path == "-" { throw UsageError("'--rules' takes a file, not standard input") }
    let bytes = try RawFile.bytes(path: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(path): it is not written in UTF-8")
    }
    do {
      return try RuleFile.rules(of: text)
    } catch {
      let place = error.line > 0 ? "\(path):\(error.line)" : path
      throw UsageError("\(place): \(error.sentence)", near: error.word, known: error.known)
    }
  }
}
