public import AdLive
internal import PropertyTestingHosts

/// Why a test of an app fails: a violation of a rule with its records, or no journal.
public struct LiveTestFailure: Error, Sendable, CustomStringConvertible {
  /// The violation; nil if there is no journal.
  public let finding: LiveFinding?
  /// The rule, the values, what to change and the records.
  public let description: String

  init(_ finding: LiveFinding) {
    self.finding = finding
    description = finding.description
  }

  init(message: String) {
    finding = nil
    description = message
  }
}

extension LiveTestFailure: AttachedFailure {
  /// The records of the violation, as a journal.
  package var attachments: [(name: String, text: String)] {
    let lines = finding?.records.map { $0.text + "\n" } ?? []
    return lines.isEmpty ? [] : [("witness.jsonl", lines.joined())]
  }
}
