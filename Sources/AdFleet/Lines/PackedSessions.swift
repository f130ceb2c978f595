package import AdAudit
internal import AdReplay
internal import AdReports
package import AdRules
internal import AdSession
internal import Platform

/// Packs what a fleet needs of an audited session into few bytes while it waits for its turn.
///
/// The session is the one that ``FleetLine`` parses from the line of the same session. Facts and
/// problems are the same in many sessions: they are kept once, and sessions have their numbers.
package final class PackedSessions: Sendable {
  private let rules: [Rule]
  private let ruleSet: String
  private let tool: String
  private let hasFigures: Bool
  private let facts = Lock(Numbered<HeaderFacts, HeaderFacts>())
  private let problems = Lock(Numbered<ProblemIdentity, (id: String, identity: ProblemIdentity)>())

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
    var packed = PackedFields()
    packed.add(reading.path)
    packed.add(reading.id)
    packed.add(reading.recordCount)
    packed.add(reading.damage.total())
    packed.add(InstallHash(trace)?.value) { $0.add($1) }
    packed.add(hasFigures || audited.isViolated ? HeaderFacts(trace) : nil) { packed, found in
      packed.add(facts.locked { $0.number(of: found) { $0 } })
    }
    packed.add(hasFigures ? SessionFigures(trace) : nil) { Self.add($1, to: &$0) }
    packed.add(VerdictVector.letters(of: audited.results))
    if audited.isViolated { addViolations(of: audited, to: &packed) }
    return packed.bytes
  }

  private static func add(_ figures: SessionFigures, to packed: inout PackedFields) {
    for number in [figures.filled, figures.failed, figures.ads, figures.shown] {
      packed.add(number)
    }
    packed.add(figures.latencies.count)
    for number in figures.latencies { packed.add(number) }
    packed.add(figures.revenue.count)
    for (currency, micros) in figures.revenue {
      packed.add(currency)
      packed.add(micros)
    }
  }

  private func addViolations(of audited: AuditedSession, to packed: inout PackedFields) {
    let consequences = Consequences(of: audited)
    let events = audited.reading.trace.events
    for rule in audited.results.indicesOfFindings {
      let result = audited.results[rule]
      for (index, violation) in result.violations.enumerated() {
        packed.add(rule)
        packed.add(1 + result.unlistedViolations(like: index))
        packed.add(events[violation.certainAt].seq)
        let cause = consequences.cause(rule: rule, violation: index)
        packed.add(cause) {
          $0.add($1.rule)
          $0.add($1.seq)
        }
        if cause == nil { packed.add(number(of: violation, rules[rule], audited)) }
      }
    }
  }

  private func number(
    of violation: Violation, _ rule: Rule, _ audited: AuditedSession
  ) -> Int {
    let identity = ProblemIdentity(violation, of: rule, in: audited.reading.trace)
    return problems.locked { $0.number(of: identity) { ($0.id, $0) } }
  }

  /// A rendered report with the packed session in front of it, or with none.
  package func report(_ rendered: [UInt8], behind audited: AuditedSession?) -> [UInt8] {
    let packed = audited.map { pack($0) } ?? []
    var report: [UInt8] = []
    report.append(integer: UInt32(clamping: packed.count))
    return report + packed + rendered
  }

  // MARK: Unpacking

  /// The session in front of a rendered report, if there is one, and the report.
  package func parts(of report: [UInt8]) -> (session: FleetSession?, rendered: [UInt8]) {
    guard let count = report.integer(at: 0, as: UInt32.self), report.count >= 4 + Int(count) else {
      return (nil, [])
    }
    let end = 4 + Int(count)
    return (session(Array(report[4..<end])), Array(report[end...]))
  }

  /// The session of packed bytes; nil where some of them were lost.
  package func session(_ packed: [UInt8]) -> FleetSession? {
    var packed = PackedFields(packed)
    var session = FleetSession()
    session.tool = tool
    session.ruleSet = ruleSet
    session.path = packed.text()
    session.session = packed.text()
    session.records = packed.number()
    session.damage = packed.number()
    session.install = packed.optional { UInt64(clamping: $0.number()) }
    session.facts =
      packed.optional { packed in facts.locked { $0[packed.number()] } } ?? HeaderFacts()
    session.figures = packed.optional(Self.figures)
    session.verdicts = Array(packed.list())
    while packed.hasMore {
      guard let violation = violation(&packed) else { return nil }
      session.violations.append(violation)
    }
    return packed.isWhole ? session : nil
  }

  private static func figures(_ packed: inout PackedFields) -> SessionFigures {
    var figures = SessionFigures()
    figures.filled = packed.number()
    figures.failed = packed.number()
    figures.ads = packed.number()
    figures.shown = packed.number()
    for _ in 0..<packed.count() { figures.latencies.append(Int64(packed.number())) }
    for _ in 0..<packed.count() {
      figures.revenue.append((packed.text(), Int64(packed.number())))
    }
    return figures
  }

  private func violation(_ packed: inout PackedFields) -> FleetSession.Violation? {
    let rule = packed.number()
    guard rules.indices.contains(rule) else { return nil }
    let count = packed.number()
    var violation = FleetSession.Violation(
      rule: rules[rule].id, severity: rules[rule].severity, seq: Int64(packed.number()))
    violation.count = count
    violation.follows = packed.optional { ($0.text(), Int64($0.number())) }
    if violation.follows == nil { violation.problem = problems.locked { $0[packed.number()] } }
    return violation
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

/// Fields in bytes: numbers of eight bytes, and lists of bytes with their length before them.
private struct PackedFields {
  private(set) var bytes: [UInt8]
  private var offset = 0
  /// Whether all fields that were read are there.
  private(set) var isWhole = true

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  mutating func add(_ number: some FixedWidthInteger) {
    bytes.append(integer: Int64(truncatingIfNeeded: number))
  }

  mutating func add(_ list: [UInt8]) {
    add(list.count)
    bytes += list
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add<Value>(_ value: Value?, _ add: (inout PackedFields, Value) -> Void) {
    bytes.append(value == nil ? 0 : 1)
    if let value { add(&self, value) }
  }

  var hasMore: Bool { offset < bytes.count }

  mutating func number() -> Int {
    let number = bytes.integer(at: offset, as: Int64.self)
    offset += 8
    isWhole = isWhole && number != nil
    return Int(number ?? 0)
  }

  /// The number of fields that follow.
  mutating func count() -> Int { max(0, min(number(), bytes.count - offset)) }

  mutating func list() -> ArraySlice<UInt8> {
    let count = count()
    offset += count
    return bytes[min(offset - count, bytes.count)..<min(offset, bytes.count)]
  }

  mutating func text() -> String { String(decoding: list(), as: UTF8.self) }

  mutating func optional<Value>(_ value: (inout PackedFields) -> Value?) -> Value? {
    isWhole = isWhole && hasMore
    guard hasMore else { return nil }
    offset += 1
    return bytes[offset - 1] == 0 ? nil : value(&self)
  }
}
