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
    package var formats: [String?]

    package init(id: String, rule: String, formats: [String?]) {
      self.id = id
      self.rule = rule
      self.formats = formats.sorted { $0 ?? "" < $1 ?? "" }
    }
  }

  /// Why a file is no baseline; a sentence without the path.
  package struct Failure: Error, Equatable {
    package let description: String
    /// Whether it is a baseline of another version of the tool.
    package var isOtherVersion = false

    package init(description: String) { self.description = description }

    init(otherVersion description: String) {
      self.description = description
      isOtherVersion = true
    }
  }

  /// The problems, sorted by rule and id.
  package let entries: [Entry]

  /// Makes a baseline of these problems.
  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { ($0.rule, $0.id) < ($1.rule, $1.id) }
  }

  /// Reads a file; `tool` is the version of this tool.
  package init(file: [UInt8], tool: String) throws(Failure) {
    guard let parts = BaselineParts(file) else {
      throw Failure(
        description: "not a baseline; write one with 'adjournal audit --update-baseline'")
    }
    guard parts.schema == Self.schema, parts.tool == tool else {
      throw Failure(
        otherVersion: "a baseline of adjournal \(parts.tool) (\(parts.schema)), and this is "
          + "adjournal \(tool): problems may have other ids; write it again with '--update-baseline'"
      )
    }
    self.init(parts.entries)
  }

  /// The file: one line for each problem, so that a change of it is easy to review.
  package func file(tool: String) -> [UInt8] {
    var head = JSONWriter()
    head.beginObject()
    head.field("schema", Self.schema)
    head.field("tool", tool)
    head.key("problems")
    head.beginArray()
    let lines = entries.map { entry in
      var line = JSONWriter()
      line.object {
        $0.field("id", entry.id)
        $0.field("rule", entry.rule)
        $0.array("formats") { writer in
          for format in entry.formats {
            if let format { writer.string(format) } else { writer.null() }
          }
        }
      }
      return line.bytes
    }
    let newline = Array("\n".utf8)
    let body = lines.isEmpty ? [] : newline + lines.joined(separator: Array(",\n".utf8)) + newline
    return head.bytes + body + Array("]}\n".utf8)
  }
}

/// The members of a baseline's file.
private struct BaselineParts {
  var schema = ""
  var tool = ""
  var entries: [Baseline.Entry] = []
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
    var (id, rule): (String?, String?)
    var formats: [String?] = []
    value.forEachMember { member in
      if member.name == "id" { id = member.value.string }
      if member.name == "rule" { rule = member.value.string }
      if member.name == "formats" { member.value.forEachElement { formats.append($0.string) } }
    }
    guard let id, let rule else { return isValid = false }
    entries.append(.init(id: id, rule: rule, formats: formats))
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
