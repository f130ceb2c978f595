internal import AdAudit
internal import AdReplay
internal import AdRules
internal import AdSession
internal import JSONLines

/// Packs the line of a session so that it has at most ``Limits/lineBytes``, as readers of lines
/// expect.
///
/// A line that would be longer is *short*: of each rule it has the first violation of each variant,
/// with the number of the others in `unlisted`. If that is too long as well, it is *counted*:
/// `left_out` has the number of violations of each rule, and `damage` one element for each code;
/// `notes`, the facts of the header and figures are absent.
struct ShortLine: Sendable {
  private let reports: PackedReports
  private let head: JSONLineHead
  /// Counts all violated rules.
  private let vector: VerdictVector

  /// The room for the members that are added to the text, and for the line feed.
  private static let mostAfter = 64

  init(_ reports: PackedReports, _ head: JSONLineHead, _ vector: VerdictVector) {
    self.reports = reports
    self.head = head
    self.vector = vector
  }

  /// Packs a session; its rules must be those of the reports.
  @Sendable
  func pack(_ audited: AuditedSession) -> [UInt8] {
    let whole = reports.pack(audited)
    if isShortEnough(whole) { return whole }
    let list = FirstOfVariants(audited)
    let short = reports.pack(audited, begin: { head.write($0, to: &$1) }, write: list.write)
    return isShortEnough(short) ? short : reports.pack(audited, begin: count, write: nil)
  }

  private func isShortEnough(_ packed: [UInt8]) -> Bool {
    reports.room(packed) + Self.mostAfter <= Limits.lineBytes
  }

  /// Writes the beginning of a line that counts all violations and findings.
  @Sendable
  private func count(_ audited: AuditedSession, to writer: inout JSONWriter) {
    let reading = audited.reading
    head.beginLine(reading, to: &writer)
    writer.array("damage") { writer in
      let byCode = Dictionary(grouping: reading.damage) { $0.code.rawValue }
      for (code, found) in byCode.sorted(by: { $0.key < $1.key }) {
        writer.object {
          $0.field("code", code)
          $0.field("count", found.total())
        }
      }
    }
    vector.write(audited, to: &writer)
    head.writeNames(reading, to: &writer)
    writer.key("rules")
    writer.beginObject()
  }
}

/// The violations of a session of which each variant of a problem has one in each rule.
private struct FirstOfVariants: Sendable {
  /// The first violation of each variant that follows from nothing.
  private var causes: [ProblemVariant: Consequences.Cause] = [:]

  init(_ audited: AuditedSession) {
    let consequences = Consequences(of: audited)
    for rule in audited.results.indicesOfFindings {
      for (index, violation) in audited.results[rule].violations.enumerated()
      where consequences.cause(rule: rule, violation: index) == nil {
        let variant = consequences.variant(rule: rule, violation: index, in: audited)
        let seq = audited.reading.trace.events[violation.certainAt].seq
        causes[variant] = causes[variant] ?? .init(rule: audited.rules[rule].id, seq: seq)
      }
    }
  }

  /// Writes the result of a rule.
  @Sendable
  func write(
    _ rule: Int, _ audited: AuditedSession, _ consequences: Consequences,
    to writer: inout JSONWriter
  ) {
    let result = audited.results[rule]
    var firsts: [Int] = []
    var counts: [ProblemVariant: Int] = [:]
    for index in result.violations.indices {
      let variant = consequences.variant(rule: rule, violation: index, in: audited)
      if counts[variant] == nil { firsts.append(index) }
      counts[variant, default: 0] += 1 + result.unlistedViolations(like: index)
    }
    AuditJSONLines.write(
      result, of: audited.rules[rule], unlisted: result.violationCount - firsts.count, to: &writer
    ) { writer in
      writer.beginArray()
      for index in firsts {
        let variant = consequences.variant(rule: rule, violation: index, in: audited)
        let follows = consequences.cause(rule: rule, violation: index) != nil
        AuditJSON.write(
          result.violations[index], of: audited.rules[rule], in: audited.reading,
          follows ? causes[variant] : nil, unlisted: (counts[variant] ?? 1) - 1, to: &writer)
      }
      writer.endArray()
    }
  }
}
