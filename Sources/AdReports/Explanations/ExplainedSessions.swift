internal import AdAudit
internal import AdExplaining
internal import AdSession
internal import Platform

/// The explanations of the sessions of one audit, which share the effort of one call.
///
/// Sessions are explained as they come, and nobody knows how many follow. So each may use a tenth
/// of what those before it left. The explanations depend on the order of the calls.
final class ExplainedSessions: Sendable {
  private let overrides: [PolicySetting]
  private let left = Lock(Explainer.usualEffort)

  private static let share = 10

  /// Explains by thresholds that win over what a journal says.
  init(overrides: [PolicySetting]) { self.overrides = overrides }

  /// The object of a session in the JSON of an audit, with explanations.
  func object(_ audited: AuditedSession) -> [UInt8] {
    left.locked { left in
      let effort = left / Self.share
      let explainer = Explainer(rules: audited.rules, overrides: overrides, effort: effort)
      defer { left -= effort - explainer.effortLeft }
      return ExplainedSessionJSON.object(audited, by: explainer)
    }
  }
}
