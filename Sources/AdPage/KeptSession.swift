internal import AdAudit
internal import AdFleet
internal import AdReplay
internal import AdReports
internal import AdRules
internal import AdSession

/// A session that was audited, in the form in which the page keeps it.
///
/// It is a class, because copies of so many parts take code.
final class KeptSession {
  /// Its name in links.
  let key: String
  /// What the fleet counts.
  let fleet: FleetSession
  /// The session itself (``SessionArchive``), and what was known of others of its install.
  let archive: [UInt8]
  let otherShows: OtherShows
  /// Its ads by network, and by format with the slots that showed no ad.
  let networks: AdStatistics
  let formats: AdStatistics
  /// The names in its records, its name and its path, in lower case.
  let texts: [UInt8]
  /// The local time of its first record; empty without records.
  let begin: String
  /// The wall clock of its first record, for the order.
  let wall: Int64
  let device: String
  /// The install that the header names; empty without one.
  let install: String
  /// The time from the first record to the last one, in milliseconds.
  let length: Int64?
  let end: String
  /// The number of violations by severity, in the order of ``Severity/allCases``.
  let counts: [Int]
  /// The rule and the `seq` of the most severe violation, and of these of the first one.
  let first: (rule: String, seq: Int64)?

  init(_ audited: AuditedSession, key: String, _ fleet: FleetSession) {
    let (reading, trace) = (audited.reading, audited.reading.trace)
    self.key = key
    var fleet = fleet
    fleet.facts = HeaderFacts(trace)
    self.fleet = fleet
    archive = SessionArchive.bytes(of: reading)
    otherShows = audited.otherShows
    networks = AdStatistics(of: trace, by: [.adapter])
    var formats = AdStatistics(of: trace, by: [.format])
    formats.addUnshownSlots(of: trace)
    self.formats = formats
    texts = Self.texts(reading, fleet)
    begin = trace.events.isEmpty || !trace.hasTimes ? "" : SessionTimes(trace).dayAndClock(0)
    wall = reading.firstWall ?? .max
    device = trace.header?.device ?? ""
    install = trace.header?.install ?? ""
    length =
      trace.hasTimes
      ? max(0, (trace.events.last?.t ?? 0) &- (trace.events.first?.t ?? 0)) : nil
    end = Timeline(audited, style: .plain).end
    let tally = audited.tally
    counts = Severity.allCases.map { tally.count($0) }
    first = Self.first(fleet)
  }

  private static func first(_ fleet: FleetSession) -> (rule: String, seq: Int64)? {
    let first = fleet.violations.min { one, other in
      one.severity != other.severity ? one.severity > other.severity : one.seq < other.seq
    }
    return first.map { ($0.rule, $0.seq) }
  }

  private static func texts(_ reading: SessionReading, _ fleet: FleetSession) -> [UInt8] {
    var text = [reading.id, reading.path, reading.trace.header?.install ?? ""]
    text += Set(fleet.violations.map { $0.rule }).sorted()
    let names = reading.trace.symbols.texts
    return Array(text.joined(separator: "\n").lowercased().utf8) + [0x0A]
      + names.bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
  }

  /// The session as it was read; nil if its bytes are damaged.
  var reading: SessionReading? { SessionArchive.reading(of: archive) }

  /// The names of the networks and of the formats of its ads.
  var networkNames: [String] { networks.rows().map { $0.names[0] } }
  var formatNames: [String] { formats.rows().map { $0.names[0] } }

  /// Whether a filter chooses it.
  func matches(_ filter: PageFilter) -> Bool {
    if !filter.severity.isEmpty, let least = Severity(rawValue: filter.severity) {
      let found = zip(Severity.allCases, counts).contains { $0.0 >= least && $0.1 > 0 }
      if !found { return false }
    }
    if !filter.version.isEmpty, fleet.facts.appVersion != filter.version { return false }
    if !filter.day.isEmpty, fleet.facts.day != filter.day { return false }
    if !filter.network.isEmpty, !networkNames.contains(filter.network) { return false }
    if !filter.format.isEmpty, !formatNames.contains(filter.format) { return false }
    return filter.text.isEmpty || TextSearch.contains(Array(filter.text.utf8), in: texts)
  }

  /// Whether it has a violation of a problem or of a rule.
  func has(problem: String, rule: String) -> Bool {
    (problem.isEmpty || fleet.violations.contains { fleet.problem(of: $0)?.id == problem })
      && (rule.isEmpty || fleet.violations.contains { $0.rule == rule })
  }

  /// The first `seq` of a problem or of a rule; of the session without both.
  func firstPlace(problem: String, rule: String) -> (rule: String, seq: Int64)? {
    let all = fleet.violations.filter {
      (problem.isEmpty || $0.problem?.id == problem) && (rule.isEmpty || $0.rule == rule)
    }
    guard !problem.isEmpty || !rule.isEmpty else { return first }
    return all.min { $0.seq < $1.seq }.map { ($0.rule, $0.seq) } ?? first
  }
}
