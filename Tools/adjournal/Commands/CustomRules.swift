import AdRules

extension OptionEntry {
  /// Rule files of the user.
  static let rules = OptionEntry(
    name: "--rules", value: .one("FILE"), isRepeatable: true,
    help: "Add the rules in this file. See 'adjournal rules --help' for the syntax.")
}

/// The rules in the rule files of a command line.
enum CustomRules {
  /// The rules of these files and of all `--rules` options, in order.
  static func all(_ arguments: Arguments, _ files: [String] = []) throws -> [Rule] {
    var rules: [Rule] = []
    var ids: Set<String> = []
    for path in files + arguments.values("--rules") {
      for rule in try Self.rules(of: path) {
        if !ids.insert(rule.id).inserted {
          throw UsageError("\(path): duplicate rule '\(rule.id)'")
        }
        rules.append(rule)
      }
    }
    return rules
  }

  private static func rules(of path: String) throws -> [Rule] {
    if path == "-" { throw UsageError("'--rules' needs a regular file; '-' is a stream") }
    let bytes = try RawFile.bytes(path: path, most: 1 << 22, "a rule file of at most 4 MiB")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(path): not valid UTF-8")
    }
    do {
      return try RuleFile.rules(of: text)
    } catch {
      let location = error.line > 0 ? "\(path):\(error.line)" : path
      throw UsageError("\(location): \(error.sentence)", near: error.word, known: error.known)
    }
  }
}
