internal import AdReports
internal import AdRules
internal import JSONLines

/// The accepted problems of a repository: an audit fails only because of others.
package struct Baseline: Equatable, Sendable {
  /// The name of the schema.
  package static let schema = "adjournal.baseline/1"

  /// An accepted problem.
  package struct Entry: Equatable, Sendable {
    package var id: String
    package var rule: String
    /// The accepted formats, sorted; nil stands for violations without one.
    ///
    /// Without a list, all formats are accepted.
    package var formats: [String?]?
    /// The number of sessions with the problem, and of all, when it was accepted.
    package var sessions: Int?
    package var of: Int?
    /// Why it is accepted, for people.
    package var reason: String?
    /// The last day on which it is accepted, as `2027-01-31`.
    package var until: String?
    /// Whether it accepts all problems of its rule, because another version of the tool gave them
    /// other ids.
    package var isOfWholeRule = false

    package init(id: String, rule: String, formats: [String?]? = nil) {
      self.id = id
      self.rule = rule
      self.formats = formats?.sorted { $0 ?? "" < $1 ?? "" }
    }
  }

  /// Why a file is no baseline; a sentence without the path.
  package struct Failure: Error, Equatable {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The problems, sorted by rule and id.
  package let entries: [Entry]
  /// The version of the tool that wrote the file, if it is another one.
  package private(set) var otherTool: String?

  /// Makes a baseline of these problems.
  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { ($0.rule, $0.id) < ($1.rule, $1.id) }
  }

  /// Reads a file; `tool` is the version of this tool.
  ///
  /// In a file of another version, an entry whose id no problem of its rule has accepts all
  /// problems of the rule. In a file of this version it is an error, as is an unknown member.
  package init(file: [UInt8], tool: String) throws(Failure) {
    guard let parts = BaselineParts(file) else {
      throw Failure(
        description: "not a baseline; write one with 'adjournal audit --update-baseline'")
    }
    if parts.schema != Self.schema {
      throw Failure(
        description: "a baseline of adjournal \(parts.tool) (\(parts.schema)); "
          + "this is adjournal \(tool), which reads \(Self.schema)")
    }
    let isOther = parts.tool != tool
    if let mistake = parts.mistake, !isOther { throw Failure(description: mistake) }
    var entries = parts.entries
    var ids: [String: Set<String>] = [:]
    for index in entries.indices {
      let rule = entries[index].rule
      let idsOfRule = ids[rule] ?? Self.ids(ofRule: rule)
      ids[rule] = idsOfRule
      if idsOfRule.contains(entries[index].id) { continue }
      if !isOther { throw Failure(description: entries[index].mismatch) }
      entries[index].isOfWholeRule = true
    }
    self.init(entries)
    if isOther { otherTool = parts.tool }
  }

  /// The ids of all problems that a rule can have.
  fileprivate static func ids(ofRule rule: String) -> Set<String> {
    Set(ProblemIdentity.all(ofRule: rule).map { $0.id })
  }

  /// The file: one line for each problem, so that a change of it is easy to review.
  package func file(tool: String) -> [UInt8] {
    var head = JSONWriter()
    head.beginObject()
    head.field("schema", Self.schema)
    head.field("tool", tool)
    head.key("problems")
    head.beginArray()
    let lines = entries.map { $0.line }
    let newline = Array("\n".utf8)
    let body = lines.isEmpty ? [] : newline + lines.joined(separator: Array(",\n".utf8)) + newline
    return head.bytes + body + Array("]}\n".utf8)
  }
}

extension Baseline.Entry {
  fileprivate var line: [UInt8] {
    var line = JSONWriter()
    line.object { writer in
      writer.field("id", id)
      writer.field("rule", rule)
      if let formats {
        writer.array("formats") { writer in
          for format in formats {
            if let format { writer.string(format) } else { writer.null() }
          }
        }
      }
      if let sessions { writer.field("sessions", sessions) }
      if let of { writer.field("of", of) }
      writer.field("reason", reason)
      writer.field("until", until)
    }
    return line.bytes
  }

  /// That the id is of no problem of the rule; an entry names a wrong rule or a misspelt one.
  fileprivate var mismatch: String {
    let other = RuleBook.all.first { Baseline.ids(ofRule: $0.id).contains(id) }
    let hint = other.map { "; it is one of '\($0.id)'" } ?? "; remove the entry"
    return "'\(id)' is no problem of rule '\(rule)'\(hint)"
  }

  /// `RULE ID (FORMAT, …)`.
  package var text: String {
    guard let formats, formats != [nil] else { return "\(rule) \(id)" }
    return "\(rule) \(id) (\(formats.map { $0 ?? "no format" }.joined(separator: ", ")))"
  }
}

/// The members of a baseline's file.
private struct BaselineParts {
  var schema = ""
  var tool = ""
  var entries: [Baseline.Entry] = []
  /// The first member of an entry that is unknown or has an invalid value.
  var mistake: String?
  private var isValid = true

  /// Parses a file; nil for another one.
  init?(_ file: [UInt8]) {
    let line = JSONText.line(file)
    if LineScanner.fault(ofAnyLength: line) != nil { return nil }
    ByteView.with(line) { bytes in
      JSONValue(objectOfLine: bytes.raw).forEachMember { take($0.name, $0.value) }
    }
    if !isValid || schema.isEmpty || tool.isEmpty { return nil }
  }

  private mutating func take(_ name: String, _ value: JSONValue) {
    switch name {
    case "schema": schema = value.string ?? ""
    case "tool": tool = value.string ?? ""
    case "problems":
      isValid = isValid && value.type == .array
      value.forEachElement { addEntry($0) }
    default: isValid = false
    }
  }

  private mutating func addEntry(_ value: JSONValue) {
    var entry = Baseline.Entry(id: "", rule: "")
    value.forEachMember { member in
      if Self.take(member.name, member.value, &entry) { return }
      mistake =
        mistake
        ?? "problem '\(entry.id)': invalid member '\(member.name)' (id, rule, formats, sessions, of, "
        + "reason, or until with a date such as 2027-01-31)"
    }
    if entry.id.isEmpty || entry.rule.isEmpty { return isValid = false }
    entries.append(entry)
  }

  /// Takes a member of an entry; false if it is unknown or has an invalid value.
  private static func take(
    _ name: String, _ value: JSONValue, _ entry: inout Baseline.Entry
  ) -> Bool {
    switch name {
    case "id": entry.id = value.string ?? ""
    case "rule": entry.rule = value.string ?? ""
    case "formats":
      var formats: [String?] = []
      value.forEachElement { formats.append($0.string) }
      entry.formats = formats
      return value.type == .array
    case "sessions":
      entry.sessions = FleetLine.count(value)
      return entry.sessions != nil
    case "of":
      entry.of = FleetLine.count(value)
      return entry.of != nil
    case "reason":
      entry.reason = value.string
      return entry.reason != nil
    case "until":
      entry.until = value.string
      return value.string.map(isDate) ?? false
    default: return false
    }
    return true
  }

  private static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map({ $0.utf8.count }) == [4, 2, 2] else { return false }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }) else { return false }
    return (1...12).contains(Int(parts[1]) ?? 0) && (1...31).contains(Int(parts[2]) ?? 0)
  }
}

/// JSON text of several lines.
package enum JSONText {
  /// The text as one line: line ends and tabs, which can only be between its values, become spaces.
  package static func line(_ text: [UInt8]) -> [UInt8] {
    var line = text.map { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 ? 0x20 : $0 }
    while line.last == 0x20 { line.removeLast() }
    return line
  }
}
