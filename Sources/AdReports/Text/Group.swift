internal import AdAudit
internal import AdReplay
internal import AdRules
internal import AdSession

/// Related violations of a session: the first as the cause, its consequences under it.
///
/// Section 6.3 of `Journals/RULES.md` defines which violation follows from which. The formats get
/// this from ``Consequences``.
struct Group {
  /// A reference to one violation: the index of its rule, and its index within the rule's result.
  struct Member {
    var rule: Int
    var index: Int
    var certainAt: Int
    var severity: Severity
    /// The record that the violation is about: the trigger of a missed deadline, else the record at
    /// which the violation became certain.
    var judged: Int
    /// The record from which it can have consequences.
    ///
    /// An absent request is felt from the record on that called for it. After a failed presentation
    /// this is not so: an app that presents the ad again does that instead of the request.
    var begins: Int

    /// The violation itself.
    func violation(in audited: AuditedSession) -> Violation {
      audited.results[rule].violations[index]
    }
  }

  var first: Member
  var others: [Member] = []

  /// The groups of a session, in the order in which their first violations became certain.
  ///
  /// O(violations · log violations + records).
  static func of(_ audited: AuditedSession) -> [Group] {
    if !audited.isViolated { return [] }
    let entries = entries(audited)
    var index = GroupIndex(audited.reading.trace.events)
    var groups: [Group] = []
    for entry in entries {
      let violation = entry.violation(in: audited)
      if let cause = index.cause(of: entry, violation, among: groups) {
        index.repeats(cause, entry)
        groups[cause].others.append(entry)
      } else {
        index.add(groups.count, entry, violation)
        groups.append(Group(first: entry))
      }
    }
    return groups.sorted { Self.isBefore($0.first, $1.first, by: { $0.certainAt }) }
  }

  private static func entries(_ audited: AuditedSession) -> [Member] {
    let events = audited.reading.trace.events
    var entries: [Member] = []
    for rule in audited.rules.indices where audited.results[rule].hasFindings {
      for (index, violation) in audited.results[rule].violations.enumerated() {
        let judged = violation.judged(in: events)
        let isSilent =
          violation.missing?.kind == .adRequested && events[judged].kind != .adFailedToPresent
        entries.append(
          Member(
            rule: rule, index: index, certainAt: violation.certainAt,
            severity: audited.rules[rule].severity(of: violation), judged: judged,
            begins: isSilent ? judged : violation.certainAt))
      }
    }
    return entries.sorted { isBefore($0, $1, by: { $0.begins }) }
  }

  /// Orders by a record, then by severity, then by the catalogue.
  private static func isBefore(
    _ one: Member, _ other: Member, by record: (Member) -> Int
  ) -> Bool {
    if record(one) != record(other) { return record(one) < record(other) }
    if one.severity != other.severity { return one.severity > other.severity }
    return (one.rule, one.index) < (other.rule, other.index)
  }
}

extension Violation {
  /// The record that it is about: the trigger of a missed deadline, else the record at which it
  /// became certain.
  fileprivate func judged(in events: [Event]) -> Int {
    guard let missing else { return certainAt }
    return witness.first { events[$0].t == missing.fromT } ?? certainAt
  }
}

/// The first violations of groups, by what later violations can have in common with them.
private struct GroupIndex {
  private struct Repetition: Hashable {
    let rule: Int
    let unit: Symbol
  }

  /// The maximum number of groups of one record.
  ///
  /// One record can be in a hundred thousand violations; the later ones form groups of their own.
  private static let mostOfRecord = 16

  private let events: [Event]
  private var byRecord: [Int: [Int]] = [:]
  private var byAd: [Symbol: Int] = [:]
  private var byRequest: [Symbol: Int] = [:]
  private var byRule: [Repetition: Int] = [:]
  /// The first group about a load of each unit since its last `ad.loaded`.
  private var byUnit: [Symbol: Int] = [:]
  /// The number of records that ``byUnit`` has seen.
  private var seen = 0

  init(_ events: [Event]) { self.events = events }

  mutating func add(_ group: Int, _ member: Group.Member, _ violation: Violation) {
    let judged = events[member.judged]
    for record in violation.witness where byRecord[record, default: []].count < Self.mostOfRecord {
      byRecord[record, default: []].append(group)
    }
    keep(group, of: judged.ad, in: &byAd)
    keep(group, of: judged.request, in: &byRequest)
    repeats(group, member)
    let kind = violation.missing?.kind ?? judged.kind
    if kind.eventClass == .load { keep(group, of: judged.unit, in: &byUnit) }
  }

  /// Notes that later violations of the same rule and unit belong to a group.
  mutating func repeats(_ group: Int, _ member: Group.Member) {
    let repetition = Repetition(rule: member.rule, unit: events[member.judged].unit)
    if byRule[repetition] == nil { byRule[repetition] = group }
  }

  private func keep(_ group: Int, of name: Symbol, in groups: inout [Symbol: Int]) {
    if name.isPresent, groups[name] == nil { groups[name] = group }
  }

  /// The first group whose first violation is the cause of this one.
  mutating func cause(
    of member: Group.Member, _ violation: Violation, among groups: [Group]
  ) -> Int? {
    let judged = events[member.judged]
    return [
      byRule[Repetition(rule: member.rule, unit: judged.unit)],
      byAd[judged.ad], byRequest[judged.request],
      withRecords(of: violation, groups), answered(by: member),
    ].compactMap { $0 }.min()
  }

  /// The first group that shares two records, or whose record of certainty is in the witness.
  private func withRecords(of violation: Violation, _ groups: [Group]) -> Int? {
    let shared = violation.witness.flatMap { byRecord[$0] ?? [] }
    return shared.sorted().first { group in
      shared.count { $0 == group } > 1
        || violation.witness.contains(groups[group].first.certainAt)
    }
  }

  /// The first group about a load of the unit, if a request or a decision of the app answers to it:
  /// no ad of the unit was loaded in between.
  private mutating func answered(by member: Group.Member) -> Int? {
    while seen <= member.begins {
      if events[seen].kind == .adLoaded { byUnit[events[seen].unit] = nil }
      seen += 1
    }
    let kind = events[member.judged].kind
    return kind == .adRequested || kind == .adShowDecided ? byUnit[events[member.judged].unit] : nil
  }
}
