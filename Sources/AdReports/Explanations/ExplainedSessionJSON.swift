internal import AdAudit
internal import AdExplaining
internal import AdReplay
internal import AdRules
internal import AdSession
internal import JSONLines

/// The object of a session in the JSON of an audit, with an `explanation` of each violation, of each undecided
/// activation, and of each rule that is not explained by those.
enum ExplainedSessionJSON {
  /// The bytes of the object.
  static func object(_ audited: AuditedSession, overrides: [PolicySetting]) -> [UInt8] {
    let explainer = Explainer(rules: audited.rules, overrides: overrides)
    var explanations = explainer.explain(
      audited.reading.trace, Explainer.Choice(includesUnjudged: true), results: audited.results
    )[...]
    var writer = JSONWriter(reserving: 1 << 12)
    AuditJSON.begin(audited, to: &writer)
    let consequences = Consequences(of: audited)
    for (index, rule) in audited.rules.enumerated() {
      var own: [Explanation] = []
      while explanations.first?.rule === rule { own.append(explanations.removeFirst()) }
      write(index, of: audited, own, consequences, to: &writer)
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  private static func write(
    _ index: Int, of audited: AuditedSession, _ explanations: [Explanation],
    _ consequences: Consequences, to writer: inout JSONWriter
  ) {
    let (rule, result) = (audited.rules[index], audited.results[index])
    let violations = result.violations
    let undecided = result.undecided
    writer.object {
      $0.field("rule", rule.id)
      $0.field("verdict", result.verdict.rawValue)
      $0.field("activations", result.activations)
      $0.array("violations") { writer in
        for (number, (violation, explanation)) in zip(violations, explanations).enumerated() {
          AuditJSON.write(
            violation, of: rule, in: audited.reading,
            consequences.cause(rule: index, violation: number),
            unlisted: result.unlistedViolations(like: number), explanation: explanation,
            to: &writer)
        }
      }
      $0.array("undecided") { writer in
        for (undecided, explanation) in zip(undecided, explanations.dropFirst(violations.count)) {
          AuditJSON.write(undecided, explanation: explanation, to: &writer)
        }
      }
      AuditJSON.writeUnlisted(result, to: &$0)
      if violations.isEmpty && undecided.isEmpty { write(explanations.first, to: &$0) }
    }
  }

  /// Writes the member `explanation`; nothing for nil.
  static func write(_ explanation: Explanation?, to writer: inout JSONWriter) {
    guard let explanation else { return }
    writer.object("explanation") { ExplanationJSON.members(explanation, &$0) }
  }
}
