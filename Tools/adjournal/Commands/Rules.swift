import AdReports
import AdRules
import AdSession

extension CommandEntry {
  static let rules = CommandEntry(
    name: "rules", summary: "List the rules, or explain one: meaning, thresholds, what to change.",
    operands: "[ID]", most: 1, options: [.textOrJSON, .rules, .checkedRules],
    examples: [
      Example("adjournal rules", "list all rules by group"),
      Example(
        "adjournal rules app-open-max-age",
        "explain one rule: what it demands, what to change, where to read more"),
      Example("adjournal rules lock", "list the rules about a word"),
      Example("adjournal rules --format json", "print all of every rule for other programs"),
      Example(
        "adjournal rules --check Journals/custom/game.rules", "find all mistakes in a rule file"),
    ],
    details: """
      ID can be a part of an id, or a word of the sentence of a rule: the rules that contain it are
      listed. If only one rule does, it is explained. JSON has all of each rule that text lists.

      Write your own rules in a text file and pass it with --rules to audit, report, follow, shrink
      or this command:

        # Rules of our game.
        rule calm-after-an-interstitial
          sentence: No interstitial within two minutes of another one.
          severity: warning
          formats: interstitial
          check: at attempt: no earlier ad.dismissed of the session within 2 min

      'sentence' and 'check' are required. The default of 'severity' is error, of 'formats' all.
      'sessions:' limits a rule to sessions by their header, such as 'build = release and
      app_version >= 2.1'. Add 'remedy:' to say what to change and 'link:' with the address of a
      page; reports show them. A line without 'NAME:' continues the line before. A check has one of
      these forms:

        at X: currency = EUR and value_micros > 0       the fields of each X have these values
        at X: an earlier Y of the same ad               a Y precedes each X
        at X: no earlier Y of the same unit within 5 s  no Y precedes any X
        X => Y of the same request within 5 s           a Y follows each X
        count of X per session <= 3                     limits the number of X
        count of X per 5 min <= 3                       limits it within any 5 minutes
        count of X per unit within 5 min <= 3           the same for each unit
        count of X per day <= 3                         limits it on each local day
        at every 3rd X: …, every 3rd X => …             only each third X of the session

      X and Y are event names joined by 'or', or 'attempt'. Each can have a condition: 'where', then
      tests joined by 'and'. The tests are '=', '!=', '<', '<=', '>', '>=', 'in a, b', 'given' and
      'not given'. X and Y can share the ad, request, load, unit, slot, scene or session.

      Times are in ms, s, min, h or d, or a threshold in seconds such as impression_s. They count
      time in the foreground; add '(t)' after 'earlier' for any time. If a gap may hide a matching
      record, the rule is inconclusive, as all rules are. 'per day' counts over all sessions of an
      install that one call names, and is inconclusive where others may have more.

      'adjournal events' lists the events, 'adjournal events KIND' the fields of one, 'adjournal
      policy' the thresholds. 'audit' notes a text of a rule that no audited session has.
      """
  ) { arguments, terminal in
    if arguments.has("--check") {
      if let word = arguments.operands.first {
        throw UsageError("unexpected argument '\(word)' with '--check'")
      }
      if arguments.has("--format") {
        throw UsageError("'--format' cannot be used with '--check'")
      }
      return try CustomRules.check(arguments.values("--check"), &terminal)
    }
    let rules = RuleBook.all + (try CustomRules.all(arguments))
    let found = try arguments.operands.first.map { try RuleText.matches($0, in: rules) } ?? rules
    if arguments.value("--format") == "json" {
      terminal.write(json: RulesJSON.bytes(found, tool: CommandTable.version))
    } else if found.count == 1 {
      RuleText.show(found[0], &terminal)
    } else {
      RuleText.list(found, &terminal)
    }
    return .fine
  }
}

/// The text output of `adjournal rules`.
enum RuleText {
  /// The rule with this id, or the rules that contain the word in their id or their sentence.
  ///
  /// - Throws: An error with the nearest id or part of an id if there is none.
  static func matches(_ word: String, in rules: [Rule]) throws -> [Rule] {
    if let rule = rules.first(where: { $0.id == word }) { return [rule] }
    let small = word.lowercased()
    let found = rules.filter { $0.id.contains(small) || $0.sentence.lowercased().contains(small) }
    if !found.isEmpty { return found }
    let parts = Set(rules.flatMap { $0.id.split(separator: "-").map(String.init) }).sorted()
    throw UsageError(
      "no rule contains '\(word)'", near: small, known: rules.map(\.id) + parts,
      hint: "run 'adjournal rules' for the list")
  }

  /// Prints rules by group.
  static func list(_ rules: [Rule], _ terminal: inout Terminal) {
    for group in Rule.Group.allCases { list(group, of: rules, &terminal) }
  }

  private static func list(_ group: Rule.Group, of rules: [Rule], _ terminal: inout Terminal) {
    let width = rules.map(\.id.count).max() ?? 0
    let rules = rules.filter { $0.group == group }
    if rules.isEmpty { return }
    terminal.write(terminal.style.bold(group.rawValue) + "\n")
    for rule in rules {
      let name = FittedText.padded(rule.id, width)
      let severity = FittedText.padded(rule.severity.rawValue, 7)
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
    ]
    facts += meaning(rule)
    for key in rule.policy {
      facts.append(("threshold", threshold(key)))
    }
    facts.append(("actor", actor(rule.actor)))
    if let remedy = rule.remedy { facts.append(("remedy", remedy)) }
    for link in rule.links {
      facts.append(("read", link.title == link.url ? link.url : "\(link.title) <\(link.url)>"))
    }
    if !rule.examples.isEmpty {
      facts.append(("examples", rule.examples.joined(separator: ", ")))
    }
    for (name, value) in facts { terminal.write(fact(name, value, terminal.style)) }
  }

  /// Prints the exact meaning of a rule and its notes below its id, then an empty line.
  static func showMeaning(_ rule: Rule, _ terminal: inout Terminal) {
    terminal.write("\(terminal.style.bold(rule.id))\n")
    for (name, value) in meaning(rule) { terminal.write(fact(name, value, terminal.style)) }
    terminal.write("\n")
  }

  private static func meaning(_ rule: Rule) -> [(String, String)] {
    [("precisely", rule.precise)] + (rule.notes.map { [("notes", $0)] } ?? [])
  }

  /// A threshold with its default, its origin and the reason.
  private static func threshold(_ key: PolicyKey) -> String {
    guard let value = key.defaultValue else {
      return "\(key.name), no default: the app sets it (origin app: \(key.reason))"
    }
    let unit = key.unit == .seconds ? " s" : ""
    return "\(key.name) = \(AuditText.number(value))\(unit) by default "
      + "(origin \(key.origin.rawValue): \(key.reason))"
  }

  /// A name and its value.
  private static func fact(_ name: String, _ value: String, _ style: TextStyle) -> String {
    "  \(FittedText.padded(style.faint(name), 11))\(value)\n"
  }

  private static func actor(_ actor: Rule.Actor) -> String {
    switch actor {
    case .app: "app (its own code breaks the rule)"
    case .sdk: "sdk (the ad SDK breaks the rule)"
    case .network: "network (an ad network, its adapter or its ad breaks the rule)"
    case .user: "user (what the user does breaks the rule)"
    }
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
      help: "Check only this rule. Accepts a comma-separated list.",
      choices: RuleBook.all.map(\.id)),
    OptionEntry(
      name: "--except", value: .one("ID"), isRepeatable: true,
      help: "Skip this rule. Accepts a comma-separated list.",
      choices: RuleBook.all.map(\.id)),
    .rules,
    .policy,
    .config,
    .noConfig,
  ]
}

/// The rules and thresholds that a command line selects.
enum Selection {
  /// The rule with an id; throws an error with the nearest id if there is none.
  ///
  /// A rule that the configuration switches off is an error, too: a command must not say that it
  /// holds.
  static func rule(
    _ id: String, of rules: [Rule] = RuleBook.all, _ configuration: Configuration = .none
  ) throws -> Rule {
    if let rule = rules.first(where: { $0.id == id }) { return rule }
    if let place = configuration.place(ofSwitchedOff: id) {
      throw UsageError(
        "the rule '\(id)' is switched off by \(place)",
        hint: "'--no-config' ignores .adjournal.json, '--config FILE' reads another file")
    }
    throw UsageError(
      "unknown rule '\(id)'", near: id, known: rules.map(\.id),
      hint: "run 'adjournal rules' for the list")
  }

  /// The rules of the catalogue, the configuration and `--rules`.
  static func all(_ arguments: Arguments) throws -> [Rule] {
    let configuration = arguments.configuration
    return try configuration.applied(
      to: RuleBook.all + CustomRules.all(arguments, configuration.rules))
  }

  /// The rules of the catalogue, the configuration and `--rules`, filtered by `--rule` and
  /// `--except`.
  static func rules(_ arguments: Arguments) throws -> [Rule] {
    let all = try all(arguments)
    let configuration = arguments.configuration
    let wanted = try arguments.list("--rule").map { try rule($0, of: all, configuration).id }
    let except = try arguments.list("--except").filter {
      configuration.place(ofSwitchedOff: $0) == nil
    }.map { try rule($0, of: all).id }
    let rules = all.filter {
      (wanted.isEmpty || wanted.contains($0.id)) && !except.contains($0.id)
    }
    if rules.isEmpty {
      throw UsageError(
        wanted.isEmpty
          ? "no rule left: '--except' and the configuration switch all of them off"
          : "no rule left: '--except' removes all rules that '--rule' selects")
    }
    return rules
  }

  /// The thresholds of `--policy KEY=VALUE`, and those of the configuration that they do not
  /// replace.
  static func policy(_ arguments: Arguments) throws -> [PolicySetting] {
    let given = try arguments.values("--policy").map(setting)
    let keys = Set(given.map(\.key))
    return arguments.configuration.policy.filter { !keys.contains($0.key) } + given
  }

  /// The threshold of a text `KEY=VALUE`.
  static func setting(_ text: String) throws -> PolicySetting {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError("invalid value '\(text)' for '--policy' (KEY=VALUE, such as daily_cap=20)")
    }
    let name = String(parts[0])
    guard let key = PolicyKey.named(name) else {
      throw UsageError(
        "unknown policy key '\(name)'", near: name, known: PolicyKey.allCases.map(\.name),
        hint: "run 'adjournal policy' for the list")
    }
    if parts[1].isEmpty {
      throw UsageError("missing value in '\(text)' for '--policy' (example: \(example(key)))")
    }
    guard let value = number(parts[1]), key.unit == .seconds || value == value.rounded() else {
      let expected = key.unit == .seconds ? "seconds" : "an integer"
      throw UsageError(
        "invalid value '\(parts[1])' for '\(name)' (\(expected) from 0 to 1000000000)")
    }
    return PolicySetting(key, value)
  }

  private static func example(_ key: PolicyKey) -> String {
    "\(key.name)=\(AuditText.number(key.defaultValue ?? 20))"
  }

  /// Parses a decimal number without sign, from 0 to 1000000000.
  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy({ "0123456789.".contains($0) }), let value = Double(text) else {
      return nil
    }
    return value <= 1e9 ? value : nil
  }
}
