package import AdAudit
internal import AdReplay
internal import AdReports
package import AdRules
internal import AdSession
internal import Platform

/// Packs what a fleet needs of an audited session into few bytes while it waits for its turn.
///
/// The session is the one that ``FleetLine`` parses from the line of the same session. Facts and
/// variants are the same in many sessions: they are kept once, and sessions have their numbers.
package final class PackedSessions: Sendable {
  private let rules: [Rule]
  private let ruleSet: String
  private let tool: String
  private let hasFigures: Bool
  private let facts = Lock(Numbered<HeaderFacts, HeaderFacts>())
  private let variants = Lock(Numbered<ProblemVariant, (id: String, variant: ProblemVariant)>())

  /// Prepares for sessions that a version of the tool judges by these rules; see
  /// ``AuditFormatSettings/hasFigures``.
  package init(rules: [Rule], tool: String, hasFigures: Bool = false) {
    self.rules = rules
    self.tool = tool
    self.hasFigures = hasFigures
    ruleSet = VerdictVector.ruleSet(rules)
  }

  // MARK: Packing

  /// Packs a session, on any thread; its rules must be those of the initializer.
  package func pack(_ audited: AuditedSession) -> [UInt8] {
    let (reading, trace) = (audited.reading, audited.reading.trace)
    var packed = ByteWriter()
    packed.text(reading.path)
    packed.text(reading.id)
    packed.number(reading.recordCount)
    packed.number(reading.damage.total())
    packed.optional(InstallHash(trace)) { $0.number($1.value) }
    packed.optional(hasFigures || audited.isViolated ? HeaderFacts(trace) : nil) { packed, found in
      packed.number(facts.locked { $0.number(of: found) { $0 } })
    }
    packed.optional(hasFigures ? SessionFigures(trace) : nil) { Self.append($1, to: &$0) }
    packed.list(VerdictVector.letters(of: audited.results))
    if audited.isViolated { appendViolations(of: audited, to: &packed) }
    return packed.bytes
  }

  private static func append(_ figures: SessionFigures, to packed: inout ByteWriter) {
    for number in [figures.filled, figures.failed, figures.ads, figures.shown] {
      packed.number(number)
    }
    packed.values(figures.latencies) { $0.number($1) }
    packed.values(figures.revenue) {
      $0.text($1.currency)
      $0.number($1.micros)
    }
    packed.values(figures.parts) {
      append($1.source, to: &$0)
      $0.optional($1.unit) { $0.text($1) }
      $0.optional($1.format) { $0.text($1) }
      append($1.figures, to: &$0)
      $0.values($1.onScreen) { $0.number($1) }
      $0.values($1.faults) { $0.number($1) }
      $0.values($1.payments) { $0.number($1) }
    }
  }

  private static func append(_ source: AdSource, to packed: inout ByteWriter) {
    for text in [source.adapter, source.network, source.creative] {
      packed.optional(text) { $0.text($1) }
    }
  }

  private func appendViolations(of audited: AuditedSession, to packed: inout ByteWriter) {
    let consequences = Consequences(of: audited)
    let events = audited.reading.trace.events
    for rule in audited.results.indicesOfFindings {
      let result = audited.results[rule]
      for (index, violation) in result.violations.enumerated() {
        packed.number(rule)
        packed.text(rules[rule].severity(of: violation).rawValue)
        packed.number(1 + result.unlistedViolations(like: index))
        packed.number(events[violation.certainAt].seq)
        let cause = consequences.cause(rule: rule, violation: index)
        packed.optional(cause) {
          $0.text($1.rule)
          $0.number($1.seq)
        }
        Self.append(AdSource(violation, in: audited.reading.trace), to: &packed)
        if cause == nil { packed.number(number(of: violation, rules[rule], audited)) }
      }
    }
  }

  private func number(
    of violation: Violation, _ rule: Rule, _ audited: AuditedSession
  ) -> Int {
    let variant = ProblemVariant(violation, of: rule, in: audited.reading.trace)
    return variants.locked { $0.number(of: variant) { ($0.problem.id, $0) } }
  }

  /// A rendered report with the packed session in front of it, or with none.
  package func report(_ rendered: [UInt8], behind audited: AuditedSession?) -> [UInt8] {
    var report = ByteWriter()
    report.optional(audited) { $0.list(pack($1)) }
    return report.bytes + rendered
  }

  // MARK: Unpacking

  /// The session in front of a rendered report, if there is one, and the report.
  package func parts(of report: [UInt8]) -> (session: FleetSession?, rendered: [UInt8]) {
    var report = ByteReader(report)
    guard let packed = report.optional({ $0.list() }) else { return (nil, []) }
    return (packed.flatMap { session(Array($0)) }, Array(report.rest))
  }

  /// The session of packed bytes; nil where some of them were lost.
  package func session(_ packed: [UInt8]) -> FleetSession? {
    var packed = ByteReader(packed)
    guard let path = packed.text(), let name = packed.text(), let records = packed.count(),
      let damage = packed.count(), let install = packed.optional({ $0.number() }),
      let facts = packed.optional(facts), let figures = packed.optional(Self.figures),
      let verdicts = packed.list()
    else { return nil }
    var session = FleetSession()
    session.tool = tool
    session.ruleSet = ruleSet
    session.path = path
    session.session = name
    session.records = records
    session.damage = damage
    session.install = install.map { UInt64(bitPattern: $0) }
    session.facts = facts ?? HeaderFacts()
    session.figures = figures
    session.verdicts = Array(verdicts)
    while !packed.isAtEnd {
      guard let violation = violation(&packed) else { return nil }
      session.violations.append(violation)
    }
    return session
  }

  private func facts(_ packed: inout ByteReader) -> HeaderFacts? {
    packed.count().flatMap { number in facts.locked { $0[number] } }
  }

  private static func figures(_ packed: inout ByteReader) -> SessionFigures? {
    guard let filled = packed.count(), let failed = packed.count(), let ads = packed.count(),
      let shown = packed.count(), let latencies = packed.values({ $0.number() }),
      let revenue = packed.values(earnings), let parts = packed.values(part)
    else { return nil }
    var figures = SessionFigures()
    (figures.filled, figures.failed, figures.ads, figures.shown) = (filled, failed, ads, shown)
    (figures.latencies, figures.revenue, figures.parts) = (latencies, revenue, parts)
    return figures
  }

  private static func earnings(
    _ packed: inout ByteReader
  ) -> (currency: String, micros: Int64)? {
    guard let currency = packed.text(), let micros = packed.number() else { return nil }
    return (currency, micros)
  }

  private static func part(_ packed: inout ByteReader) -> SessionFigures.Part? {
    guard let source = source(&packed), let unit = packed.optional({ $0.text() }),
      let format = packed.optional({ $0.text() }), let figures = figures(&packed),
      let onScreen = packed.values({ $0.number() }), let faults = packed.values({ $0.count() }),
      let payments = packed.values({ $0.count() })
    else { return nil }
    var part = SessionFigures.Part()
    (part.source, part.figures, part.onScreen) = (source, figures, onScreen)
    (part.faults, part.payments) = (faults, payments)
    (part.unit, part.format) = (unit, format)
    return part
  }

  private static func source(_ packed: inout ByteReader) -> AdSource? {
    guard let adapter = packed.optional({ $0.text() }),
      let network = packed.optional({ $0.text() }),
      let creative = packed.optional({ $0.text() })
    else { return nil }
    var source = AdSource()
    (source.adapter, source.network, source.creative) = (adapter, network, creative)
    return source
  }

  private func violation(_ packed: inout ByteReader) -> FleetSession.Violation? {
    guard let rule = packed.count(), rules.indices.contains(rule),
      let severity = packed.text().flatMap(Severity.init(rawValue:)), let count = packed.count(),
      let seq = packed.number(), let follows = packed.optional(Self.cause),
      let source = Self.source(&packed)
    else { return nil }
    var violation = FleetSession.Violation(rule: rules[rule].id, severity: severity, seq: seq)
    violation.count = count
    violation.follows = follows
    violation.source = source
    if follows != nil { return violation }
    guard let number = packed.count() else { return nil }
    violation.problem = variants.locked { $0[number] }
    return violation
  }

  private static func cause(_ packed: inout ByteReader) -> (rule: String, seq: Int64)? {
    guard let rule = packed.text(), let seq = packed.number() else { return nil }
    return (rule, seq)
  }
}

/// Values with a number for each, in the order of their first occurrence.
private struct Numbered<Key: Hashable, Value> {
  private var numbers: [Key: Int] = [:]
  private var values: [Value] = []

  /// The number of a key; the first time, its value is made.
  mutating func number(of key: Key, _ value: (Key) -> Value) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = values.count
    values.append(value(key))
    return values.count - 1
  }

  /// The value with a number; nil without one.
  subscript(number: Int) -> Value? { values.indices.contains(number) ? values[number] : nil }
}
