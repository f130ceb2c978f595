internal import AdSession

/// Parses the formula of a rule from a file.
struct FormulaParser {
  private var tokens: ArraySlice<FormulaToken>
  /// The offset of the end of the formula.
  private let end: Int
  /// The offset of the token that was read last: where a mistake is.
  private var offset = 0
  /// Whether the fields are those of the header.
  private var isOfHeader = false

  private init(_ text: String) throws(FormulaToken.Mistake) {
    tokens = try FormulaToken.all(of: text)[...]
    end = text.utf8.count
  }

  /// The formula of a line 'check:'.
  static func formula(_ text: String) throws(FormulaToken.Mistake) -> Formula {
    var parser = try FormulaParser(text)
    return try parser.whole { (parser) throws(RuleFileError) in try parser.formula() }
  }

  /// The conditions of a line 'sessions:'.
  static func headerTests(_ text: String) throws(FormulaToken.Mistake) -> [FieldTest] {
    var parser = try FormulaParser(text)
    parser.isOfHeader = true
    let header = EventSelection(kinds: [.sessionBegan], isAttempt: false, name: "")
    return try parser.whole { (parser) throws(RuleFileError) in try parser.tests(of: header) }
  }

  /// Parses all tokens, and gives a mistake its location.
  private mutating func whole<Value>(
    _ body: (inout FormulaParser) throws(RuleFileError) -> Value
  ) throws(FormulaToken.Mistake) -> Value {
    do throws(RuleFileError) {
      let value = try body(&self)
      guard let rest = tokens.first else { return value }
      offset = rest.offset
      throw RuleFileError("unexpected '\(rest.text)' at the end of the formula")
    } catch {
      throw FormulaToken.Mistake(error: error, offset: offset)
    }
  }

  private mutating func formula() throws(RuleFileError) -> Formula {
    if take("at") { return try demand() }
    if take("count") { return try count() }
    let asking = try triggers()
    try expect("=>", "after the events that need an answer")
    let answers = try events()
    if answers.isAttempt {
      throw RuleFileError(
        "'attempt' cannot be an answer; use 'ad.present_requested' or 'ad.will_present'")
    }
    let correlation = try correlation(between: [asking, answers])
    try expect("within", "before the time limit of the answer")
    let limit = try limit()
    if limit.isPlain {
      throw RuleFileError("'(t)' is not allowed here: the limit of an answer is active time")
    }
    return .response(
      to: asking,
      Formula.Related(events: answers, correlation: correlation, limit: limit, isForbidden: false))
  }

  private mutating func demand() throws(RuleFileError) -> Formula {
    let events = try triggers()
    try expect(":", "between the events and the condition")
    let isForbidden = take("no")
    guard isForbidden || take("an") || take("earlier") else {
      return .fields(at: events, are: try tests(of: events))
    }
    _ = take("earlier")
    let related = try self.events()
    let correlation = try correlation(between: [events, related])
    let limit: Formula.Limit? = take("within") ? try self.limit() : nil
    return .earlier(
      at: events,
      Formula.Related(
        events: related, correlation: correlation, limit: limit, isForbidden: isForbidden))
  }

  private mutating func count() throws(RuleFileError) -> Formula {
    try expect("of", "before the counted events")
    let events = try events()
    let (correlation, period) = try period(of: events)
    try expect("<=", "before the maximum count")
    guard let text = pop()?.text, let most = Int(text), 0...1000 ~= most else {
      throw RuleFileError("the maximum count must be a whole number from 0 to 1000")
    }
    return .count(
      of: events, Formula.Counting(correlation: correlation, period: period, most: most))
  }

  /// What follows `per`: a key, a time or `day`.
  private mutating func period(
    of events: EventSelection
  ) throws(RuleFileError) -> (CorrelationKey, Formula.Counting.Period) {
    try expect("per", "before 'session', another key, a time or 'day'")
    if take("day") { return (.session, .day) }
    if let next = tokens.first, next.isTime { return (.session, .span(try limit())) }
    let correlation = try key(between: [events], others: ["day", "a time such as 5 min"])
    return (correlation, take("within") ? .span(try limit()) : .session)
  }

  // MARK: Events

  /// The events that activate the rule: all, or every n-th.
  private mutating func triggers() throws(RuleFileError) -> EventSelection {
    guard take("every") else { return try events() }
    let text = try word("a number, such as 3rd, after 'every'")
    let digits = text.prefix { "0123456789".contains($0) }
    let isOrdinal = ["", "st", "nd", "rd", "th"].contains(text.dropFirst(digits.count))
    guard let every = Int(digits), isOrdinal, 1...1000 ~= every else {
      throw RuleFileError("'\(text)' must be a number from 1 to 1000, such as 3rd")
    }
    var selection = try events()
    selection.every = every
    return selection
  }

  private mutating func events() throws(RuleFileError) -> EventSelection {
    var selection = try named()
    if take("where") { selection.tests = try tests(of: selection) }
    return selection
  }

  private mutating func named() throws(RuleFileError) -> EventSelection {
    if take("attempt") {
      return EventSelection(kinds: Self.attempts, isAttempt: true, name: "attempt")
    }
    var kinds = [try kind()]
    while take("or") { kinds.append(try kind()) }
    let name = kinds.map { $0.name }.joined(separator: " or ")
    return EventSelection(kinds: kinds, isAttempt: false, name: name)
  }

  private static let attempts: [EventKind] = [
    .adPresentRequested, .adWillPresent, .adFailedToPresent,
  ]

  private mutating func kind() throws(RuleFileError) -> EventKind {
    let name = try word("an event, such as ad.loaded, or 'attempt'")
    let kind = Vocabulary.kind(named: name)
    guard kind != .unknown else {
      let known = Vocabulary.entries.map { $0.name } + ["attempt"]
      throw RuleFileError("unknown event '\(name)'", word: name, known: known)
    }
    return kind
  }

  private mutating func correlation(
    between sides: [EventSelection]
  ) throws(RuleFileError) -> CorrelationKey {
    try expect("of", "before the correlation ('of the same ad')")
    try expect("the", "before the correlation ('of the same ad')")
    _ = take("same")
    return try key(between: sides)
  }

  private mutating func key(
    between sides: [EventSelection], others: [String] = []
  ) throws(RuleFileError) -> CorrelationKey {
    let names = CorrelationKey.ofFiles.map { $0.name } + others
    let name = try word("a correlation: \(names.joined(separator: ", "))")
    guard let correlation = CorrelationKey.ofFiles.first(where: { $0.name == name })?.correlation
    else {
      let sentence = "unknown correlation '\(name)' (\(names.joined(separator: ", ")))"
      throw RuleFileError(sentence, word: name, known: names)
    }
    for kind in sides.flatMap({ $0.kinds }) where !kind.isCorrelated(by: correlation) {
      throw RuleFileError("\(kind.name) has no \(name)")
    }
    return correlation
  }

  // MARK: Fields

  private mutating func tests(of events: EventSelection) throws(RuleFileError) -> [FieldTest] {
    var tests = [try test(of: events)]
    while take("and") { tests.append(try test(of: events)) }
    return tests
  }

  private mutating func test(of events: EventSelection) throws(RuleFileError) -> FieldTest {
    let start = tokens.first?.offset ?? end
    var test = try anyTest(of: events)
    test.isOfHeader = isOfHeader
    test.offset = start
    return test
  }

  private mutating func anyTest(of events: EventSelection) throws(RuleFileError) -> FieldTest {
    let name = try word("a field")
    let entry = try field(name, of: events.kinds)
    let sign = try word("a comparison after '\(name)', such as '=' or 'given',")
    switch sign {
    case "given":
      return FieldTest(field: entry.name, demand: .given, isNegated: false, text: "\(name) given")
    case "not":
      try expect("given", "after '\(name) not'")
      return FieldTest(
        field: entry.name, demand: .given, isNegated: true, text: "\(name) not given")
    case "in": return try list(of: entry)
    default:
      let isNegated = sign == "!="
      guard let comparison = FieldTest.Comparison(rawValue: isNegated ? "=" : sign) else {
        throw RuleFileError(
          "unknown comparison '\(sign)' (=, !=, <, <=, >, >=, in, given, not given)")
      }
      let (value, text) = try value()
      let demand = try demand(of: entry, comparison, value)
      return FieldTest(
        field: entry.name, demand: demand, isNegated: isNegated, text: "\(name) \(sign) \(text)")
    }
  }

  private mutating func list(of entry: SeenField) throws(RuleFileError) -> FieldTest {
    var values = [try value()]
    while take(",") { values.append(try value()) }
    let text = "\(entry.name.name) in \(values.map { $0.text }.joined(separator: ", "))"
    guard entry.type == .string else {
      throw RuleFileError("'in' needs a text field, and '\(entry.name.name)' is not text")
    }
    if entry.values.isEmpty {
      return FieldTest(
        field: entry.name, demand: .texts(values.map { $0.value }), isNegated: false, text: text)
    }
    var words: [Word] = []
    for value in values { words.append(try listed(value.value, of: entry)) }
    return FieldTest(field: entry.name, demand: .words(words), isNegated: false, text: text)
  }

  private mutating func value() throws(RuleFileError) -> (value: String, text: String) {
    guard let token = pop() else {
      throw RuleFileError("missing value at the end of the formula")
    }
    return (token.text, token.isQuoted ? "\"\(token.text)\"" : token.text)
  }

  private func demand(
    of entry: SeenField, _ comparison: FieldTest.Comparison, _ value: String
  ) throws(RuleFileError) -> FieldTest.Demand {
    let name = entry.name.name
    if entry.type == .integer || entry.type == .number {
      guard let number = FieldTest.Literal(value) else {
        throw RuleFileError("'\(name)' must be a number, not '\(value)'")
      }
      return .number(comparison, number)
    }
    guard comparison == .equal else {
      if isOfHeader && name.hasSuffix("version") { return .version(comparison, value) }
      throw RuleFileError("'<', '<=', '>' and '>=' need a number, and '\(name)' is not a number")
    }
    if entry.type == .boolean {
      guard value == "true" || value == "false" else {
        throw RuleFileError("'\(name)' must be true or false, not '\(value)'")
      }
      return .flag(value == "true")
    }
    return entry.values.isEmpty ? .texts([value]) : .words([try listed(value, of: entry)])
  }

  private func listed(_ value: String, of entry: SeenField) throws(RuleFileError) -> Word {
    let word = Word.named(value)
    guard entry.values.contains(word) else {
      let known = entry.values.compactMap { $0.text }
      let sentence =
        "invalid value '\(value)' for '\(entry.name.name)' (\(known.joined(separator: ", ")))"
      throw RuleFileError(sentence, word: value, known: known)
    }
    return word
  }

  /// The field of this name, which all these kinds have and events store.
  private func field(_ name: String, of kinds: [EventKind]) throws(RuleFileError) -> SeenField {
    if name == "format" { throw RuleFileError("to select a format, use the line 'formats:'") }
    if name == "network", !isOfHeader, kinds.allSatisfy({ $0.isCorrelated(by: .ad) }) {
      return SeenField(name: .network, type: .string, values: [])
    }
    var found: SeenField?
    for kind in kinds {
      let fields = Vocabulary.entry(of: kind)?.fields ?? []
      guard let entry = fields.first(where: { $0.name.name == name }) else {
        let known = fields.filter(canTest).map { $0.name.name }
        let others = known.isEmpty ? "none" : known.joined(separator: ", ")
        let owner = isOfHeader ? "the header" : kind.name
        throw RuleFileError(
          "\(owner) has no field '\(name)' (\(others))", word: name, known: known)
      }
      guard canTest(entry) else { throw RuleFileError("rules cannot use the field '\(name)'") }
      let isOther = found.map { $0.values.isEmpty != entry.values.isEmpty } ?? false
      if isOther { throw RuleFileError("'\(name)' has different values in these events") }
      let more = entry.values.filter { !(found?.values.contains($0) ?? false) }
      found = SeenField(
        name: entry.name, type: entry.type, values: (found?.values ?? []) + more)
    }
    guard let found else { throw RuleFileError("rules cannot use the field '\(name)'") }
    return found
  }

  private func canTest(_ entry: FieldEntry) -> Bool {
    isOfHeader ? entry.isOfHeader : entry.isSeen
  }

  // MARK: Times

  private mutating func limit() throws(RuleFileError) -> Formula.Limit {
    let first = try word("a time, such as 30 s, or a threshold, such as impression_s")
    let (key, milliseconds, text) = try time(first)
    let isPlain = take("(t)")
    return Formula.Limit(
      milliseconds: milliseconds, key: key, isPlain: isPlain, text: isPlain ? "\(text) (t)" : text)
  }

  private mutating func time(
    _ first: String
  ) throws(RuleFileError) -> (key: PolicyKey?, milliseconds: Int64, text: String) {
    let digits = String(first.prefix { "0123456789.".contains($0) })
    guard let number = Double(digits) else {
      guard let key = PolicyKey.named(first), key.unit == .seconds else {
        let known = PolicyKey.allCases.filter { $0.unit == .seconds }.map { $0.name }
        throw RuleFileError(
          "'\(first)' is neither a time nor a threshold in seconds", word: first, known: known)
      }
      return (key, 0, first)
    }
    var unit = String(first.dropFirst(digits.count))
    if unit.isEmpty { unit = try word("a unit of time (\(Self.unitNames)) after '\(digits)'") }
    guard let factor = Self.units.first(where: { $0.name == unit })?.milliseconds else {
      throw RuleFileError("unknown unit of time '\(unit)' (\(Self.unitNames))")
    }
    guard number * factor <= 1e12 else { throw RuleFileError("the time '\(first)' is too long") }
    return (nil, Int64((number * factor).rounded()), "\(digits) \(unit)")
  }

  private static let units: [(name: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]
  private static var unitNames: String { units.map { $0.name }.joined(separator: ", ") }

  // MARK: Words

  /// Consumes the next token if it has this text.
  private mutating func take(_ text: String) -> Bool {
    guard let first = tokens.first, first.text == text, !first.isQuoted else { return false }
    _ = pop()
    return true
  }

  /// Consumes the next token; nil at the end.
  private mutating func pop() -> FormulaToken? {
    offset = tokens.first?.offset ?? end
    return tokens.popFirst()
  }

  private mutating func expect(_ text: String, _ location: String) throws(RuleFileError) {
    if take(text) { return }
    offset = tokens.first?.offset ?? end
    let found = tokens.first.map { "'\($0.text)'" } ?? "the end of the formula"
    throw RuleFileError("expected '\(text)' \(location), but found \(found)")
  }

  private mutating func word(_ what: String) throws(RuleFileError) -> String {
    guard let token = pop() else {
      throw RuleFileError("the formula ends, but \(what) is missing")
    }
    return token.text
  }
}

extension FormulaToken {
  /// Whether it begins a time: a number, or a threshold in seconds.
  fileprivate var isTime: Bool {
    text.first.map { "0123456789".contains($0) } ?? false
      || PolicyKey.named(text)?.unit == .seconds
  }
}

/// A field that all events of one selection have.
private struct SeenField {
  let name: FieldName
  let type: FieldEntry.ValueType
  /// The values that the vocabulary lists; empty where every text is allowed.
  let values: [Word]
}

extension FieldEntry {
  /// Whether events store the field, so that rules can use it.
  fileprivate var isSeen: Bool {
    switch name.storage {
    case .line, .header, .word(.format): false
    default: true
    }
  }
}

extension EventKind {
  /// Whether its events have the property that the correlation compares.
  fileprivate func isCorrelated(by correlation: CorrelationKey) -> Bool {
    let fields = Vocabulary.entry(of: self)?.fields.map { $0.name } ?? []
    switch correlation {
    case .ad: return fields.contains(.ad)
    case .request: return fields.contains(.request)
    case .load: return fields.contains(.load)
    case .unit, .slot: return fields.contains(.unit)
    case .scene: return fields.contains(.scene) || fields.contains(.ad)
    case .session: return true
    }
  }
}
