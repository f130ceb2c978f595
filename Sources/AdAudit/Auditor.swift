public import AdReplay
public import JournalInput
public import AdRules
public import AdSession

/// Audits journals: reads them, judges every session on all cores, and hands out reports in order.
public struct Auditor: Sendable {
  /// The rules to judge by.
  public var rules: [Rule]
  /// Thresholds that override those in the journals.
  public var policy: [PolicySetting]
  /// How the journals are read.
  public var reader: JournalReader
  /// Chooses the results of a session that are reported and counted; nil reports all of them.
  ///
  /// It keeps verdicts and leaves out violations. It is called on any thread.
  package var narrow: (@Sendable (AuditedSession) -> RuleResults)?

  /// Makes an auditor.
  public init(
    rules: [Rule] = RuleBook.all, policy: [PolicySetting] = [], reader: JournalReader
  ) {
    self.rules = rules
    self.policy = policy
    self.reader = reader
  }

  /// What an audit hands out: a journal's sessions, then the journal.
  public enum Output {
    /// The report of one session, as `render` made it, its counts and its findings.
    case session(report: [UInt8], tally: Tally, damage: [Damage], notes: [Note])
    /// All sessions of this journal were handed out.
    case journal(JournalSummary)
    /// A file could not be read, or not to its end.
    case failure(InputError)
  }

  /// Audits files, folders and streams.
  ///
  /// `render` is called on any thread. The outputs come in the order in which the sessions began.
  /// Sessions whose verdicts can depend on the shows of earlier sessions of their install are
  /// judged when all inputs were read and these shows are counted; they are handed out then, with
  /// all that comes after them.
  public func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) -> AuditOutputs {
    audit(paths, render: render, loss: DiskLoss())
  }

  /// Audits files, folders and streams, as ``audit(_:render:)`` does.
  ///
  /// Bytes that the disk lost are reported once, at the end; `loss` can be that of what the caller
  /// keeps there.
  package func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8], loss: DiskLoss
  ) -> AuditOutputs {
    AuditOutputs(auditor: self, paths: paths, render: render, loss: loss)
  }
}
