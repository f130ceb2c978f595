internal import JournalFormat
package import AdAudit
package import AdRules
package import AdSession
internal import JSONLines
internal import Platform

/// What makes violations one problem: their rule, and the event that is missing.
///
/// It contains nothing that an app may record or leave out, so that a problem keeps its id.
package struct ProblemIdentity: Hashable, Sendable {
  /// The name of this definition, for SARIF.
  package static let name = "problem/v2"

  /// The id of the rule.
  package let rule: String
  /// The kind of the missing event; nil if none is missing.
  package let missing: String?

  /// The identity of a problem of a rule.
  package init(rule: String, missing: String?) {
    self.rule = rule
    self.missing = missing
  }

  /// The first 12 hexadecimal digits of the SHA-256 of rule and missing event, each on a line.
  package var id: String {
    String(SHA256.hex(of: "\(rule)\n\(missing ?? "")").prefix(12))
  }

  /// The problems that a rule can have: without a missing event, and with one of each kind.
  package static func all(ofRule rule: String) -> [ProblemIdentity] {
    ([nil] + EventKind.allCases.map { $0.name }).map { ProblemIdentity(rule: rule, missing: $0) }
  }
}

/// One of the ways in which a problem occurs.
package struct ProblemVariant: Hashable, Sendable {
  /// The problem.
  package let problem: ProblemIdentity
  /// The format; nil without one.
  package let format: String?
  /// The kinds of the records that decide, in order.
  package let kinds: [String]
  /// The reason of an `ad.discarded` that decides; else nil.
  package let reason: String?
  /// The trigger of an `ad.present_requested` or `ad.show_decided` that decides; else nil.
  package let trigger: String?
  /// Whether the missing event came late.
  package let isLate: Bool

  /// A variant of parts, as a line of an audit has them.
  package init(
    of problem: ProblemIdentity, format: String?, kinds: [String] = [], reason: String? = nil,
    trigger: String? = nil, isLate: Bool = false
  ) {
    self.problem = problem
    self.format = format
    self.kinds = kinds
    self.reason = reason
    self.trigger = trigger
    self.isLate = isLate
  }
}

extension ProblemVariant {
  /// The variant of a violation of a rule.
  package init(_ violation: Violation, of rule: Rule, in trace: Trace) {
    let variant = ViolationVariant(violation, in: trace)
    self.init(
      of: ProblemIdentity(rule: rule.id, missing: variant.missing?.name),
      format: variant.format.text, kinds: variant.kinds.map(Self.name),
      reason: variant.reason.text, trigger: variant.trigger.text, isLate: variant.isLate)
  }

  private static func name(_ kind: EventKind) -> String {
    kind == .unknown ? "unknown" : kind.name
  }

  /// The parts besides the rule: `app_open; trigger user; ad.loaded, …; then no ad.impression`.
  package var text: String {
    var parts = [format].compactMap { $0 }
    if let trigger { parts.append("trigger \(trigger)") }
    if let reason { parts.append("reason \(reason)") }
    if !kinds.isEmpty { parts.append(kinds.joined(separator: ", ")) }
    if let missing = problem.missing {
      parts.append(isLate ? "then late \(missing)" : "then no \(missing)")
    }
    return parts.joined(separator: "; ")
  }
}

extension AuditedSession {
  /// The results with only the violations of a problem, and those that follow from them.
  package func results(ofProblem id: String) -> RuleResults {
    let consequences = Consequences(of: self)
    return results.keepingViolations { rule, violation in
      consequences.variant(rule: rule, violation: violation, in: self).problem.id == id
    }
  }
}

extension ProblemVariant {
  /// Writes the member `problem` of a violation; the violation itself has the rule, the missing
  /// event, and whether it came late.
  func write(to writer: inout JSONWriter) {
    writer.object("problem") { writer in
      writer.field("id", problem.id)
      writer.field("format", format)
      writer.array("kinds") { for kind in kinds { $0.string(kind) } }
      writer.field("reason", reason)
      writer.field("trigger", trigger)
    }
  }
}
