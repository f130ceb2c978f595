internal import AdAudit
internal import AdRules
internal import AdSession

/// Violations of a session that follow from each other: the first as the cause, the others under it.
///
/// One follows from another when its witness has the event at which the other became certain, or
/// shares two events with it.
struct Group {
  /// One violation: its rule, and its place among those of the rule.
  struct Entry {
    var rule: Int
    fileprivate var place: Int
    fileprivate var certainAt: Int

    /// The violation itself.
    func violation(in audited: AuditedSession) -> Violation {
      audited.results[rule].violations[place]
    }
  }

  var first: Entry
  var others: [Entry] = []

  /// The groups of a session, in the order of their first violations.
  static func of(_ audited: AuditedSession, least: Severity) -> [Group] {
    if !audited.isViolated { return [] }
    var groups: [Group] = []
    var index = GroupIndex()
    for entry in entries(audited, least: least) {
      let witness = entry.violation(in: audited).witness
      let shared = witness.flatMap { index.groups(ofEvent: $0) }
      let cause = shared.sorted().first { group in
        let sharesTwo = shared.count { $0 == group } > 1
        return follows(entry, witness, groups[group].first, sharesTwo: sharesTwo)
      }
      if let cause {
        groups[cause].others.append(entry)
      } else {
        for event in witness { index.add(groups.count, ofEvent: event) }
        groups.append(Group(first: entry))
      }
    }
    return groups
  }

  private static func follows(
    _ entry: Entry, _ witness: [Int], _ cause: Entry, sharesTwo: Bool
  ) -> Bool {
    entry.rule != cause.rule && (sharesTwo || witness.contains(cause.certainAt))
  }

  private static func entries(_ audited: AuditedSession, least: Severity) -> [Entry] {
    var entries: [Entry] = []
    for rule in audited.rules.indices where audited.results[rule].hasFindings {
      guard audited.rules[rule].severity >= least else { continue }
      for (place, violation) in audited.results[rule].violations.enumerated() {
        entries.append(Entry(rule: rule, place: place, certainAt: violation.certainAt))
      }
    }
    return entries.sorted {
      if $0.certainAt != $1.certainAt { return $0.certainAt < $1.certainAt }
      let (left, right) = (audited.rules[$0.rule].severity, audited.rules[$1.rule].severity)
      if left != right { return left > right }
      return ($0.rule, $0.place) < ($1.rule, $1.place)
    }
  }
}

/// Which groups have an event in their witness, as lists within one array.
private struct GroupIndex {
  private struct Node {
    var group: Int32
    var next: Int32
  }

  /// As many groups are looked for by one event: in a session where one record breaks rules a
  /// hundred thousand times, the later ones stand alone.
  private static let mostOfEvent = 16

  private var firsts: [Int: Int32] = [:]
  private var nodes: [Node] = []

  func groups(ofEvent event: Int) -> [Int] {
    var groups: [Int] = []
    var place = firsts[event] ?? -1
    while place >= 0 {
      let node = nodes[Int(place)]
      groups.append(Int(node.group))
      place = node.next
    }
    return groups
  }

  mutating func add(_ group: Int, ofEvent event: Int) {
    guard groups(ofEvent: event).count < Self.mostOfEvent else { return }
    nodes.append(Node(group: Int32(clamping: group), next: firsts[event] ?? -1))
    firsts[event] = Int32(clamping: nodes.count - 1)
  }
}
