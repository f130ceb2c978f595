import AdRules
import AdSession
import JSONLines

/// By what a page with journals judges: the settings of the command line and its configuration.
struct SettingsBlock {
  private let rules: [Rule]
  private let policy: [PolicySetting]
  private let severities: [(rule: String, severity: Severity)]
  private let files: [(path: String, text: String)]

  /// The settings for rules that the arguments select.
  init(_ arguments: Arguments, rules: [Rule]) throws {
    self.rules = rules
    policy = try Selection.policy(arguments)
    severities = arguments.configuration.changedSeverities
    files = try CustomRules.paths(arguments).map { ($0, try CustomRules.text(of: $0)) }
  }

  /// The data block of a page; `unread` has the inputs that could not be read, as sentences.
  func bytes(unread: [String]) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("tool")
    json.string(CommandTable.version)
    json.key("rules")
    let ids = rules.map(\.id)
    if ids == RuleBook.all.map(\.id) { json.null() } else { list(ids, &json) }
    json.key("policy")
    json.beginObject()
    for setting in policy {
      json.key(setting.key.name)
      json.decimal(setting.value)
    }
    json.endObject()
    json.key("severities")
    json.beginObject()
    for (rule, severity) in severities {
      json.key(rule)
      json.string(severity.rawValue)
    }
    json.endObject()
    json.key("rule_files")
    json.beginArray()
    for (path, text) in files {
      json.beginObject()
      json.key("name")
      json.string(path)
      json.key("text")
      json.string(text)
      json.endObject()
    }
    json.endArray()
    json.key("unread")
    list(unread, &json)
    json.endObject()
    return Array("<script type=\"application/json\" id=\"settings\">".utf8)
      + Self.withoutTags(json.bytes) + Array("</script>\n".utf8)
  }

  private func list(_ texts: [String], _ json: inout JSONWriter) {
    json.beginArray()
    for text in texts { json.string(text) }
    json.endArray()
  }

  /// JSON that cannot end or begin a script: it has no `<`.
  private static func withoutTags(_ json: [UInt8]) -> [UInt8] {
    json.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
  }
}
