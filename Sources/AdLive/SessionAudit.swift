internal import AdRecording
internal import AdReplay
internal import AdRules
internal import AdSession
internal import JournalInput

/// Audits the journal of a running session again and again, on one thread.
///
/// Each audit reads the whole journal, so that the verdicts are those of `adjournal audit`. Further
/// records retract no violation, so each is reported once.
final class SessionAudit {
  /// What one audit found.
  struct Outcome {
    /// The violations that no earlier audit reported.
    var findings: [LiveFinding] = []
    /// The `t` at which the next deadline passes if no record comes; nil if none does.
    var deadline: Int64?
    var verdicts: LiveVerdicts
  }

  /// A violation in all audits: its rule and the record before the one that made it certain.
  ///
  /// A deadline that has passed is certain at a record that the journal does not have yet. The end
  /// and the beginning of a file can come before it: they do not count.
  private struct Identity: Hashable {
    var rule: Int
    var before: Int64
  }

  private struct Activation: Hashable {
    var rule: Int
    var seq: Int64
  }

  /// Deadlines count as at most this far away: 100 years, so that sums of times do not overflow.
  private static let farthest: Int64 = 100 * 366 * 86_400_000

  let rules: [Rule]
  private let judge: Judge
  private let counters: DayCounters?
  private var journal: SessionJournal
  private var reported: [Identity: Int] = [:]
  /// The remaining active time of each open deadline at the last audit, in milliseconds.
  private var remaining: [Activation: Int64] = [:]
  /// The newest record of the last audit.
  private(set) var newest: Int64 = 0

  init(folder: String, session: String, rules: [Rule]) {
    self.rules = rules
    judge = Judge(rules: rules)
    counters = DayCounters(rules, overrides: [])
    journal = SessionJournal(folder: folder, session: session)
  }

  /// Audits the journal; calls `see` with the trace and the events that are new.
  ///
  /// - Parameter point: The present point of a session that goes on; nil to audit the journal as it
  ///   is.
  func audit(at point: SessionMoment?, see: (Trace, Range<Int>) -> Void = { _, _ in }) -> Outcome {
    guard let reading = journal.read() else { return Outcome(verdicts: .none(rules)) }
    let trace = reading.trace
    let count = trace.events.count
    see(trace, (trace.events.firstIndex { $0.seq > newest } ?? count)..<count)
    let hasNews = trace.events.last.map { $0.seq > newest } ?? false
    newest = trace.events.last?.seq ?? newest
    if let point, isComplete(trace, point) {
      trace.append(.unknown, at: point.moment.t, wall: point.moment.wallMilliseconds)
    }
    let results = judge(trace)
    let outcome = Outcome(
      findings: news(in: results, reading, count),
      deadline: deadline(in: results, trace, hasNews: hasNews),
      verdicts: LiveVerdicts(rules: rules, results: results, records: count))
    trace.events.removeSubrange(count...)
    return outcome
  }

  /// The journal as it is; nil if there is none.
  func readTrace() -> Trace? { journal.read()?.trace }

  /// Whether the journal has all records up to a point, and no later one.
  private func isComplete(_ trace: Trace, _ point: SessionMoment) -> Bool {
    guard let last = trace.events.last else { return false }
    return last.seq >= point.newest && last.t < point.moment.t && trace.end != .clean
  }

  func judge(_ trace: Trace) -> RuleResults {
    judge.judge(trace, otherShows: earlierShows(trace))
  }

  /// What one session shows of the earlier sessions of its install, as in an audit of it alone.
  private func earlierShows(_ trace: Trace) -> OtherShows {
    guard let header = trace.header, !header.install.isEmpty,
      counters != nil && header.launchCount != 1 || trace.dependsOnEarlierShows([]),
      let session = InstallSession(trace, counters)
    else { return .unknown }
    return InstallSessions([session], rules: rules).earlierShows(of: 0)
  }

  private func news(
    in results: RuleResults, _ reading: SessionReading, _ count: Int
  ) -> [LiveFinding] {
    var maker = FindingMaker(reading, count: count)
    var times: [Identity: Int] = [:]
    var news: [LiveFinding] = []
    for rule in results.indicesOfFindings {
      for violation in results[rule].violations {
        let before = reading.trace.events[..<violation.certainAt].last { !$0.kind.isMark }
        let identity = Identity(rule: rule, before: before?.seq ?? 0)
        times[identity, default: 0] += 1
        guard times[identity, default: 0] > reported[identity, default: 0] else { continue }
        reported[identity, default: 0] += 1
        news.append(maker.finding(violation, of: rules[rule]))
      }
    }
    return news.sorted { ($0.t, $0.severity) < ($1.t, $1.severity) }
  }

  /// The `t` at which the next deadline passes.
  ///
  /// A deadline that did not come closer although time passed does not run, as in the background or
  /// while the recorder cannot write: it waits for the next record.
  private func deadline(in results: RuleResults, _ trace: Trace, hasNews: Bool) -> Int64? {
    let earlier = hasNews ? [:] : remaining
    remaining = [:]
    var next: Int64?
    for rule in results.indicesOfFindings {
      for activation in results[rule].undecided where activation.why == .pending {
        guard let left = activation.remainingMs else { continue }
        let key = Activation(rule: rule, seq: activation.seq)
        remaining[key] = left
        if let before = earlier[key], before <= left { continue }
        next = min(next ?? .max, left)
      }
    }
    guard let next, let last = trace.events.last else { return nil }
    return last.t + min(next, Self.farthest) + 1
  }
}

extension EventKind {
  /// Whether it is the end or the beginning of a file.
  fileprivate var isMark: Bool { self == .sessionSealed || self == .sessionContinued }
}

extension Trace {
  /// Adds an event that the journal does not have, at a time after all records.
  func append(_ kind: EventKind, at t: Int64, wall: Int64) {
    var event = Event(kind)
    event.seq = (events.last?.seq ?? 0) + 1
    event.t = t
    event.wall = wall
    events.append(event)
  }
}
