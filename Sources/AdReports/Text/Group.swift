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
    /// Whether its rule says what led to the record.
    var namesCause: Bool
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
        index.addMember(of: cause, entry, violation)
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
            severity: audited.rules[rule].severity(of: violation),
            namesCause: audited.rules[rule].namesCause, judged: judged,
            begins: isSilent ? judged : violation.certainAt))
      }
    }
    return entries.sorted { isBefore($0, $1, by: { $0.begins }) }
  }

  /// Orders by a record, then those that name what led to it, then by severity, then by the
  /// catalogue.
  private static func isBefore(
    _ one: Member, _ other: Member, by record: (Member) -> Int
  ) -> Bool {
    if record(one) != record(other) { return record(one) < record(other) }
    if one.namesCause != other.namesCause { return one.namesCause }
    if one.severity != other.severity { return one.severity > other.severity }
    return (one.rule, one.index) < (other.rule, other.index)
  }
}

extension Violation {
  /// The record that it is about: the trigger of a missed deadline, else the record at which it
  /// became certain.
  fileprivate func judged(in events: [Event]) -> Int {
    guard let missing else { return certainAt }
    if missing.kind == .adDismissed {
      // The deadline counts from a later record if that shows that the ad is over.
      let show = witness.last { events[$0].kind == .adWillPresent && events[$0].t <= missing.fromT }
      if let show { return show }
    }
    return witness.first { events[$0].t == missing.fromT } ?? certainAt
  }
}

/// The violations of groups, by what later violations can have in common with them.
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
  // By what a violation can have in common with the first of a group.
  private var byRecord: [Int: [Int]] = [:]
  private var byAd: [Symbol: Int] = [:]
  private var byRequest: [Symbol: Int] = [:]
  // By what it can have in common with any of a group.
  private var byRule: [Repetition: Int] = [:]
  private var byJudged: [Int: Int] = [:]
  /// The first group about a load of each unit since its last `ad.loaded`.
  private var byUnit: [Symbol: Int] = [:]
  /// The first group about a show without an answer or an end, since the last end of a show.
  private var byShow: Int?
  /// The number of records that ``byUnit`` and ``byShow`` have seen.
  private var seen = 0

  init(_ events: [Event]) { self.events = events }

  /// Adds the first violation of a group.
  mutating func add(_ group: Int, _ member: Group.Member, _ violation: Violation) {
    let judged = events[member.judged]
    for record in violation.witness where byRecord[record, default: []].count < Self.mostOfRecord {
      byRecord[record, default: []].append(group)
    }
    keep(group, of: judged.ad, in: &byAd)
    keep(group, of: judged.request, in: &byRequest)
    if violation.missing == nil && judged.kind.eventClass == .load {
      keep(group, of: judged.unit, in: &byUnit)
    }
    addMember(of: group, member, violation)
  }

  /// Adds any violation of a group.
  mutating func addMember(of group: Int, _ member: Group.Member, _ violation: Violation) {
    let unit = events[member.judged].unit
    let repetition = Repetition(rule: member.rule, unit: unit)
    byRule[repetition] = byRule[repetition] ?? group
    byJudged[member.judged] = byJudged[member.judged] ?? group
    switch violation.missing?.kind.eventClass {
    case .load: keep(group, of: unit, in: &byUnit)
    case .present: byShow = byShow ?? group
    default: break
    }
  }

  private func keep(_ group: Int, of name: Symbol, in groups: inout [Symbol: Int]) {
    if name.isPresent, groups[name] == nil { groups[name] = group }
  }

  /// The first group that a violation belongs to.
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

  /// The first group that a request or a decision of the app answers.
  private mutating func answered(by member: Group.Member) -> Int? {
    while seen <= member.begins {
      switch events[seen].kind {
      case .adLoaded: byUnit[events[seen].unit] = nil
      case .adDismissed, .adFailedToPresent: byShow = nil
      default: break
      }
      seen += 1
    }
    let judged = events[member.judged]
    switch judged.kind {
    case .adRequested: return byUnit[judged.unit] ?? calledBack(before: member.judged)
    case .adShowDecided:
      return byUnit[judged.unit] ?? (judged.reason == .showing ? byShow : nil)
    default: return nil
    }
  }

  /// The first group about a callback that comes right before a request of its unit.
  private func calledBack(before request: Int) -> Int? {
    guard request > 0, events[request - 1].unit == events[request].unit else { return nil }
    switch events[request - 1].kind {
    case .adLoaded, .adFailedToLoad, .adFailedToPresent, .adDismissed: return byJudged[request - 1]
    default: return nil
    }
  }
}
