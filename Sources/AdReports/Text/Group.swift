internal import AdAudit
internal import AdRules
internal import AdSession

/// Related violations of a session: the first as the cause, its consequences under it.
///
/// A violation is a consequence of another one if its witness contains the event that made the
/// other certain, or if both witnesses share two events. The formats get this from
/// ``Consequences``.
struct Group {
  /// A reference to one violation: the index of its rule, and its index within the rule's result.
  struct Member {
    var rule: Int
    var index: Int
    var certainAt: Int

    /// The violation itself.
    func violation(in audited: AuditedSession) -> Violation {
      audited.results[rule].violations[index]
    }
  }

  var first: Member
  var others: [Member] = []

  /// The groups of a session, in the order of their first violations.
  static func of(_ audited: AuditedSession) -> [Group] {
    if !audited.isViolated { return [] }
    var groups: [Group] = []
    var index = GroupIndex()
    for entry in entries(audited) {
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
    _ entry: Member, _ witness: [Int], _ cause: Member, sharesTwo: Bool
  ) -> Bool {
    entry.rule != cause.rule && (sharesTwo || witness.contains(cause.certainAt))
  }

  private static func entries(_ audited: AuditedSession) -> [Member] {
    var entries: [Member] = []
    for rule in audited.rules.indices where audited.results[rule].hasFindings {
      for (index, violation) in audited.results[rule].violations.enumerated() {
        entries.append(Member(rule: rule, index: index, certainAt: violation.certainAt))
      }
    }
    return entries.sorted {
      if $0.certainAt != $1.certainAt { return $0.certainAt < $1.certainAt }
      let (left, right) = (audited.rules[$0.rule].severity, audited.rules[$1.rule].severity)
      if left != right { return left > right }
      return ($0.rule, $0.index) < ($1.rule, $1.index)
    }
  }
}

/// The groups with an event in their witness, as linked lists within one array.
private struct GroupIndex {
  private struct Node {
    var group: Int32
    /// The index of the next node of the event.
    var next: Int32?
  }

  /// The maximum number of groups of one event.
  ///
  /// One record can be in a hundred thousand violations; the later ones form groups of their own.
  private static let mostOfEvent = 16

  private var firsts: [Int: Int32] = [:]
  private var nodes: [Node] = []

  func groups(ofEvent event: Int) -> [Int] {
    var groups: [Int] = []
    var next = firsts[event]
    while let index = next {
      let node = nodes[Int(index)]
      groups.append(Int(node.group))
      next = node.next
    }
    return groups
  }

  mutating func add(_ group: Int, ofEvent event: Int) {
    guard groups(ofEvent: event).count < Self.mostOfEvent else { return }
    nodes.append(Node(group: Int32(clamping: group), next: firsts[event]))
    firsts[event] = Int32(clamping: nodes.count - 1)
  }
}
