internal import JournalFormat
internal import AdAudit
package import AdRules
internal import JSONLines
internal import Platform

/// The verdicts of a session in one letter per rule, in a line that leaves rules out.
///
/// | member | content |
/// |---|---|
/// | `rule_set` | a hash of the ids of the rules, in their order; vectors of the same rules can be compared letter by letter |
/// | `verdicts` | one letter per rule: `h` holds, `v` violated, `i` inconclusive, `-` vacuous, `.` not captured |
/// | `activations` | the rules that are asked for and have no violation, each with its number of activations; absent if there is none |
/// | `left_out` | the violated rules that are not in the line, each with `severity`, the number of `violations` and that of the `late` ones; absent if there is none |
///
/// So the counts of a line do not depend on the rules that are left out of it.
package struct VerdictVector: Sendable {
  private let ruleSet: String
  private let only: Set<Verdict>
  /// The verdicts for which a line has only the number of activations.
  static let countedVerdicts: Set<Verdict> = [.holds, .inconclusive, .vacuous]

  /// The letters of the verdicts, in the order of ``RuleResults/plainVerdicts``.
  private static let letters = Array("hvi-...".utf8)

  init(rules: [Rule], only: Set<Verdict>) {
    ruleSet = Self.ruleSet(rules)
    self.only = only
  }

  /// The hash of the ids of rules, in their order.
  package static func ruleSet(_ rules: [Rule]) -> String {
    String(SHA256.hex(of: rules.map { $0.id }.joined(separator: "\n")).prefix(8))
  }

  /// The verdict of a letter; nil for another one.
  package static func verdict(_ letter: UInt8) -> Verdict? {
    letters.firstIndex(of: letter).map { Verdict.inOrderOfContract[$0] }
  }

  /// The letters of the rules that applied at least once.
  package static let activated = letters.prefix(Verdict.vacuous.index)

  /// The letters of results.
  package static func letters(of results: RuleResults) -> [UInt8] {
    results.indices.map { index in
      letters[results.plain(index)?.verdict ?? results[index].verdict.index]
    }
  }

  /// Writes the members of a session's line.
  func write(_ audited: AuditedSession, to writer: inout JSONWriter) {
    writer.field("rule_set", ruleSet)
    writer.field("verdicts", String(decoding: Self.letters(of: audited.results), as: UTF8.self))
    if !only.isDisjoint(with: Self.countedVerdicts) { writeActivations(audited, to: &writer) }
    if !only.contains(.violated) && audited.isViolated { writeLeftOut(audited, to: &writer) }
  }

  private func writeActivations(_ audited: AuditedSession, to writer: inout JSONWriter) {
    let counted = only.intersection(Self.countedVerdicts)
    let indexes = audited.results.indices.filter { counted.contains(audited.results[$0].verdict) }
    if indexes.isEmpty { return }
    writer.object("activations") { writer in
      for index in indexes {
        writer.key(audited.rules[index].id)
        writer.integer(Int64(audited.results[index].activations))
      }
    }
  }

  private func writeLeftOut(_ audited: AuditedSession, to writer: inout JSONWriter) {
    writer.object("left_out") { writer in
      for index in audited.results.indicesOfFindings {
        let violations = audited.results[index].violationCount
        if violations == 0 { continue }
        writer.key(audited.rules[index].id)
        writer.object {
          $0.field("severity", audited.rules[index].severity.rawValue)
          $0.field("violations", violations)
          let late = audited.results[index].lateViolations
          if late > 0 { $0.field("late", late) }
        }
      }
    }
  }
}
