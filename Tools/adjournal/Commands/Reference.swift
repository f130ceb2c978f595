import AdReports
import AdRules
import AdSession

extension CommandEntry {
  static let events = CommandEntry(
    name: "events", summary: "List the events of journals, or explain one: meaning and fields.",
    operands: "[KIND]", most: 1,
    examples: [
      Example("adjournal events", "list all events by class"),
      Example("adjournal events ad.will_present", "explain one event and its fields"),
      Example("adjournal events dismiss", "list the events with a word in their name"),
    ],
    details: """
      KIND can be a class, such as load, or a part of a name. If only one event fits, it is
      explained. Rule files and 'adjournal show' use the same names. Journals/EVENTS.md has all of it
      on one page.
      """
  ) { arguments, terminal in
    try EventReference.write(arguments.operands.first, &terminal)
    return .fine
  }

  static let fields = CommandEntry(
    name: "fields", summary: "List the fields of events, or explain one: type, values, events.",
    operands: "[NAME]", most: 1,
    examples: [
      Example("adjournal fields", "list all fields"),
      Example("adjournal fields error_code", "explain one field and list its events"),
    ],
    details: """
      NAME can be a part of a name. If only one field fits, it is explained.
      """
  ) { arguments, terminal in
    try FieldReference.write(arguments.operands.first, &terminal)
    return .fine
  }

  static let policy = CommandEntry(
    name: "policy", summary: "List the thresholds of the rules, or explain one.",
    operands: "[KEY]", most: 1,
    examples: [
      Example("adjournal policy", "list all thresholds with their defaults"),
      Example("adjournal policy daily_cap", "explain one threshold and list its rules"),
    ],
    details: """
      KEY can be a part of a key. If only one threshold fits, it is explained. An app sets thresholds
      in the header of its journals; '--policy KEY=VALUE' and '.adjournal.json' replace them.
      """
  ) { arguments, terminal in
    try PolicyReference.write(arguments.operands.first, &terminal)
    return .fine
  }
}

/// Text in columns that are two spaces apart.
private enum ReferenceText {
  /// Rows of cells; all but the last cell have the width of their column.
  static func write(_ rows: [[String]], indent: String = "  ", _ terminal: inout Terminal) {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count - 1 ? $0[column].count : 0 }.max() ?? 0
    }
    for row in rows {
      let cells = row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : FittedText.padded(cell, widths[column])
      }
      terminal.write(indent + cells.joined(separator: "  ") + "\n")
    }
  }

  /// The first sentence of a text, which a list has room for.
  static func firstSentence(_ text: String) -> String {
    text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) + "." } ?? text
  }

  /// The only name that is a word; else those that contain it.
  ///
  /// - Throws: An error with the nearest name, or the one that is meant, if there is none.
  static func names(
    _ word: String, in known: [String], noun: String, command: String
  ) throws -> [String] {
    if known.contains(word) { return [word] }
    let small = word.lowercased()
    let found = known.filter { $0.contains(small) }
    // A part of other names can be another word for a name that it is no part of.
    if !found.isEmpty, Synonyms.names(for: word, in: known).allSatisfy(found.contains) {
      return found
    }
    throw UsageError(
      "unknown \(noun) '\(word)'", near: word, known: known,
      hint: "run 'adjournal \(command)' for the list")
  }
}

/// The output of `adjournal events`.
private enum EventReference {
  static func write(_ word: String?, _ terminal: inout Terminal) throws {
    guard let word else { return list(Vocabulary.entries, &terminal) }
    if let eventClass = EventClass.allCases.first(where: { $0.name == word }) {
      return list(Vocabulary.entries.filter { $0.eventClass == eventClass }, &terminal)
    }
    let names = try ReferenceText.names(
      word, in: Vocabulary.entries.map(\.name), noun: "event", command: "events")
    let found = Vocabulary.entries.filter { names.contains($0.name) }
    if found.count == 1 { show(found[0], &terminal) } else { list(found, &terminal) }
  }

  private static func list(_ entries: [VocabularyEntry], _ terminal: inout Terminal) {
    let width = entries.map(\.name.count).max() ?? 0
    for eventClass in EventClass.allCases {
      let kinds = entries.filter { $0.eventClass == eventClass }
      if kinds.isEmpty { continue }
      terminal.write(
        "\(terminal.style.bold(eventClass.name))  \(VocabularyMeanings.of(eventClass))\n")
      let rows = kinds.map { entry in
        [
          FittedText.padded(entry.name, width), FittedText.padded(entry.origin.rawValue, 7),
          ReferenceText.firstSentence(VocabularyMeanings.of(entry.kind)),
        ]
      }
      ReferenceText.write(rows, &terminal)
      terminal.write("\n")
    }
  }

  private static func show(_ entry: VocabularyEntry, _ terminal: inout Terminal) {
    terminal.write(
      "\(terminal.style.bold(entry.name))\n  \(VocabularyMeanings.of(entry.kind))\n\n")
    ReferenceText.write(
      [["class", entry.eventClass.name], ["origin", entry.origin.rawValue]], &terminal)
    terminal.write(entry.fields.isEmpty ? "\nno fields\n" : "\nfields\n")
    let rows = entry.fields.map { field in
      let meaning = VocabularyMeanings.of(field.name, in: entry.kind)
      return [
        field.name.name, field.type.rawValue, field.isRequired ? "required" : "optional",
        meaning + FieldReference.values(field),
      ]
    }
    ReferenceText.write(rows, &terminal)
  }
}

/// The output of `adjournal fields`.
private enum FieldReference {
  /// A field of one kind.
  private typealias Use = (kind: EventKind, field: FieldEntry)

  private static func uses(of name: String) -> [Use] {
    Vocabulary.entries.flatMap { entry in
      entry.fields.filter { $0.name.name == name }.map { (entry.kind, $0) }
    }
  }

  /// ` Values: a, b.`; empty where all values are allowed.
  static func values(_ field: FieldEntry) -> String {
    let values = field.values.compactMap(\.text)
    return values.isEmpty ? "" : " Values: \(values.joined(separator: ", "))."
  }

  static func write(_ word: String?, _ terminal: inout Terminal) throws {
    let known = FieldName.allCases.map(\.name)
    let names =
      try word.map { try ReferenceText.names($0, in: known, noun: "field", command: "fields") }
      ?? known
    if word != nil, names.count == 1 { return show(names[0], &terminal) }
    let rows = names.map { name in
      let uses = uses(of: name)
      let meanings = meanings(uses)
      let text = meanings.count == 1 ? meanings[0] : "The event decides what it means."
      return [
        name, uses.first?.field.type.rawValue ?? "", AuditText.count(uses.count, "event"),
        ReferenceText.firstSentence(text),
      ]
    }
    ReferenceText.write(rows, indent: "", &terminal)
  }

  private static func meanings(_ uses: [Use]) -> [String] {
    uses.reduce(into: []) { found, use in
      let meaning = VocabularyMeanings.of(use.field.name, in: use.kind)
      if !found.contains(meaning) { found.append(meaning) }
    }
  }

  private static func show(_ name: String, _ terminal: inout Terminal) {
    let uses = uses(of: name)
    terminal.write("\(terminal.style.bold(name))  \(uses.first?.field.type.rawValue ?? "")\n")
    let rows = uses.map { kind, field in
      [
        kind.name, field.isRequired ? "required" : "optional",
        VocabularyMeanings.of(field.name, in: kind) + values(field),
      ]
    }
    ReferenceText.write(rows, &terminal)
  }
}

/// The output of `adjournal policy`.
private enum PolicyReference {
  static func write(_ word: String?, _ terminal: inout Terminal) throws {
    let known = PolicyKey.allCases.map(\.name)
    let names =
      try word.map { try ReferenceText.names($0, in: known, noun: "policy key", command: "policy") }
      ?? known
    let keys = names.compactMap(PolicyKey.named)
    if word != nil, keys.count == 1 { return show(keys[0], &terminal) }
    let rows = keys.map { [$0.name, value($0), $0.origin.rawValue, $0.reason] }
    ReferenceText.write(rows, indent: "", &terminal)
  }

  private static func value(_ key: PolicyKey) -> String {
    guard let value = key.defaultValue else { return "-" }
    return AuditText.number(value) + (key.unit == .seconds ? " s" : "")
  }

  private static func show(_ key: PolicyKey, _ terminal: inout Terminal) {
    terminal.write("\(terminal.style.bold(key.name))\n")
    let rules = RuleBook.all.filter { $0.policy.contains(key) }.map(\.id)
    ReferenceText.write(
      [
        ["default", key.defaultValue == nil ? "none: the app sets it" : value(key)],
        ["unit", key.unit == .seconds ? "seconds" : "a whole number"],
        ["origin", key.origin.rawValue], ["reason", key.reason],
        ["rules", rules.isEmpty ? "none" : rules.joined(separator: ", ")],
        ["set", "--policy \(key.name)=\(AuditText.number(key.defaultValue ?? 20))"],
      ], &terminal)
  }
}
