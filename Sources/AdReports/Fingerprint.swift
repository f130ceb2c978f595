internal import AdAudit
internal import AdReplay
internal import AdRules
internal import AdSession
internal import Platform

/// What a violation has in common with the same violation in another session.
///
/// It is made of neither names nor times, so that it stays the same if ads are renamed or the session is
/// recorded again. It is the first 16 hexadecimal digits of the SHA-256 of four lines, separated by line
/// feeds:
///
/// 1. the id of the rule;
/// 2. the format; empty if no record of the witness has one;
/// 3. the kinds of the witness in order, separated by spaces, without the record at which a missed deadline
///    became certain, since that can be of any kind;
/// 4. the kind of the missing event; empty if none is missing.
enum Fingerprint {
  /// The name of the definition above, as SARIF asks for it.
  static let name = "violation/v1"

  /// The fingerprint of a violation of a rule.
  static func text(_ violation: Violation, of rule: Rule, in trace: Trace) -> String {
    let witness = violation.witness.filter {
      violation.missing == nil || $0 != violation.certainAt
    }
    let kinds = witness.map { name(of: trace.events[$0].kind) }
    let lines = [
      rule.id, format(violation, trace), kinds.joined(separator: " "),
      violation.missing?.kind.name ?? "",
    ]
    return String(SHA256.hex(of: lines.joined(separator: "\n")).prefix(16))
  }

  private static func name(of kind: EventKind) -> String {
    kind == .unknown ? "unknown" : kind.name
  }

  /// The format of the record at which the violation became certain, else the first one of the witness.
  private static func format(_ violation: Violation, _ trace: Trace) -> String {
    let indexes = [violation.certainAt] + violation.witness
    return indexes.lazy.compactMap { trace.events[$0].format.text }.first ?? ""
  }
}
