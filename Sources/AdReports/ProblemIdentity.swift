internal import JournalFormat
internal import AdAudit
package import AdRules
package import AdSession
internal import JSONLines
internal import Platform

/// What a violation has in common with the same violation in another session: its rule, and a
/// `ViolationIdentity` as texts.
package struct ProblemIdentity: Hashable, Sendable {
  /// The name of this definition, for SARIF.
  package static let name = "problem/v1"

  /// The id of the rule.
  package let rule: String
  /// The format; nil without one.
  package let format: String?
  /// The kinds of the records that decide, in order.
  package let kinds: [String]
  /// The kind of the missing event; nil if none is missing.
  package let missing: String?
  /// The reason of an `ad.discarded` that decides; else nil.
  package let reason: String?
  /// The trigger of an `ad.present_requested` or `ad.show_decided` that decides; else nil.
  package let trigger: String?
  /// Whether the missing event came late.
  package let isLate: Bool

  /// An identity of parts, as a line of an audit has them.
  package init(
    rule: String, format: String?, kinds: [String], missing: String?, reason: String?,
    trigger: String?, isLate: Bool = false
  ) {
    self.rule = rule
    self.format = format
    self.kinds = kinds
    self.missing = missing
    self.reason = reason
    self.trigger = trigger
    self.isLate = isLate
  }

  /// The first 12 hexadecimal digits of the SHA-256 of the six texts, each on a line, and of a line
  /// `late` if the missing event came late.
  package var id: String {
    let lines =
      [
        rule, format ?? "", kinds.joined(separator: " "), missing ?? "", reason ?? "",
        trigger ?? "",
      ] + (isLate ? ["late"] : [])
    return String(SHA256.hex(of: lines.joined(separator: "\n")).prefix(12))
  }
}

extension ProblemIdentity {
  /// The identity of a violation of a rule.
  package init(_ violation: Violation, of rule: Rule, in trace: Trace) {
    let identity = ViolationIdentity(violation, in: trace)
    self.rule = rule.id
    format = identity.format.text
    kinds = identity.kinds.map(Self.name)
    missing = identity.missing?.name
    reason = identity.reason.text
    trigger = identity.trigger.text
    isLate = identity.isLate
  }

  private static func name(_ kind: EventKind) -> String {
    kind == .unknown ? "unknown" : kind.name
  }
}

extension ProblemIdentity {
  /// Writes the member `problem` of a violation; the violation itself has the rule, the missing
  /// event, and whether it came late.
  func write(to writer: inout JSONWriter) {
    writer.object("problem") { writer in
      writer.field("id", id)
      writer.field("format", format)
      writer.array("kinds") { for kind in kinds { $0.string(kind) } }
      writer.field("reason", reason)
      writer.field("trigger", trigger)
    }
  }
}
