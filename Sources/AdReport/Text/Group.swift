internal import AdRules
internal import AdSession

/// Violations of a session that share an event: the first as the cause, the others under it.
struct Group {
  /// One violation and its rule.
  struct Entry {
    var rule: Int
    var violation: Violation
  }

  var first: Entry
  var others: [Entry] = []

  /// The groups of a session, in the order of their first violations.
  static func of(_ audited: AuditedSession, least: Severity) -> [Group] {
    var groups: [Group] = []
    var groupOfEvent: [Int: Int] = [:]
    for entry in entries(audited, least: least) {
      let known = entry.violation.witness.compactMap { groupOfEvent[$0] }.min()
      if let known {
        groups[known].others.append(entry)
      } else {
        groups.append(Group(first: entry))
      }
      let group = known ?? groups.count - 1
      for index in entry.violation.witness where groupOfEvent[index] == nil {
        groupOfEvent[index] = group
      }
    }
    return groups
  }

  private static func entries(_ audited: AuditedSession, least: Severity) -> [Entry] {
    var entries: [Entry] = []
    for (index, result) in audited.results.enumerated()
    where audited.rules[index].severity >= least {
      for violation in result.violations { entries.append(Entry(rule: index, violation: violation)) }
    }
    return entries.sorted {
      let (one, two) = ($0.violation.certainAt, $1.violation.certainAt)
      if one != two { return one < two }
      let (left, right) = (audited.rules[$0.rule].severity, audited.rules[$1.rule].severity)
      return left != right ? left > right : $0.rule < $1.rule
    }
  }
}
