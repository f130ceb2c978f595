public import AdAudit
public import AdReplay
public import AdRules
internal import AdSession
public import JSONLines

/// The audit as SARIF 2.1.0: one result for each violation and each finding of damage.
public struct AuditSARIF: AuditFormat {
  package static let kind = OutputKind.json

  private let rules: [Rule]
  private let version: String
  /// The problems in the baseline; nil without one.
  private var accepted: AcceptedProblems?
  /// The inputs that could not be read; SARIF lists them at its end.
  private var errors: [InputError] = []
  /// Whether a result was written: a comma separates the next one from it.
  private var hasResults = false

  /// Makes a writer for an audit by these rules; `version` is that of the tool.
  public init(rules: [Rule], version: String) {
    self.rules = rules
    self.version = version
  }

  /// Makes a writer with these settings.
  package init(_ settings: AuditFormatSettings) {
    self.init(rules: settings.rules, version: settings.version)
    accepted = settings.acceptedProblems
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    let accepted = accepted
    return { audited in
      var writer = JSONWriter(reserving: 1 << 14)
      Self.write(audited, accepted: accepted, to: &writer)
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
    for rule in rules { writer.object { write(rule, to: &$0) } }
    let start =
      "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
      + "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"adjournal\",\"version\":\"\(version)\","
      + "\"rules\":["
    return Array(start.utf8) + writer.bytes + Array("]}},\"results\":[".utf8)
  }

  /// The members of a rule: what it demands, what to change, and where to read more.
  private static func write(_ rule: Rule, to writer: inout JSONWriter) {
    writer.field("id", rule.id)
    writer.object("shortDescription") { $0.field("text", rule.sentence) }
    writer.object("fullDescription") {
      $0.field("text", "\(rule.sentence) Exactly: \(rule.precise)")
    }
    writer.object("defaultConfiguration") { $0.field("level", level(rule.severity)) }
    writer.field("helpUri", rule.links.first?.url)
    let notes = rule.notes.map { "Notes: \($0)" }
    let help = rule.guidance + [notes?.filter { $0 != "`" }].compactMap { $0 }
    if !help.isEmpty {
      writer.object("help") {
        $0.field("text", help.joined(separator: "\n"))
        $0.field("markdown", markdown(rule, notes))
      }
    }
    writer.object("properties") {
      $0.field("group", rule.group.rawValue)
      $0.field("actor", rule.actor.rawValue)
    }
  }

  private static func markdown(_ rule: Rule, _ notes: String?) -> String {
    let links = rule.links.map { "- [\($0.title)](\($0.url))" }.joined(separator: "\n")
    return [rule.markedRemedy ?? "", links, notes ?? ""].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
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
    write(audited, accepted: nil, to: &writer)
  }

  private static func write(
    _ audited: AuditedSession, accepted: AcceptedProblems?, to writer: inout JSONWriter
  ) {
    let reading = audited.reading
    for damage in reading.damage { write(damage, in: reading.path, to: &writer) }
    let consequences = Consequences(of: audited)
    for index in audited.results.indicesOfFindings {
      for (number, violation) in audited.results[index].violations.enumerated() {
        writer.object {
          write(violation, of: index, number, audited, consequences, to: &$0)
          if let accepted {
            let variant = consequences.variant(rule: index, violation: number, in: audited)
            $0.field("baselineState", accepted.contains(variant) ? "unchanged" : "new")
          }
        }
      }
      let (rule, result) = (audited.rules[index], audited.results[index])
      if let sentence = UnlistedFindings.sentence(result) {
        writer.object {
          $0.field("ruleId", rule.id)
          $0.field("level", level(rule.severity(of: result)))
          write(message: sentence, reading.path, line: nil, to: &$0)
        }
      }
    }
  }

  private static func write(
    _ violation: Violation, of index: Int, _ number: Int, _ audited: AuditedSession,
    _ consequences: Consequences, to writer: inout JSONWriter
  ) {
    let (rule, reading) = (audited.rules[index], audited.reading)
    let event = reading.trace.events[violation.certainAt]
    writer.field("ruleId", rule.id)
    writer.field("level", level(rule.severity(of: violation)))
    write(
      message: consequences.message(violation, rule: index, violation: number),
      path(violation.certainAt, reading), line: Int(event.line), to: &writer)
    writer.array("relatedLocations") {
      for witness in violation.witness { $0.object { write(witness: witness, reading, to: &$0) } }
    }
    writer.object("partialFingerprints") {
      $0.key(ProblemIdentity.name)
      $0.string(ProblemVariant(violation, of: rule, in: reading.trace).problem.id)
    }
    writer.object("properties") {
      $0.field("session", reading.id)
      $0.field("seq", event.seq)
      if let cause = consequences.cause(rule: index, violation: number) {
        $0.object("follows") { AuditJSON.write(cause, to: &$0) }
      }
    }
  }

  /// A record of a witness as a related location, with its `seq` as the id.
  private static func write(witness: Int, _ reading: SessionReading, to writer: inout JSONWriter) {
    let event = reading.trace.events[witness]
    let kind = event.kind == .unknown ? "(unknown kind)" : event.kind.name
    writer.field("id", event.seq)
    writer.object("message") { $0.field("text", "seq \(event.seq), \(kind)") }
    write(location: path(witness, reading), line: Int(event.line), to: &writer)
  }

  private static func path(_ event: Int, _ reading: SessionReading) -> String {
    reading.path(ofEvent: event) ?? reading.path
  }

  /// The damage of a journal that belongs to no session.
  public static func write(_ summary: JournalSummary, to writer: inout JSONWriter) {
    for damage in summary.damage { write(damage, in: summary.path, to: &writer) }
  }

  private static func write(_ damage: Damage, in path: String, to writer: inout JSONWriter) {
    writer.object {
      $0.field("ruleId", "damage/\(damage.code.rawValue)")
      $0.field("level", "error")
      write(message: damage.because, damage.path ?? path, line: damage.line, to: &$0)
    }
  }

  private static func level(_ severity: Severity) -> String {
    severity == .info ? "note" : severity.rawValue
  }

  /// The members `message` and `locations` of a result or a notification.
  private static func write(
    message: String, _ path: String, line: Int?, to writer: inout JSONWriter
  ) {
    writer.object("message") { $0.field("text", message) }
    writer.array("locations") { $0.object { write(location: path, line: line, to: &$0) } }
  }

  private static func write(
    location path: String, line: Int?, to writer: inout JSONWriter
  ) {
    writer.object("physicalLocation") {
      $0.object("artifactLocation") { $0.field("uri", uri(path)) }
      if let line { $0.object("region") { $0.field("startLine", line) } }
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
