public import AdRules
internal import AdReports
public import AdSession
public import JSONLines

/// The rules and thresholds by which a page judges, as `adjournal report` writes them into it.
public struct PageSettings {
  /// The rules in their order.
  public private(set) var rules = RuleBook.all
  /// Thresholds that win over those in the journals.
  public private(set) var policy: [PolicySetting] = []
  /// Why inputs could not be read when the page was written, as sentences.
  public private(set) var unread: [String] = []

  /// The settings of a page without any.
  public init() {}

  /// Reads the settings: one JSON object with the members `rules` (the ids, or null for all),
  /// `rule_files` (the texts of rule files), `severities` (by the ids of rules), `policy` (numbers
  /// by name) and `unread` (sentences).
  ///
  /// The bytes must be valid JSON. Unknown rules and thresholds are left out.
  public init(_ bytes: ByteView) {
    var ids: [String]?
    var severities: [String: Severity] = [:]
    JSONValue(objectOfLine: bytes.raw).forEachMember { member in
      switch member.name {
      case "rules" where member.value.type == .array: ids = Self.strings(member.value)
      case "unread": unread = Self.strings(member.value)
      case "severities":
        member.value.forEachMember { entry in
          severities[entry.name] = entry.value.string.flatMap { Severity(rawValue: $0) }
        }
      case "rule_files":
        member.value.forEachElement { add(file: $0) }
      case "policy":
        member.value.forEachMember { threshold in
          guard let key = PolicyKey.allCases.first(where: { $0.name == threshold.name }),
            let value = threshold.value.decimal
          else { return }
          policy.append(PolicySetting(key, value))
        }
      default: break
      }
    }
    let all = rules.map { rule in severities[rule.id].map { rule.with($0) } ?? rule }
    rules = ids.map { $0.compactMap { id in all.first { $0.id == id } } } ?? all
  }

  private static func strings(_ value: JSONValue) -> [String] {
    var strings: [String] = []
    value.forEachElement { if let text = $0.string { strings.append(text) } }
    return strings
  }

  private mutating func add(file: JSONValue) {
    file.forEachMember { member in
      guard member.name == "text", let text = member.value.string else { return }
      rules += RuleFile.content(of: text).rules
    }
  }
}
