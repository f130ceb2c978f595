import AdReports
import AdRules

extension OptionEntry {
  /// Rule files of the user.
  static let rules = OptionEntry(
    name: "--rules", value: .one("FILE"), isRepeatable: true,
    help: "Add the rules in this file. See 'adjournal rules --help' for the syntax.")

  /// Rule files to check.
  static let checkedRules = OptionEntry(
    name: "--check", value: .one("FILE"), isRepeatable: true,
    help: "Check this rule file: print every mistake as FILE:LINE:COLUMN and exit with 2 if there "
      + "is one.")
}

/// The rules in the rule files of a command line.
enum CustomRules {
  /// The rules of these files and of all `--rules` options, in order.
  static func all(_ arguments: Arguments, _ files: [String] = []) throws -> [Rule] {
    var rules: [Rule] = []
    var ids: Set<String> = []
    for path in files + arguments.values("--rules") {
      let content = try content(of: path)
      if let first = content.errors.first {
        let others = content.errors.count - 1
        let hint = others == 0 ? "" : " (and \(others) more: run 'adjournal rules --check FILE')"
        throw UsageError(message(first, path) + hint)
      }
      for rule in content.rules {
        if !ids.insert(rule.id).inserted {
          throw UsageError("\(path): duplicate rule '\(rule.id)'")
        }
        rules.append(rule)
      }
    }
    return rules
  }

  /// The paths of the configuration, then those of `--rules`.
  static func paths(_ arguments: Arguments) -> [String] {
    arguments.configuration.rules + arguments.values("--rules")
  }

  /// The content of a rule file, with its mistakes.
  static func content(of path: String) throws -> RuleFile.Content {
    RuleFile.content(of: try text(of: path))
  }

  /// The text of a rule file.
  static func text(of path: String) throws -> String {
    if path == "-" { throw UsageError("'--rules' needs a regular file; '-' is a stream") }
    let bytes = try RawFile.bytes(path: path, most: 1 << 22, "a rule file of at most 4 MiB")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(path): not valid UTF-8")
    }
    return text
  }

  /// The mistake behind its location: `own.rules:3:13: unknown event 'ad.payed'`.
  private static func message(_ error: RuleFileError, _ path: String) -> String {
    let location = error.line > 0 ? "\(path):\(error.line):\(error.column)" : path
    return UsageError("\(location): \(error.sentence)", near: error.word, known: error.known)
      .description
  }

  /// Prints every mistake in some rule files.
  static func check(_ paths: [String], _ terminal: inout Terminal) throws -> ExitCode {
    var code = ExitCode.fine
    for path in paths {
      let content = try content(of: path)
      for error in content.errors {
        terminal.write(TerminalEscaping.text(message(error, path)) + "\n")
      }
      if content.errors.isEmpty {
        let rules = AuditText.count(content.rules.count, "rule")
        terminal.write("\(TerminalEscaping.text(path)): \(rules), no mistakes\n")
      } else {
        code = .wrongUsage
      }
    }
    return code
  }
}
