import Foundation

/// Keeps the tasks that start on the thread of a case on that thread.
///
/// The concurrency runtime lets a process replace how jobs are enqueued. The replacement looks at
/// the current thread: on the thread of a case it adds the job to ``CaseThread/tasks``, on any
/// other thread it does what the runtime does. So `Task { await … }` in a manager runs in a fixed
/// order, also on the main actor.
enum TaskInterception {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  /// Installs the replacement, once in a process.
  static func install() { _ = installed }

  private static let installed: Bool = {
    set("swift_task_enqueueGlobal_hook", to: enqueueGlobal)
    set("swift_task_enqueueMainExecutor_hook", to: enqueueMain)
    set("swift_task_getMainExecutor_hook", to: mainExecutor)
    return true
  }()

  private static let enqueueGlobal: EnqueueHook = { job, original in
    if let thread = CaseThread.running { thread.tasks.enqueueGlobal(job) } else { original(job) }
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
