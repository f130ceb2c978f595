internal import AdSession

/// Rules that users write in a text file, with the terms of the catalogue.
///
/// A rule consists of its id and lines of the form `name: value`. Other lines continue the line
/// before.
///
/// ```
/// # Rules of our game.
/// rule quiet-after-a-tap
///   sentence: No interstitial is presented within a second of a tap.
///   formats: interstitial
///   check: at ad.present_requested: no earlier user.acted of the session within 1 s
/// ```
///
/// | `check` | meaning |
/// |---|---|
/// | `at X: FIELD = VALUE and …` | each X has these fields |
/// | `at X: an earlier Y of the same ad within 5 s` | a Y precedes each X |
/// | `at X: no earlier Y of the same ad within 5 s` | no Y precedes any X |
/// | `X => Y of the same ad within 5 s` | a Y follows each X |
/// | `count of X per session <= 3` | there are at most 3 X |
///
/// X and Y are `attempt` or kinds of events joined by `or`; `where FIELD = VALUE and …` can follow.
/// A time is active time, or plain `t` with `(t)` behind it. A threshold such as `impression_s` is
/// also a time.
public enum RuleFile {
  /// The rules in the text of a file, in order.
  ///
  /// - Throws: The first mistake, with its line.
  public static func rules(of text: String) throws(RuleFileError) -> [Rule] {
    var rules: [Rule] = []
    var ids = Set(RuleBook.all.map { $0.id })
    for part in try Part.all(of: text) {
      let rule = try part.rule()
      if !ids.insert(rule.id).inserted {
        throw RuleFileError("a rule '\(rule.id)' exists already").at(part.line)
      }
      rules.append(rule)
    }
    if rules.isEmpty { throw RuleFileError("no rules; a rule begins with 'rule ID'") }
    return rules
  }
}

/// The lines of one rule in a file.
private struct Part {
  let id: String
  let line: Int
  private var entries: [Entry] = []

  private struct Entry {
    let name: String
    var value: String
    let line: Int
  }

  private static let names = ["sentence", "severity", "formats", "check", "remedy", "link"]

  static func all(of text: String) throws(RuleFileError) -> [Part] {
    var parts: [Part] = []
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }) {
      number += 1
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let line = words.joined(separator: " ")
      if first == "rule" {
        parts.append(Part(id: String(line.dropFirst(5)), line: number))
      } else if parts.isEmpty {
        throw RuleFileError("a rule begins with 'rule ID'").at(number)
      } else {
        try parts[parts.count - 1].take(line, number)
      }
    }
    return parts
  }

  private init(id: String, line: Int) {
    self.id = id
    self.line = line
  }

  private mutating func take(_ text: String, _ line: Int) throws(RuleFileError) {
    let name = String(text.prefix { $0 != ":" && $0 != " " })
    let isNamed = text.dropFirst(name.count).first == ":"
    guard isNamed, name.allSatisfy({ $0.isLetter }) else {
      guard !entries.isEmpty else {
        throw RuleFileError(
          "unexpected line '\(text)'; a line of a rule has the form 'NAME: VALUE'"
        ).at(line)
      }
      entries[entries.count - 1].value += " " + text
      return
    }
    guard Self.names.contains(name) else {
      throw RuleFileError(
        "unknown line '\(name):' (\(Self.names.joined(separator: ", ")))", word: name,
        known: Self.names
      ).at(line)
    }
    if entries.contains(where: { $0.name == name }) {
      throw RuleFileError("the rule '\(id)' has two lines '\(name):'").at(line)
    }
    let value = text.dropFirst(name.count + 1).drop { $0 == " " }
    entries.append(Entry(name: name, value: String(value), line: line))
  }

  func rule() throws(RuleFileError) -> Rule {
    guard !id.isEmpty, id.utf8.allSatisfy(Self.isPlain) else {
      throw RuleFileError(
        "invalid rule id '\(id)': use lower-case letters, digits and '-'"
      ).at(line)
    }
    let (sentence, check) = (try required("sentence"), try required("check"))
    let severity = try severity()
    let formats = try formats()
    let links = try links()
    let formula: Formula
    do { formula = try FormulaParser.formula(check.value) } catch { throw error.at(check.line) }
    return Rule(
      id, .custom, severity, formats, observes: formula.observes, policy: formula.policy,
      sentence.value, precise: check.value, remedy: entry("remedy")?.value, links: links,
      formula.pattern)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x2D
  }

  private func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  private func required(_ name: String) throws(RuleFileError) -> Entry {
    if let entry = entry(name), !entry.value.isEmpty { return entry }
    throw RuleFileError("the rule '\(id)' has no line '\(name):'").at(entry(name)?.line ?? line)
  }

  private func links() throws(RuleFileError) -> [Reference] {
    guard let entry = entry("link") else { return [] }
    let isAddress = ["https://", "http://"].contains { entry.value.hasPrefix($0) }
    guard isAddress, !entry.value.contains(" ") else {
      throw RuleFileError(
        "invalid link '\(entry.value)' (one address that begins with https://)"
      ).at(entry.line)
    }
    return [Reference(url: entry.value)]
  }

  private func severity() throws(RuleFileError) -> Severity {
    guard let entry = entry("severity") else { return .error }
    if let severity = Severity(rawValue: entry.value) { return severity }
    let known = Severity.allCases.map { $0.rawValue }
    throw RuleFileError(
      "invalid severity '\(entry.value)' (\(known.joined(separator: ", ")))", word: entry.value,
      known: known
    ).at(entry.line)
  }

  private func formats() throws(RuleFileError) -> Formats {
    guard let entry = entry("formats"), entry.value != "all" else { return .all }
    var formats: Formats = []
    for name in entry.value.split(whereSeparator: { $0 == " " || $0 == "," }) {
      if name == "full-screen" {
        formats.formUnion(.fullScreen)
        continue
      }
      guard let index = Word.formats.firstIndex(where: { $0.text == String(name) }) else {
        let known = Word.formats.compactMap { $0.text } + ["full-screen", "all"]
        throw RuleFileError(
          "unknown format '\(name)' (\(known.joined(separator: ", ")))", word: String(name),
          known: known
        ).at(entry.line)
      }
      formats.insert(Formats(rawValue: 1 << UInt8(index)))
    }
    return formats
  }
}

extension Formula {
  /// The classes that a session must capture so that the rule can be judged.
  fileprivate var observes: [EventClass] {
    var classes: [EventClass] = []
    for kind in kinds {
      if let found = kind.eventClass, found != .session, !classes.contains(found) {
        classes.append(found)
      }
    }
    return classes
  }
}
