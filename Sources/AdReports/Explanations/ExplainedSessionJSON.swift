internal import AdAudit
internal import AdExplaining
internal import AdReplay
internal import AdRules
internal import AdSession
internal import JSONLines

/// The object of a session in the JSON of an audit, with an `explanation` of each violation, of
/// each undecided activation, and of each rule that is not explained by those.
enum ExplainedSessionJSON {
  /// The bytes of the object.
  static func object(_ audited: AuditedSession, by explainer: Explainer) -> [UInt8] {
    let explanations = explainer.explain(
      audited.reading.trace, Explainer.Choice(includesUnjudged: true), results: audited.results)
    let written = written(explanations)
    var writer = JSONWriter(reserving: 1 << 12)
    AuditJSON.begin(audited, to: &writer)
    let consequences = Consequences(of: audited)
    for (index, rule) in audited.rules.enumerated() {
      write(index, of: audited, written[rule.id] ?? OfRule(), consequences, to: &writer)
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  /// The explanations of a rule as JSON.
  private struct OfRule {
    var violations: [[UInt8]] = []
    /// By the `seq` of the activation.
    var ofActivation: [Int64: [UInt8]] = [:]
    var rule: [UInt8]?
  }

  /// The explanations by the id of their rule; each is written before the next one is searched.
  private static func written(_ explanations: Explanations) -> [String: OfRule] {
    var written: [String: OfRule] = [:]
    for explanation in explanations {
      let bytes = object { ExplanationJSON.members(explanation, &$0) }
      let id = explanation.rule.id
      switch explanation.finding {
      case .violation: written[id, default: OfRule()].violations.append(bytes)
      case .undecided(let undecided, _):
        let reference = object { $0.field("as_seq", undecided.seq) }
        for seq in explanation.equalSeqs {
          written[id, default: OfRule()].ofActivation[seq] = reference
        }
        written[id, default: OfRule()].ofActivation[undecided.seq] = bytes
      case .untrusted, .vacuous, .notCaptured: written[id, default: OfRule()].rule = bytes
      }
    }
    return written
  }

  private static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return writer.bytes
  }

  private static func write(
    _ index: Int, of audited: AuditedSession, _ explanations: OfRule,
    _ consequences: Consequences, to writer: inout JSONWriter
  ) {
    let (rule, result) = (audited.rules[index], audited.results[index])
    let violations = zip(result.violations, explanations.violations)
    writer.object {
      $0.field("rule", rule.id)
      $0.field("verdict", result.verdict.rawValue)
      $0.field("activations", result.activations)
      $0.array("violations") { writer in
        for (number, (violation, explanation)) in violations.enumerated() {
          AuditJSON.write(
            violation, of: rule, in: audited.reading,
            consequences.cause(rule: index, violation: number),
            unlisted: result.unlistedViolations(like: number), explanation: explanation,
            to: &writer)
        }
      }
      $0.array("undecided") { writer in
        for undecided in result.undecided {
          AuditJSON.write(
            undecided, explanation: explanations.ofActivation[undecided.seq], to: &writer)
        }
      }
      AuditJSON.writeUnlisted(result, to: &$0)
      write(explanations.rule, to: &$0)
    }
  }

  /// Writes the member `explanation`; nothing for nil.
  static func write(_ explanation: [UInt8]?, to writer: inout JSONWriter) {
    guard let explanation else { return }
    writer.key("explanation")
    writer.raw(explanation)
  }
}
