public import AdAudit
public import AdReplay
public import AdRules
internal import AdSession
public import JSONLines

/// The audit as SARIF 2.1.0: a result a violation and a result a damaged place.
public enum AuditSARIF {
  /// What comes before the results: the tool and its rules.
  public static func beginning(version: String, rules: [Rule]) -> [UInt8] {
    var writer = JSONWriter()
    var list: [UInt8] = []
    for rule in rules {
      writer.clear()
      writer.beginObject()
      writer.key("id")
      writer.string(rule.id)
      writer.key("shortDescription")
      write(text: rule.sentence, to: &writer)
      writer.key("defaultConfiguration")
      writer.beginObject()
      writer.key("level")
      writer.string(level(rule.severity))
      writer.endObject()
      writer.endObject()
      if !list.isEmpty { list.append(0x2C) }
      list += writer.bytes
    }
    let start =
      "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
      + "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"adjournal\",\"version\":\"\(version)\","
      + "\"rules\":["
    return Array(start.utf8) + list + Array("]}},\"results\":[".utf8)
  }

  /// What comes after the last result: whether all inputs were read, and why some were not.
  public static func end(_ errors: [InputError]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("executionSuccessful")
    writer.boolean(errors.isEmpty)
    writer.key("toolExecutionNotifications")
    writer.beginArray()
    for error in errors {
      writer.beginObject()
      writer.key("level")
      writer.string("error")
      write(message: error.sentence, error.path, line: nil, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return Array("],\"invocations\":[".utf8) + writer.bytes + Array("]}]}\n".utf8)
  }

  /// The results of one session, separated by commas; empty where there are none.
  public static func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    let reading = audited.reading
    for damage in reading.damage { write(damage, in: reading.path, to: &writer) }
    for (rule, result) in zip(audited.rules, audited.results) where result.hasFindings {
      for violation in result.violations {
        let line = Int(reading.trace.events[violation.certainAt].line)
        let path = reading.path(ofEvent: violation.certainAt) ?? reading.path
        write(rule.id, level(rule.severity), violation.because, path, line, to: &writer)
      }
    }
  }

  /// The damage of a journal that belongs to no session.
  public static func write(_ summary: JournalSummary, to writer: inout JSONWriter) {
    for damage in summary.damage { write(damage, in: summary.path, to: &writer) }
  }

  private static func write(_ damage: Damage, in path: String, to writer: inout JSONWriter) {
    write(
      "damage/\(damage.code.rawValue)", "error", damage.because, damage.path ?? path, damage.line,
      to: &writer)
  }

  private static func level(_ severity: Severity) -> String {
    severity == .info ? "note" : severity.rawValue
  }

  private static func write(text: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("text")
    writer.string(text)
    writer.endObject()
  }

  private static func write(
    _ rule: String, _ level: String, _ because: String, _ path: String, _ line: Int,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("ruleId")
    writer.string(rule)
    writer.key("level")
    writer.string(level)
    write(message: because, path, line: line, to: &writer)
    writer.endObject()
  }

  /// The members of a result or a notification that say what and where.
  private static func write(
    message: String, _ path: String, line: Int?, to writer: inout JSONWriter
  ) {
    writer.key("message")
    write(text: message, to: &writer)
    writer.key("locations")
    writer.beginArray()
    writer.beginObject()
    writer.key("physicalLocation")
    writer.beginObject()
    writer.key("artifactLocation")
    writer.beginObject()
    writer.key("uri")
    writer.string(uri(path))
    writer.endObject()
    if let line {
      writer.key("region")
      writer.beginObject()
      writer.key("startLine")
      writer.integer(Int64(line))
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
    writer.endArray()
  }

  private static let plain = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

  /// The path as a relative reference: what is no plain character is percent-encoded.
  private static func uri(_ path: String) -> String {
    path.utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
