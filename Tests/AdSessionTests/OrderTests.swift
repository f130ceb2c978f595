import Foundation
import Testing

/// Equal journals give equal bytes in every process: nothing may follow the order of a `Dictionary`
/// or a `Set`, which changes from one process to the next.
///
/// The search reads the source as text: it knows the names that a file declares as one of the two
/// (and those that are members nowhere else), and every way to walk over them. What is sorted in
/// the same statement is in order; what cannot show is allowed below, with the reason.
@Suite struct `The order of dictionaries and sets` {
  /// The line of source that walks, and why its order cannot show.
  private static let allowed: [(line: String, because: String)] = [
    (
      "let continued = Set(marked.flatMap { $0.sessions.filter { $0.value }.keys })",
      "What is made is a set again."
    ),
    (
      "for name in sessions.keys where continued.contains(name) {",
      "The greatest input is the same in every order."
    ),
    (
      "for (currency, sum) in part.revenue { revenue[currency, default: 0] -= sum }",
      "Each currency has its own sum."
    ),
    (
      "for (currency, count) in part.payments { payments[currency, default: 0] -= count }",
      "Each currency has its own number."
    ),
    (
      "public var unlistedViolations: Int { findings?.unlisted.values.reduce(0, +) ?? 0 }", "A sum."
    ),
    (
      "for (correlation, slot) in watch.waiting.removeValue(forKey: cause) ?? [:]",
      "Each slot's obligation is its own."
    ),
    (
      "attached = attached.filter { $0.value.object != nil }", "What is left is a dictionary again."
    ),
    (
      "banners = banners.filter { $0.value.ad != event.ad }", "What is left is a dictionary again."
    ),
    (
      "return settings[\"parameter\"].map(isThere) ?? settings.values.contains(where: isThere)",
      "Whether any is so."
    ),
    (
      "guard !receivedFromApp, let foremost = scenes.values.max() else { return nil }",
      "The greatest is the same in every order."
    ),
    (
      "Baseline(found.map { entry($0.key, $0.value) }).entries",
      "A baseline sorts its entries."
    ),
    (
      "var entry = Baseline.Entry(id: id, rule: found.rule, formats: Array(found.byFormat.keys))",
      "An entry sorts its formats."
    ),
    (
      "var states = found.mapValues { _ in BaselineState.accepted }",
      "What is made is a dictionary again."
    ),
    ("|| policyChanges.values.contains { $0.setDailyCap }", "Whether any is so."),
    (
      "for (rule, found) in session.violationsByRule {",
      "Each rule has its own sum."
    ),
    ("for index in last.values { isChosen[index] = true }", "All of them are chosen."),
    (
      "for open in attempts.values { settle(open, UnshownReason(.presentUnanswered)) }",
      "A sum for each slot."
    ),
    (
      "for open in requests.values { settle(open, UnshownReason(.loadUnfinished)) }",
      "A sum for each slot."
    ),
    ("return many.values.reduce(ofFew) { $0 + $1.count { isOverdue($0.wait) } }", "A sum."),
    (
      "for (record, lines) in other.dropped { dropped[record + base] = lines }",
      "What is added is a dictionary again."
    ),
    ("for (rule, violated) in part.violatedRules {", "Each rule has its own number."),
    ("for (problem, violated) in part.violatedProblems {", "Each problem has its own number."),
    ("return Array(kinds.values)", "All tests are corrected together, in any order."),
    (
      "let gone = attachments.filter { $0.value.object == nil }", "All of them are let go at once."
    ),
    (
      "let ready = waiters.filter { $0.value.index < found.count }",
      "Each iterator continues by itself."
    ),
    ("return (questions, waiters.values.map { $0.answer })", "Each iterator ends by itself."),
    (
      "event.json(.extras, extras.map { RecordedJSON.extras($0) })",
      "An optional array, and no dictionary."
    ),
  ]

  @Test func `the sources use the order of a Dictionary or Set only where it has no effect`() throws
  {
    let walks = try OrderSearch().walks()
    let allowed = Self.allowed.map(\.line)
    for walk in walks where !allowed.contains(walk.text) {
      Issue.record("\(walk.file):\(walk.line) walks over a Dictionary or Set: \(walk.text)")
    }
    let found = Set(walks.map(\.text))
    for line in allowed where !found.contains(line) {
      Issue.record("allowed, but nowhere any more: \(line)")
    }
  }

  @Test(arguments: [
    ("var x: [String: Int] = [:]\nfor (key, value) in x { print(key, value) }", 1),
    ("let x: Set<Int> = []\nprint(x.map { $0 + 1 })", 1),
    ("var x: Set<Int>\nlet y = x.sorted().map { $0 }", 0),
    ("var x = [:]\nlet y = x.keys", 1), ("let x = Set(list)\nlet first = x.first", 1),
    ("func f(x: Set<Int>) {\n  for one in x {}\n}", 1),
    ("for one in Set(list) { print(one) }", 1), ("var x: [Int] = []\nfor one in x {}", 0),
    ("var x: [(a: Int, b: Int)] = []\nfor one in x {}", 0),
    ("let x: Set<Int> = []\n// for one in x\nif x.contains(2) {}", 0),
  ])
  func `the search finds each use of the order of a Dictionary or Set`(source: String, count: Int) {
    let search = OrderSearch(files: [(name: "a.swift", text: source)])
    #expect(search.walks().count == count, "\(search.walks())")
  }
}

/// A search for walks over a `Dictionary` or a `Set` in the text of Swift files.
struct OrderSearch {
  /// One walk.
  struct Walk {
    let file: String
    let line: Int
    let text: String
  }

  private let files: [(name: String, text: String)]
  /// The names that every file knows as a dictionary or set, since no file declares another.
  private let members: Set<String>

  init() throws {
    let files = try SourceTree.swift(in: "Sources") + SourceTree.swift(in: "Tools")
    self.init(files: files.map { (name: $0.name, text: $0.text) })
  }

  init(files: [(name: String, text: String)]) {
    self.files = files.sorted { $0.name < $1.name }
    var all: [String: Int] = [:]
    var unordered: [String: Int] = [:]
    for file in files {
      for name in Self.names(#"\b(?:let|var)\s+(\w+)"#, file.text) { all[name, default: 0] += 1 }
      for name in Self.names(Self.declaration, file.text) { unordered[name, default: 0] += 1 }
    }
    members = Set(unordered.filter { all[$0.key, default: 0] <= $0.value }.map(\.key))
  }

  func walks() -> [Walk] {
    files.flatMap { file in
      let lines = file.text.components(separatedBy: "\n")
      let own = Self.names(Self.declaration, file.text) + Self.names(Self.parameter, file.text)
      let names = members.union(own)
      return lines.indices.compactMap { number -> Walk? in
        let code = lines[number].components(separatedBy: "//")[0]
        guard walks(code, over: names) else { return nil }
        let statement = lines[number...].prefix(4).joined(separator: " ")
        if statement.contains(".sorted") { return nil }
        let text = lines[number].trimmingCharacters(in: .whitespaces)
        return Walk(file: file.name, line: number + 1, text: text)
      }
    }
  }

  /// Whether a line walks over one of the names, or over an expression that is unordered as it
  /// stands.
  private func walks(_ code: String, over names: Set<String>) -> Bool {
    let isLoop = code.contains("for ")
    if isLoop && Self.matches(#"\bin Set\(|\?\? \[:\]"#, code) { return true }
    let words = Set(Self.names(#"\b(\w+)\b"#, code))
    return words.intersection(names).contains { name in
      Self.matches(#"(?<!\w)"# + name + #"\s*\??\."# + Self.ways, code)
        || Self.matches(#"\bArray\((?:\w+\.)*"# + name + #"\)"#, code)
        || isLoop && Self.matches(#"\bin\s+(?:[\w$]+[.?!]+)*"# + name + #"\b(?!\s*[\[(.])"#, code)
    }
  }

  private static let ways =
    #"(?:filter|mapValues|map|flatMap|compactMap|forEach|reduce|keys|values|joined|enumerated|prefix"#
    + #"|randomElement|popFirst|removeFirst|first\b(?!\s*\(?where|\(where|\s*\{)|makeIterator)\b"#
  private static let declaration =
    #"\b(?:let|var)\s+(\w+)\s*(?::\s*(?:\[[\w.<>?]+:\s*[^=]+\]\??|Set<[^>]+>\??|Dictionary<[^>]+>)"#
    + #"|=\s*(?:Set[(<]|Dictionary[(<]|\[:\]))"#
  private static let parameter =
    #"\b(\w+)\s*:\s*(?:inout\s+|borrowing\s+)?(?:\[[\w.]+\??:\s*[\w.\[\]?]+\]|Set<[\w.]+>)\s*[,)=]"#

  private static func names(_ pattern: String, _ text: String) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let whole = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: whole).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  private static func matches(_ pattern: String, _ text: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }
}
