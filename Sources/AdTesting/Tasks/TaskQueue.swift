import Dispatch

/// The jobs that are ready on the thread of a case, each with the executor that it needs.
///
/// It is the main executor on that thread, and used nowhere else.
final class TaskQueue: SerialExecutor, @unchecked Sendable {
  private var jobs: [(job: UnownedJob, isMain: Bool)] = []
  private var next = 0
  private var globalTasks: AnyObject?
  /// The time at which the current job went on, by the real clock.
  private var jobBegan = DispatchTime.now()
  /// Makes a job ready after some simulated milliseconds; nil between two processes.
  var wait: ((_ job: UnownedJob, _ milliseconds: Int64) -> Void)?

  /// Adds a job of the main actor.
  func enqueue(_ job: UnownedJob) { jobs.append((job, true)) }

  /// Adds a job of any other actor, or of none.
  func enqueueGlobal(_ job: UnownedJob) { jobs.append((job, false)) }

  /// Adds a job that becomes ready after a duration; forgets it if no process is simulated.
  func enqueue(_ job: UnownedJob, afterNanoseconds nanoseconds: Int64) {
    wait?(job, SleepDuration.milliseconds(atLeast: nanoseconds, atMost: nanoseconds))
  }

  /// Adds a job that becomes ready at the end of a duration that began since the current job went
  /// on.
  ///
  /// - Parameter left: What is left of the duration by the real clock, in nanoseconds.
  func enqueue(_ job: UnownedJob, whenNanosecondsLeft left: Int64) {
    let passed = DispatchTime.now().uptimeNanoseconds - jobBegan.uptimeNanoseconds
    wait?(job, SleepDuration.milliseconds(atLeast: left, atMost: left + Int64(clamping: passed)))
  }

  /// Runs jobs in order until none is ready.
  ///
  /// - Parameter beforeEach: Called before each job; it blocks the thread of an abandoned case,
  ///   whose tasks may go on forever.
  func drain(beforeEach: () -> Void) {
    while next < jobs.count {
      beforeEach()
      let (job, isMain) = jobs[next]
      next += 1
      jobBegan = .now()
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
final class GlobalTasks: TaskExecutor {
  unowned let queue: TaskQueue

  init(queue: TaskQueue) { self.queue = queue }

  func enqueue(_ job: UnownedJob) { queue.enqueueGlobal(job) }
}
