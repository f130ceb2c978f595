public import AdAudit
public import AdReplay
public import AdRules
internal import AdSession
public import JSONLines

/// The audit as SARIF 2.1.0: one result for each violation and each finding of damage.
public struct AuditSARIF: AuditFormat {
  package static let isJSON = true

  private let rules: [Rule]
  private let version: String
  /// The inputs that could not be read; SARIF lists them at its end.
  private var errors: [InputError] = []
  /// Whether a result was written: a comma separates the next one from it.
  private var hasResults = false

  /// Makes a writer for an audit by these rules; `version` is that of the tool.
  public init(rules: [Rule], version: String) {
    self.rules = rules
    self.version = version
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    { audited in
      var writer = JSONWriter(reserving: 1 << 14)
      Self.write(audited, to: &writer)
      return writer.bytes
    }
  }

  package func begin(_ write: Write) {
    write(Self.beginning(version: version, rules: rules))
  }

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) {
    if report.isEmpty { return }
    if hasResults { write([UInt8(ascii: ",")]) }
    write(report)
    hasResults = true
  }

  package mutating func journal(_ summary: JournalSummary, _ write: Write) {
    var writer = JSONWriter()
    Self.write(summary, to: &writer)
    session(writer.bytes, damage: [], notes: [], write)
  }

  package mutating func failure(_ error: InputError, _ write: Write) { errors.append(error) }

  package func end(_ tally: Tally, _ write: Write) { write(Self.end(errors)) }
}

extension AuditSARIF {
  /// The text before the results: the tool and its rules.
  public static func beginning(version: String, rules: [Rule]) -> [UInt8] {
    var writer = JSONWriter()
    for rule in rules {
      writer.object {
        $0.field("id", rule.id)
        $0.object("shortDescription") { $0.field("text", rule.sentence) }
        $0.object("defaultConfiguration") { $0.field("level", level(rule.severity)) }
      }
    }
    let start =
      "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
      + "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"adjournal\",\"version\":\"\(version)\","
      + "\"rules\":["
    return Array(start.utf8) + writer.bytes + Array("]}},\"results\":[".utf8)
  }

  /// The text after the last result: whether all inputs were read, and why some were not.
  public static func end(_ errors: [InputError]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.field("executionSuccessful", errors.isEmpty)
      $0.array("toolExecutionNotifications") {
        for error in errors {
          $0.object {
            $0.field("level", "error")
            write(message: error.sentence, error.path, line: nil, to: &$0)
          }
        }
      }
    }
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
      if let sentence = UnlistedFindings.sentence(result) {
        write(rule.id, level(rule.severity), sentence, reading.path, nil, to: &writer)
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

  private static func write(
    _ rule: String, _ level: String, _ because: String, _ path: String, _ line: Int?,
    to writer: inout JSONWriter
  ) {
    writer.object {
      $0.field("ruleId", rule)
      $0.field("level", level)
      write(message: because, path, line: line, to: &$0)
    }
  }

  /// The members `message` and `locations` of a result or a notification.
  private static func write(
    message: String, _ path: String, line: Int?, to writer: inout JSONWriter
  ) {
    writer.object("message") { $0.field("text", message) }
    writer.array("locations") {
      $0.object {
        $0.object("physicalLocation") {
          $0.object("artifactLocation") { $0.field("uri", uri(path)) }
          if let line { $0.object("region") { $0.field("startLine", line) } }
        }
      }
    }
  }

  private static let plain = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

  /// The path as a relative reference; all bytes but plain characters are percent-encoded.
  private static func uri(_ path: String) -> String {
    path.utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
