package import AdRules
internal import AdSession
internal import JSONLines

/// Rules as one JSON object of the schema `adjournal.rules/1`, as `adjournal rules` prints them.
package enum RulesJSON {
  /// The name of the schema; it changes with every incompatible change.
  package static let schema = "adjournal.rules/1"

  /// Returns the object, with a line feed.
  ///
  /// O(rules). `tool` is the version of the tool.
  package static func bytes(_ rules: [Rule], tool: String) -> [UInt8] {
    var writer = JSONWriter(reserving: rules.count << 10)
    writer.object { writer in
      writer.field("schema", schema)
      writer.field("tool", tool)
      writer.array("rules") { writer in
        for rule in rules { writer.object { write(rule, to: &$0) } }
      }
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ rule: Rule, to writer: inout JSONWriter) {
    writer.field("id", rule.id)
    writer.field("group", rule.group.rawValue)
    writer.field("severity", rule.severity.rawValue)
    writer.field("sentence", rule.sentence)
    writer.field("precise", rule.precise)
    writer.optional("notes", rule.notes)
    writer.array("formats") { writer in
      for format in Word.formats where rule.formats.includes(format) {
        writer.string(format.text ?? "")
      }
    }
    writer.array("observes") { writer in
      for eventClass in rule.observes { writer.string(eventClass.name) }
    }
    writer.array("policy") { writer in
      for key in rule.policy { writer.object { write(key, to: &$0) } }
    }
    writer.field("actor", rule.actor.rawValue)
    writer.optional("remedy", rule.remedy)
    writer.array("links") { writer in
      for link in rule.links {
        writer.object {
          $0.field("title", link.title)
          $0.field("url", link.url)
        }
      }
    }
    writer.array("examples") { writer in
      for path in rule.examples { writer.string(path) }
    }
  }

  private static func write(_ key: PolicyKey, to writer: inout JSONWriter) {
    writer.field("key", key.name)
    writer.key("default")
    if let value = key.defaultValue { writer.number(value) } else { writer.null() }
    writer.field("unit", key.unit.rawValue)
    writer.field("origin", key.origin.rawValue)
    writer.field("reason", key.reason)
  }
}

extension Rule {
  /// The journals of the repository that violate and keep the rule; none for a rule of a file.
  package var examples: [String] {
    group == .custom ? [] : ["violated", "holds"].map { "Journals/rules/\(id)/\($0).jsonl" }
  }
}
