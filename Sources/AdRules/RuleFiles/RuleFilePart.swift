internal import AdSession

/// The lines of one rule in a file.
struct RuleFilePart {
  /// A text and the offset of its first byte in the file.
  struct Token {
    let text: String
    let byte: Int
  }

  /// A line `name: value` with the lines that continue it.
  struct Entry {
    let name: String
    /// The offset of the name in the file.
    let byte: Int
    /// The words of the value.
    var words: [Token]

    /// The words, one space apart.
    var value: String { words.map { $0.text }.joined(separator: " ") }

    /// The offset in the file of a byte of ``value``.
    func byte(ofOffset offset: Int) -> Int {
      var start = 0
      for word in words {
        let end = start + word.text.utf8.count
        if offset <= end { return word.byte + max(0, offset - start) }
        start = end + 1
      }
      return words.last.map { $0.byte + $0.text.utf8.count } ?? byte
    }
  }

  let id: Token
  private(set) var entries: [Entry] = []
  /// Whether a line was not understood: a missing line may be meant there.
  private var isBroken = false

  private static let names = [
    "sentence", "severity", "formats", "sessions", "check", "remedy", "link",
  ]

  /// The parts of a file; mistakes are added to a list.
  static func all(of text: String, _ mistakes: inout [FormulaToken.Mistake]) -> [RuleFilePart] {
    var parts: [RuleFilePart] = []
    var isLost = false
    for words in lines(of: text) {
      guard let first = words.first, !first.text.hasPrefix("#") else { continue }
      if first.text == "rule" {
        let id = words.dropFirst().map { $0.text }.joined(separator: " ")
        let byte = (words.count > 1 ? words[1] : first).byte
        parts.append(RuleFilePart(id: Token(text: id, byte: byte)))
      } else if parts.isEmpty {
        // Once is enough.
        if !isLost {
          let error = RuleFileError("a rule begins with 'rule ID'")
          mistakes.append(FormulaToken.Mistake(error: error, offset: first.byte))
        }
        isLost = true
      } else {
        do throws(FormulaToken.Mistake) {
          try parts[parts.count - 1].take(words)
        } catch {
          parts[parts.count - 1].isBroken = true
          mistakes.append(error)
        }
      }
    }
    return parts
  }

  /// The words of each line.
  private static func lines(of text: String) -> [[Token]] {
    var lines: [[Token]] = [[]]
    var word: [UInt8] = []
    var start = 0
    func end(_ byte: Int) {
      if word.isEmpty { return }
      lines[lines.count - 1].append(Token(text: String(decoding: word, as: UTF8.self), byte: start))
      word = []
    }
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case 0x0A, 0x0D:
        end(index)
        lines.append([])
      case 0x20, 0x09: end(index)
      default:
        if word.isEmpty { start = index }
        word.append(byte)
      }
    }
    end(text.utf8.count)
    return lines
  }

  private init(id: Token) { self.id = id }

  private mutating func take(_ words: [Token]) throws(FormulaToken.Mistake) {
    let first = words[0]
    let name = String(first.text.prefix { $0 != ":" })
    let isNamed = name.count < first.text.count && !name.isEmpty
    guard isNamed, name.allSatisfy({ $0.isLetter }) else {
      guard !entries.isEmpty else {
        let text = words.map { $0.text }.joined(separator: " ")
        throw mistake(
          "unexpected line '\(text)'; a line of a rule has the form 'NAME: VALUE'", first.byte)
      }
      entries[entries.count - 1].words += words
      return
    }
    guard Self.names.contains(name) else {
      let error = RuleFileError(
        "unknown line '\(name):' (\(Self.names.joined(separator: ", ")))", word: name,
        known: Self.names)
      // Lines that continue it must not continue another one.
      entries.append(Entry(name: name, byte: first.byte, words: []))
      throw FormulaToken.Mistake(error: error, offset: first.byte)
    }
    if entries.contains(where: { $0.name == name }) {
      throw mistake("the rule '\(id.text)' has two lines '\(name):'", first.byte)
    }
    let length = name.utf8.count + 1
    let rest = String(first.text.dropFirst(name.count + 1))
    let value = rest.isEmpty ? [] : [Token(text: rest, byte: first.byte + length)]
    entries.append(Entry(name: name, byte: first.byte, words: value + words.dropFirst()))
  }

  private func mistake(_ sentence: String, _ byte: Int) -> FormulaToken.Mistake {
    FormulaToken.Mistake(error: RuleFileError(sentence), offset: byte)
  }

  func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }
}

extension RuleFilePart {
  /// The rule and its conditions; nil after a mistake.
  ///
  /// All mistakes are added to a list.
  func rule(
    _ mistakes: inout [FormulaToken.Mistake]
  ) -> (rule: Rule, tests: [FieldTest])? {
    let count = mistakes.count
    if id.text.isEmpty || !id.text.utf8.allSatisfy(Self.isPlain) {
      mistakes.append(
        mistake("invalid rule id '\(id.text)': use lower-case letters, digits and '-'", id.byte))
    }
    let sentence = isMissing("sentence") ? nil : Self.value(of: foundSentence, &mistakes)
    let severity = Self.value(of: foundSeverity, &mistakes)
    let formats = Self.value(of: foundFormats, &mistakes)
    let sessions = Self.value(of: foundSessions, &mistakes)
    let links = Self.value(of: foundLinks, &mistakes)
    let formula = isMissing("check") ? nil : Self.value(of: foundFormula, &mistakes)
    guard mistakes.count == count, let sentence, let severity, let formats, let sessions,
      let links, let formula
    else { return nil }
    let check = entry("check")?.value ?? ""
    let header = entry("sessions")?.value
    let rule = Rule(
      id.text, .custom, severity, formats, observes: formula.observes, policy: formula.policy,
      timed: formula.measuresTime,
      sentence, precise: header.map { "\(check), in sessions with \($0)" } ?? check,
      remedy: entry("remedy")?.value, links: links,
      sessions.isEmpty ? formula.pattern : formula.pattern.inSessions(sessions))
    let tests = formula.selections.flatMap { $0.tests } + formula.demands
    let located = tests.map { self.located($0, "check") }
    let all = located + sessions.map { self.located($0, "sessions") }
    return (rule, all.sorted { $0.offset < $1.offset })
  }

  /// What a closure returns; nil if it throws a mistake, which is added to a list.
  private static func value<Value>(
    of body: () throws(FormulaToken.Mistake) -> Value, _ mistakes: inout [FormulaToken.Mistake]
  ) -> Value? {
    do throws(FormulaToken.Mistake) {
      return try body()
    } catch {
      mistakes.append(error)
      return nil
    }
  }

  /// A test whose offset is one of the file.
  private func located(_ test: FieldTest, _ name: String) -> FieldTest {
    var test = test
    test.offset = entry(name)?.byte(ofOffset: test.offset) ?? 0
    return test
  }

  private func parsed<Value>(
    _ entry: Entry, _ body: (String) throws(FormulaToken.Mistake) -> Value
  ) throws(FormulaToken.Mistake) -> Value {
    do throws(FormulaToken.Mistake) {
      return try body(entry.value)
    } catch {
      throw FormulaToken.Mistake(
        error: error.error, offset: entry.byte(ofOffset: error.offset))
    }
  }

  /// Whether there is no such line, but one that was not understood: that mistake is enough.
  private func isMissing(_ name: String) -> Bool { isBroken && entry(name) == nil }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x2D
  }

  private func required(_ name: String) throws(FormulaToken.Mistake) -> Entry {
    if let entry = entry(name), !entry.words.isEmpty { return entry }
    throw mistake("the rule '\(id.text)' has no line '\(name):'", entry(name)?.byte ?? id.byte)
  }

  private func foundSentence() throws(FormulaToken.Mistake) -> String {
    try required("sentence").value
  }

  private func foundFormula() throws(FormulaToken.Mistake) -> Formula {
    try parsed(required("check"), FormulaParser.formula)
  }

  private func foundLinks() throws(FormulaToken.Mistake) -> [Reference] {
    guard let entry = entry("link") else { return [] }
    let isAddress = ["https://", "http://"].contains { entry.value.hasPrefix($0) }
    guard isAddress, entry.words.count == 1 else {
      throw mistake(
        "invalid link '\(entry.value)' (one address that begins with https://)",
        entry.words.first?.byte ?? entry.byte)
    }
    return [Reference(url: entry.value)]
  }

  private func foundSeverity() throws(FormulaToken.Mistake) -> Severity {
    guard let entry = entry("severity") else { return .error }
    if let severity = Severity(rawValue: entry.value) { return severity }
    let known = Severity.allCases.map { $0.rawValue }
    let error = RuleFileError(
      "invalid severity '\(entry.value)' (\(known.joined(separator: ", ")))", word: entry.value,
      known: known)
    throw FormulaToken.Mistake(error: error, offset: entry.words.first?.byte ?? entry.byte)
  }

  private func foundFormats() throws(FormulaToken.Mistake) -> Formats {
    guard let entry = entry("formats"), entry.value != "all" else { return .all }
    var formats: Formats = []
    for word in entry.words {
      for name in word.text.split(separator: ",").map(String.init) {
        if name == "full-screen" {
          formats.formUnion(.fullScreen)
          continue
        }
        guard let index = Word.formats.firstIndex(where: { $0.text == name }) else {
          let known = Word.formats.compactMap { $0.text } + ["full-screen", "all"]
          let error = RuleFileError(
            "unknown format '\(name)' (\(known.joined(separator: ", ")))", word: name,
            known: known)
          throw FormulaToken.Mistake(error: error, offset: word.byte)
        }
        formats.insert(Formats(rawValue: 1 << UInt8(index)))
      }
    }
    return formats
  }

  /// The conditions on the header; none without a line 'sessions:'.
  private func foundSessions() throws(FormulaToken.Mistake) -> [FieldTest] {
    guard let entry = entry("sessions") else { return [] }
    return try parsed(entry, FormulaParser.headerTests)
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
