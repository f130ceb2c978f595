public import AdRecording
public import AdRules

/// Audits a session while the app records it, for debug builds and tests.
///
/// Iterate to receive each violation once, as soon as it is certain. A passed deadline is reported
/// when it passes, without waiting for the next record:
///
/// ```swift
/// #if DEBUG
///   let live = LiveAudit(session)
///   Task {
///     for await finding in live { print(finding) }
///   }
/// #endif
/// ```
///
/// The audit reads the journal again whenever the recorder has written to it, on a thread of its
/// own, and for at most a quarter of the time. So it never misses a record, also if it begins late;
/// under load, findings come later. What the recorder drops is a gap, as in every audit. The
/// recording thread does nothing for it.
///
/// Further records retract no violation, with two exceptions, in which the verdict becomes
/// inconclusive although the finding was reported: a record that reuses a name, and lost records
/// directly after a passed deadline.
///
/// The audit ends with the session, or when the last reference to it and its iterators is gone.
public final class LiveAudit: AsyncSequence, Sendable {
  /// A violation.
  public typealias Element = LiveFinding

  /// The rules, in the order of the catalogue.
  public let rules: [Rule]
  let core: LiveCore

  /// Begins to audit a session; all its records count, also earlier ones.
  ///
  /// - Parameters:
  ///   - session: The recorder of the session.
  ///   - rules: The rules; those of a rule file can be added.
  ///   - signposts: Whether loads and shows also become intervals in Instruments, where the system
  ///     has signposts.
  public convenience init(
    _ session: SessionRecorder, rules: [Rule] = RuleBook.all, signposts: Bool = false
  ) {
    self.init(session, rules: rules, intervals: signposts ? AdIntervals.signposts() : nil)
  }

  init(_ session: SessionRecorder, rules: [Rule], intervals: AdIntervals?) {
    self.rules = rules
    core = LiveCore(session, rules, intervals)
    core.start()
  }

  deinit { core.stop() }

  /// Iterates over the violations from the first one on; ends with the session or the task.
  ///
  /// Every iterator receives all violations.
  public func makeAsyncIterator() -> Iterator { Iterator(audit: self) }

  /// An iterator over violations.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let audit: LiveAudit
    private var next = 0

    fileprivate init(audit: LiveAudit) { self.audit = audit }

    /// The next violation; nil if the session has ended or the task is cancelled.
    public mutating func next() async -> LiveFinding? {
      let finding = await audit.core.finding(at: next)
      if finding != nil { next += 1 }
      return finding
    }
  }

  /// The violations so far.
  public var findings: [LiveFinding] { core.findings }

  /// The verdicts after all records so far, which are written first.
  ///
  /// After the end of the session they are those of `adjournal audit` for its journal.
  public func verdicts() async -> LiveVerdicts {
    await withCheckedContinuation { answer in
      core.ask(.verdicts { answer.resume(returning: $0) })
    }
  }

  /// Says whether presenting a loaded ad now would violate a rule, by what is recorded so far.
  ///
  /// This is advice and prevents nothing. Rules about what follows a show, such as the next
  /// request, do not take part.
  ///
  /// - Parameters:
  ///   - ad: The name of the ad in the journal.
  ///   - scene: The window scene; nil if the app does not record one.
  ///   - trigger: What the ad would be presented for; nil if the app does not record it.
  public func mayShow(
    _ ad: String, in scene: String? = nil,
    trigger: Recorded.Trigger? = nil
  ) async -> ShowAdvice {
    let show = ImaginedShow(ad: ad, scene: scene, trigger: trigger)
    return await withCheckedContinuation { answer in
      core.ask(.advice(show) { answer.resume(returning: $0) })
    }
  }

  /// Makes the audit look at the clock of the session, which a test has set.
  package func clockDidChange() { core.wake() }
}
