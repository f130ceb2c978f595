package import AdAudit
package import AdReplay
package import AdRules
package import AdSession

/// One output format of an audit.
///
/// Any thread renders a session. All other calls come from one thread, in the order of the
/// journals: `begin`, then for each journal its sessions and the journal itself, then `end`. Output
/// goes to `write` as soon as it is complete, since a report can be larger than the memory.
package protocol AuditFormat {
  /// A receiver of output.
  typealias Write = ([UInt8]) -> Void

  /// What a terminal makes of the output.
  static var kind: OutputKind { get }

  /// Renders a session.
  ///
  /// The result waits until it is the turn of the session. An empty result changes no output.
  var render: @Sendable (AuditedSession) -> [UInt8] { get }

  /// Writes what comes before the first session.
  mutating func begin(_ write: Write)

  /// Writes a session as ``render`` returned it.
  mutating func session(_ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write)

  /// Ends a journal; all of its sessions came before.
  mutating func journal(_ summary: JournalSummary, _ write: Write)

  /// Reports an input that could not be read.
  mutating func failure(_ error: InputError, _ write: Write)

  /// Writes what comes after the last journal.
  mutating func end(_ tally: Tally, _ write: Write)
}

extension AuditFormat {
  package static var kind: OutputKind { .lines }

  package mutating func begin(_ write: Write) {}

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) { write(report) }

  package mutating func journal(_ summary: JournalSummary, _ write: Write) {}

  package mutating func failure(_ error: InputError, _ write: Write) {}

  package mutating func end(_ tally: Tally, _ write: Write) {}
}

/// The settings that the formats of an audit need.
package struct AuditFormatSettings {
  package var rules: [Rule]
  /// The style of text.
  package var style: TextStyle
  /// The least severity that fails the audit.
  package var least: Severity
  /// Whether inconclusive and vacuous verdicts fail the audit, too.
  package var isStrict: Bool
  /// Whether violations and damage do not fail the audit, for Markdown.
  package var exitsZero = false
  /// The verdicts whose rules JSON lists; nil for all.
  package var only: Set<Verdict>?
  /// The version of the tool.
  package var version: String
  /// Whether JSON lines have the facts and the ad figures of every session.
  package var hasFigures = false
  /// The problems in the baseline, for all formats but JSON; nil without one.
  package var acceptedProblems: AcceptedProblems?
  /// For JSON with explanations, the thresholds that override those in the journals; nil leaves the
  /// explanations out.
  package var explanationPolicy: [PolicySetting]?
  /// The number of sessions that text lists of many; 0 for all of them, nil for the usual number.
  package var top: Int?
  /// What text makes the next commands from; nil for none.
  package var inputs: FollowUps.Inputs?
  /// What the exit status depends on, as a line of text, or nothing.
  package var exitNote: @Sendable (Tally) -> String = { _ in "" }
  /// Records whether the disk lost anything that a format keeps there.
  package var loss: DiskLoss

  package init(
    rules: [Rule], style: TextStyle, least: Severity, isStrict: Bool, only: Set<Verdict>?,
    version: String, loss: DiskLoss
  ) {
    self.rules = rules
    self.style = style
    self.least = least
    self.isStrict = isStrict
    self.only = only
    self.version = version
    self.loss = loss
  }
}

/// What a terminal makes of output.
package enum OutputKind {
  /// Text for people, in lines that fit.
  case text
  /// JSON, with the characters escaped that a terminal would obey.
  case json
  /// Other lines for programs, as they are.
  case lines
}
