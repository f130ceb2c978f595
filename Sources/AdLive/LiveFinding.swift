package import AdAudit
public import AdRules
public import AdSession
internal import AdReplay
internal import AdReports
internal import JournalInput

/// One violation of one rule, with the records that prove it.
public struct LiveFinding: Sendable {
  /// One record of the witness.
  public struct Record: Equatable, Sendable {
    /// The number of the record in its session.
    public let seq: Int64
    /// The path of the file.
    public let path: String
    /// The number of the line, from 1.
    public let line: Int
    /// The line of the journal, without its line feed; empty if the file is gone.
    public let text: String
  }

  /// The violated rule: its id, its sentence and what to change.
  public let rule: Rule
  /// The severity of this violation: below that of the rule if an answer only came late.
  public let severity: Severity
  /// One sentence with the values: which ad, how long, which limit.
  public let because: String
  /// The name of the session.
  public let session: String
  /// The time at which the violation became certain, in milliseconds since the session began.
  public let t: Int64
  /// The same on the wall clock, in milliseconds since 1970.
  public let wall: Int64
  /// The event that a passed deadline misses; nil for other violations.
  public let missing: EventKind?
  /// The records that prove the violation, in order.
  ///
  /// If a deadline has just passed, no record proves yet that it did.
  public let records: [Record]
}

extension LiveFinding: CustomStringConvertible {
  /// The rule, the values, what to change and the records, one line each.
  public var description: String {
    var lines = ["\(severity.rawValue) \(rule.id): \(rule.sentence)", "  \(because)"]
    if let remedy = rule.remedy { lines.append("  to fix it: \(remedy)") }
    for record in records {
      lines.append("  \(record.path):\(record.line), seq \(record.seq)")
      if !record.text.isEmpty { lines.append("    \(record.text)") }
    }
    return lines.map(TerminalEscaping.text).joined(separator: "\n")
  }
}

/// Makes findings of the violations of one session; reads each file at most once.
struct FindingMaker {
  private let reading: SessionReading
  /// The number of events that are records of the journal.
  private let count: Int
  private var files: [String: NumberedLines?] = [:]

  init(_ reading: SessionReading, count: Int) {
    self.reading = reading
    self.count = count
  }

  mutating func finding(_ violation: Violation, of rule: Rule) -> LiveFinding {
    let certain = reading.trace.events[violation.certainAt]
    return LiveFinding(
      rule: rule, severity: rule.severity(of: violation), because: violation.because,
      session: reading.id, t: certain.t, wall: certain.wall, missing: violation.missing?.kind,
      records: violation.witness.filter { $0 < count }.map { record($0) })
  }

  private mutating func record(_ index: Int) -> LiveFinding.Record {
    let event = reading.trace.events[index]
    let path = reading.path(ofEvent: index) ?? reading.path
    let lines = files[path] ?? NumberedLines(path: path)
    files[path] = lines
    let text = lines?.line(Int(event.line)) ?? []
    return LiveFinding.Record(
      seq: event.seq, path: path, line: Int(event.line),
      text: String(decoding: text, as: UTF8.self))
  }
}

extension LiveFinding {
  /// The violations of an audited session.
  package static func all(of audited: AuditedSession) -> [LiveFinding] {
    var maker = FindingMaker(audited.reading, count: audited.reading.recordCount)
    return zip(audited.rules, audited.results).flatMap { rule, result in
      result.violations.map { maker.finding($0, of: rule) }
    }
  }
}
