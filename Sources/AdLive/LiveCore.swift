internal import AdRecording
internal import AdRules
internal import Platform

/// What the thread of a live audit, the recorder and the iterators share.
final class LiveCore: @unchecked Sendable {
  /// A question that the thread answers.
  enum Question: Sendable {
    case verdicts(@Sendable (LiveVerdicts) -> Void)
    case advice(ImaginedShow, @Sendable (ShowAdvice) -> Void)
  }

  /// What the thread does next.
  private enum Work {
    case audit
    /// All records must be written first: a deadline has passed, or there are questions.
    case auditAll([Question])
    case stop
  }

  /// An iterator that waits.
  private struct Waiter {
    var index: Int
    var answer: CheckedContinuation<LiveFinding?, Never>
  }

  private let recorder: SessionRecorder
  private let rules: [Rule]
  private let intervals: AdIntervals?
  private let monitor = ConditionLock()
  // The lock guards these.
  private var found: [LiveFinding] = []
  private var waiters: [Int: Waiter] = [:]
  private var newestWaiter = 0
  private var questions: [Question] = []
  private var hasNews = true
  private var isStopped = false
  /// The verdicts at the end; nil while the thread runs.
  private var last: LiveVerdicts?
  /// The `t` at which the next deadline passes.
  private var deadline: Int64?
  /// The time at which the next audit may begin, in nanoseconds.
  private var earliest: Int64 = 0
  private var observation: PassObservation?

  /// After an audit, the thread rests this many times as long.
  private static let rest: Int64 = 3

  init(_ recorder: SessionRecorder, _ rules: [Rule], _ intervals: AdIntervals?) {
    self.recorder = recorder
    self.rules = rules
    self.intervals = intervals
  }

  func start() {
    observation = recorder.observePasses { [weak self] in self?.noteNews() }
    let thread = WorkerThread { self.run() }
    thread?.detach()
    if thread == nil { end(.none(rules)) }
  }

  /// Ends the thread and all iterations.
  func stop() {
    monitor.withLock {
      isStopped = true
      observation = nil
    }
    wake()
  }

  func wake() { monitor.wakeAll() }

  private func noteNews() {
    monitor.withLock { hasNews = true }
    wake()
  }
}

/// The methods for iterators and questions.
extension LiveCore {
  var findings: [LiveFinding] { monitor.withLock { found } }

  /// The finding with an index, as soon as it exists; nil at the end or if the task is cancelled.
  func finding(at index: Int) async -> LiveFinding? {
    let id = monitor.withLock {
      newestWaiter += 1
      return newestWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(Waiter(index: index, answer: $0), id) }
    } onCancel: {
      monitor.withLock { waiters.removeValue(forKey: id) }?.answer.resume(returning: nil)
    }
  }

  private func wait(_ waiter: Waiter, _ id: Int) {
    let now: LiveFinding?? = monitor.withLock {
      if waiter.index < found.count { return found[waiter.index] }
      if last != nil || Task.isCancelled { return .some(nil) }
      waiters[id] = waiter
      return nil
    }
    if let now { waiter.answer.resume(returning: now) }
  }

  func ask(_ question: Question) {
    let end = monitor.withLock {
      if last == nil { questions.append(question) }
      return last
    }
    if let end { Self.answer(question, end) } else { wake() }
  }

  private static func answer(_ question: Question, _ last: LiveVerdicts) {
    switch question {
    case .verdicts(let answer): answer(last)
    case .advice(_, let answer): answer(.unknown("the session has ended"))
    }
  }
}

/// The thread.
extension LiveCore {
  private func run() {
    let audit = SessionAudit(
      folder: recorder.journalFolder, session: recorder.session, rules: rules)
    while true {
      var asked: [Question] = []
      let work = next()
      if case .stop = work { return end(.none(rules)) }
      // Taken before the journal is read: then a final journal is whole.
      let point = recorder.point
      if case .auditAll(let questions) = work {
        asked = questions
        if !point.isFinal { recorder.writeAndWait() }
      } else if point.newest <= audit.newest, !point.isFinal {
        continue
      }
      let start = SystemCalls.live.now()
      let outcome = audit.audit(at: point.isFinal ? nil : point) { intervals?.see($0, $1) }
      publish(outcome, since: start)
      for question in asked { answer(question, by: audit, outcome, point) }
      if point.isFinal { return end(outcome.verdicts) }
    }
  }

  /// Waits until there is something to do.
  private func next() -> Work {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if isStopped { return .stop }
      let left = deadline.map { $0 * 1_000_000 - recorder.point.moment.sinceStart }
      if !questions.isEmpty || left.map({ $0 <= 0 }) ?? false {
        defer { questions = [] }
        hasNews = false
        return .auditAll(questions)
      }
      let pause = earliest - SystemCalls.live.now()
      if hasNews, pause <= 0 {
        hasNews = false
        return .audit
      }
      monitor.wait(nanoseconds: hasNews ? min(pause, left ?? .max) : left)
    }
  }

  private func publish(_ outcome: SessionAudit.Outcome, since start: Int64) {
    let now = SystemCalls.live.now()
    let ready = monitor.withLock {
      found += outcome.findings
      deadline = outcome.deadline
      earliest = now + Self.rest * (now - start)
      let ready = waiters.filter { $0.value.index < found.count }
      for id in ready.keys { waiters[id] = nil }
      return ready.values.map { ($0.answer, found[$0.index]) }
    }
    for (answer, finding) in ready { answer.resume(returning: finding) }
  }

  private func answer(
    _ question: Question, by audit: SessionAudit, _ outcome: SessionAudit.Outcome,
    _ point: SessionMoment
  ) {
    switch question {
    case .verdicts(let answer): answer(outcome.verdicts)
    case .advice(let show, let answer): answer(audit.advice(on: show, at: point))
    }
  }

  /// Answers all questions and ends all iterations.
  private func end(_ verdicts: LiveVerdicts) {
    let (left, waiting) = monitor.withLock {
      last = verdicts
      observation = nil
      defer { (questions, waiters) = ([], [:]) }
      return (questions, waiters.values.map { $0.answer })
    }
    for question in left { Self.answer(question, verdicts) }
    for answer in waiting { answer.resume(returning: nil) }
  }
}
