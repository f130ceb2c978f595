import Foundation

/// Keeps the tasks that start on the thread of a case on that thread.
///
/// The concurrency runtime lets a process replace how jobs are enqueued. The replacement looks at
/// the current thread: on the thread of a case it adds the job to ``CaseThread/tasks``, on any
/// other thread it does what the runtime does. So `Task { await … }` in a manager runs in a fixed
/// order, also on the main actor, and `Task.sleep` takes simulated time.
///
/// Newer runtimes ask the executors of ``TaskQueue`` to wait, and older ones these replacements.
enum TaskInterception {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias EnqueueLater = @convention(thin) (UInt64, UnownedJob) -> Void
  private typealias EnqueueLaterHook =
    @convention(thin) (UInt64, UnownedJob, EnqueueLater) -> Void
  private typealias EnqueueAt =
    @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) -> Void
  private typealias EnqueueAtHook =
    @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob, EnqueueAt) -> Void
  private typealias ReadClock =
    @convention(thin) (UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>, Int32) -> Void
  private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  /// Installs the replacement, once in a process.
  static func install() { _ = installed }

  private static let installed: Bool = {
    set("swift_task_enqueueGlobal_hook", to: enqueueGlobal)
    set("swift_task_enqueueGlobalWithDelay_hook", to: enqueueLater)
    set("swift_task_enqueueGlobalWithDeadline_hook", to: enqueueAt)
    set("swift_task_enqueueMainExecutor_hook", to: enqueueMain)
    set("swift_task_getMainExecutor_hook", to: mainExecutor)
    return true
  }()

  private static let enqueueGlobal: EnqueueHook = { job, original in
    if let thread = CaseThread.running { thread.tasks.enqueueGlobal(job) } else { original(job) }
  }

  private static let enqueueLater: EnqueueLaterHook = { nanoseconds, job, original in
    guard let thread = CaseThread.running else { return original(nanoseconds, job) }
    thread.tasks.enqueue(job, afterNanoseconds: Int64(clamping: nanoseconds))
  }

  private static let enqueueAt: EnqueueAtHook = {
    seconds, nanoseconds, tolerance, nanosecondsOfTolerance, clock, job, original in
    guard let thread = CaseThread.running, let now = time(of: clock) else {
      return original(seconds, nanoseconds, tolerance, nanosecondsOfTolerance, clock, job)
    }
    let left = (seconds - now.seconds) * 1_000_000_000 + nanoseconds - now.nanoseconds
    thread.tasks.enqueue(job, whenNanosecondsLeft: left)
  }

  /// The current time of a clock of the runtime; nil in a runtime that does not tell.
  private static func time(of clock: Int32) -> (seconds: Int64, nanoseconds: Int64)? {
    guard let address = dlsym(dlopen(nil, RTLD_LAZY), "swift_get_time") else { return nil }
    var (seconds, nanoseconds) = (0 as Int64, 0 as Int64)
    unsafeBitCast(address, to: ReadClock.self)(&seconds, &nanoseconds, clock)
    return (seconds, nanoseconds)
  }

  private static let enqueueMain: EnqueueHook = { job, original in
    if let thread = CaseThread.running { thread.tasks.enqueue(job) } else { original(job) }
  }

  private static let mainExecutor: MainExecutorHook = { original in
    CaseThread.running.map { $0.tasks.asUnownedSerialExecutor() } ?? original()
  }

  /// Sets a variable of the runtime; does nothing in a runtime that does not have it.
  private static func set<Hook>(_ name: String, to hook: Hook) {
    let address = dlsym(dlopen(nil, RTLD_LAZY), name)
    address?.assumingMemoryBound(to: Hook?.self).pointee = hook
  }
}
