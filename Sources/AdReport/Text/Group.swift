internal import AdRules
internal import AdSession

/// Violations of a session that follow from each other: the first as the cause, the others under it.
///
/// One follows from another when its witness has the event at which the other became certain, or
/// shares two events with it.
struct Group {
  /// One violation and its rule.
  struct Entry {
    var rule: Int
    var violation: Violation
  }

  var first: Entry
  var others: [Entry] = []

  /// As many groups are looked for by one event: in a session where one record breaks rules a
  /// hundred thousand times, the later ones stand alone.
  private static let mostOfEvent = 16

  /// The groups of a session, in the order of their first violations.
  static func of(_ audited: AuditedSession, least: Severity) -> [Group] {
    if !audited.isViolated { return [] }
    var groups: [Group] = []
    var groupsOfEvent: [Int: [Int]] = [:]
    for entry in entries(audited, least: least) {
      let shared = entry.violation.witness.flatMap { groupsOfEvent[$0] ?? [] }
      if let cause = shared.sorted().first(where: { follows(entry, groups[$0].first, shared, $0) })
      {
        groups[cause].others.append(entry)
        continue
      }
      for index in entry.violation.witness
      where groupsOfEvent[index]?.count ?? 0 < mostOfEvent {
        groupsOfEvent[index, default: []].append(groups.count)
      }
      groups.append(Group(first: entry))
    }
    return groups
  }

  private static func follows(_ entry: Entry, _ cause: Entry, _ shared: [Int], _ group: Int) -> Bool
  {
    entry.rule != cause.rule
      && (entry.violation.witness.contains(cause.violation.certainAt)
        || shared.count { $0 == group } > 1)
  }

  private static func entries(_ audited: AuditedSession, least: Severity) -> [Entry] {
    var entries: [Entry] = []
    for index in audited.rules.indices where audited.results[index].hasFindings {
      guard audited.rules[index].severity >= least else { continue }
      for violation in audited.results[index].violations {
        entries.append(Entry(rule: index, violation: violation))
      }
    }
    return entries.sorted {
      let (one, two) = ($0.violation.certainAt, $1.violation.certainAt)
      if one != two { return one < two }
      let (left, right) = (audited.rules[$0.rule].severity, audited.rules[$1.rule].severity)
      return left != right ? left > right : $0.rule < $1.rule
    }
  }
}
