import AdReports
import AdRules
import AdSession

extension CommandEntry {
  static let rules = CommandEntry(
    name: "rules", says: "Lists the rules; with an ID, shows one: sentence, meaning, thresholds.",
    operands: "[ID]", most: 1, options: [.rules],
    examples: [
      Example("adjournal rules", "lists the rules by group"),
      Example(
        "adjournal rules app-open-max-age", "shows one rule and where its example journals are"),
    ],
    details: """
      Rules of your own stand in a text file, for --rules of audit, report, follow, shrink and this
      command:

        # What our game has promised.
        rule calm-after-an-interstitial
          sentence: No interstitial within two minutes of another one.
          severity: warning
          formats: interstitial
          check: at attempt: no earlier ad.dismissed of the session within 2 min

      A sentence and a check must be there; without a severity it is error, without formats it is all.
      A line without 'NAME:' goes on with the one before. A check is one of these:

        at X: currency = EUR and value_micros > 0       the fields of each X are so
        at X: an earlier Y of the same ad               before each X lies a Y
        at X: no earlier Y of the same unit within 5 s  before each X lies no Y
        X => Y of the same request within 5 s           after each X comes a Y
        count of X per session <= 3                     there are no more X

      X and Y are events of the vocabulary, joined by 'or', or 'attempt', each with 'where' and what its
      fields are: '=', '!=', '<', '<=', '>', '>=', 'in a, b', 'given', 'not given', joined by 'and'. They
      have the ad, the request, the load, the unit, the slot, the scene or the session in common. Times
      (ms, s, min, h, d, or a threshold of seconds such as impression_s) are time in the foreground;
      behind 'earlier' '(t)' makes it any time. Gaps make undecided what they may hide, as everywhere.
      """
  ) { arguments, terminal in
    let rules = RuleBook.all + (try CustomRules.all(arguments))
    guard let id = arguments.operands.first else {
      for group in Rule.Group.allCases { RuleText.list(group, of: rules, &terminal) }
      return .fine
    }
    RuleText.show(try Selection.rule(id, of: rules), &terminal)
    return .fine
  }
}

/// Rules as text.
enum RuleText {
  static func list(_ group: Rule.Group, of rules: [Rule], _ terminal: inout Terminal) {
    let width = rules.map(\.id.count).max() ?? 0
    let rules = rules.filter { $0.group == group }
    if rules.isEmpty { return }
    terminal.write(terminal.style.bold(group.rawValue) + "\n")
    for rule in rules {
      let name = Help.padded(rule.id, width)
      let severity = Help.padded(rule.severity.rawValue, 7)
      terminal.write("  \(name)  \(severity)  \(rule.sentence)\n")
    }
    terminal.write("\n")
  }

  static func show(_ rule: Rule, _ terminal: inout Terminal) {
    terminal.write("\(terminal.style.bold(rule.id))\n  \(rule.sentence)\n\n")
    var facts = [
      ("group", rule.group.rawValue), ("severity", rule.severity.rawValue),
      ("formats", formats(rule.formats)),
      ("observes", rule.observes.map(\.name).joined(separator: ", ")),
      ("exactly", rule.precise), ("source", rule.source),
    ]
    for key in rule.policy {
      let value = "\(AuditText.number(key.defaultValue))\(key.unit == .seconds ? " s" : "")"
      facts.append(("threshold", "\(key.name) = \(value) (\(key.source))"))
    }
    if rule.group != .custom {
      let folder = "Journals/rules/\(rule.id)"
      facts.append(("examples", "\(folder)/violated.jsonl, \(folder)/holds.jsonl"))
    }
    for (name, value) in facts { terminal.write(fact(name, value, terminal.style)) }
  }

  /// A name and its value, in lines of at most 88 columns.
  private static func fact(_ name: String, _ value: String, _ style: ANSIStyle) -> String {
    var lines = [""]
    for word in value.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty && line.count + word.count > 74 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += (line.isEmpty ? "" : " ") + word
      }
    }
    let margin = "\n" + String(repeating: " ", count: 13)
    return "  \(style.faint(Help.padded(name, 11)))\(lines.joined(separator: margin))\n"
  }

  private static func formats(_ formats: Formats) -> String {
    if formats == .all { return "all" }
    if formats == .fullScreen { return "full-screen" }
    return Word.formats.filter(formats.includes).compactMap(\.text).joined(separator: " ")
  }
}

extension OptionEntry {
  /// The options of ``Selection``.
  static let ofSelection = [
    OptionEntry(
      name: "--rule", value: .one("ID"), isRepeatable: true,
      says: "Judges by this rule only; several are separated by commas.",
      choices: RuleBook.all.map(\.id)),
    OptionEntry(
      name: "--except", value: .one("ID"), isRepeatable: true,
      says: "Leaves this rule out; several are separated by commas.",
      choices: RuleBook.all.map(\.id)),
    .rules,
    OptionEntry(
      name: "--policy", value: .one("KEY=VALUE"), isRepeatable: true,
      says: "Sets a threshold; wins over what the journal says.",
      choices: PolicyKey.allCases.map { $0.name + "=" }),
  ]
}

/// Which rules and thresholds a command line asks for.
enum Selection {
  /// The rule of an id, or a sentence that names the nearest one.
  static func rule(_ id: String, of rules: [Rule] = RuleBook.all) throws -> Rule {
    if let rule = rules.first(where: { $0.id == id }) { return rule }
    throw UsageError(
      "unknown rule '\(id)'", near: id, known: rules.map(\.id),
      hint: "'adjournal rules' lists them")
  }

  /// The rules of the catalogue and of `--rules`, less those that `--rule` and `--except` leave out.
  static func rules(_ arguments: Arguments) throws -> [Rule] {
    let all = RuleBook.all + (try CustomRules.all(arguments))
    let wanted = try arguments.list("--rule").map { try rule($0, of: all) }.map(\.id)
    let except = try arguments.list("--except").map { try rule($0, of: all) }.map(\.id)
    let rules = all.filter {
      (wanted.isEmpty || wanted.contains($0.id)) && !except.contains($0.id)
    }
    if rules.isEmpty { throw UsageError("'--except' leaves no rule of those that '--rule' names") }
    return rules
  }

  /// The thresholds of `--policy KEY=VALUE`.
  static func policy(_ arguments: Arguments) throws -> [PolicySetting] {
    try arguments.values("--policy").map(setting)
  }

  private static func setting(_ text: String) throws -> PolicySetting {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError("'--policy \(text)' has no value; it takes KEY=VALUE, such as daily_cap=20")
    }
    let name = String(parts[0])
    guard let key = PolicyKey.named(name) else {
      throw UsageError(
        "unknown policy key '\(name)'", near: name, known: PolicyKey.allCases.map(\.name),
        hint: "'adjournal rules ID' shows those of a rule")
    }
    guard let value = number(parts[1]), key.unit == .seconds || value == value.rounded() else {
      let wanted = key.unit == .seconds ? "seconds" : "a whole number"
      throw UsageError(
        "'\(parts[1])' is no value of '\(name)'; it takes \(wanted) from 0 to 1000000000")
    }
    return PolicySetting(key, value)
  }

  /// A decimal number without sign, from 0 to 1000000000.
  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy({ "0123456789.".contains($0) }), let value = Double(text) else {
      return nil
    }
    return value <= 1e9 ? value : nil
  }
}
