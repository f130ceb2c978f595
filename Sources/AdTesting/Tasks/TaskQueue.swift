/// The jobs that are ready on the thread of a case, each with the executor that it needs.
///
/// It is the main executor on that thread, and used nowhere else.
final class TaskQueue: SerialExecutor, @unchecked Sendable {
  private var jobs: [(job: UnownedJob, isMain: Bool)] = []
  private var next = 0
  private var globalTasks: AnyObject?

  /// Adds a job of the main actor.
  func enqueue(_ job: UnownedJob) { jobs.append((job, true)) }

  /// Adds a job of any other actor, or of none.
  func enqueueGlobal(_ job: UnownedJob) { jobs.append((job, false)) }

  /// Runs jobs in order until none is ready.
  ///
  /// - Parameter beforeEach: Called before each job; it blocks the thread of an abandoned case,
  ///   whose tasks may go on forever.
  func drain(beforeEach: () -> Void) {
    while next < jobs.count {
      beforeEach()
      let (job, isMain) = jobs[next]
      next += 1
      if isMain {
        job.runSynchronously(on: asUnownedSerialExecutor())
      } else {
        runGlobal(job)
      }
      if next == 1_000 { forgetDone() }
    }
    forgetDone()
  }

  private func forgetDone() {
    jobs.removeFirst(next)
    next = 0
  }

  /// Runs a job without an actor; an executor of its own takes what it yields.
  private func runGlobal(_ job: UnownedJob) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let global = globalTasks as? GlobalTasks ?? GlobalTasks(queue: self)
      globalTasks = global
      job.runSynchronously(on: global.asUnownedTaskExecutor())
    } else {
      job.runSynchronously(on: Self.noActor)
    }
  }

  /// Stops the process if the caller runs on any thread but the one of the case.
  ///
  /// The runtime asks where no job runs: in a call of the manager that is isolated to the main
  /// actor, for `MainActor.assumeIsolated` and for closures that the standard library calls.
  func checkIsolated() { precondition(CaseThread.running?.tasks === self) }

  /// Whether a job is ready.
  var isEmpty: Bool { next == jobs.count }

  /// The executor of code that is isolated to no actor, for which the runtime uses null.
  private static let noActor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
}

/// The executor of jobs that are isolated to no actor.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class GlobalTasks: TaskExecutor {
  private unowned let queue: TaskQueue

  init(queue: TaskQueue) { self.queue = queue }

  func enqueue(_ job: UnownedJob) { queue.enqueueGlobal(job) }
}
