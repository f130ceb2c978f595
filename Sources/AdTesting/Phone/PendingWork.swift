internal import AdSession

/// What the manager under test waits for: the answers to its loads, and the ends of its pauses.
struct PendingWork {
  typealias Answer = Result<any LoadedAd, LoadFailure>
  /// A call of `load`: for which placement, and what its answer is passed to.
  typealias Load = (placement: AdPlacement, complete: (Answer) -> Void)

  /// The completion handlers of the loads so far; the SDK can call one twice.
  private var loads: [(request: Symbol, load: Load)] = []
  /// The call of `load` that is running.
  private var current: Load?
  /// What resumes the tasks that wait, when the process ends.
  private var endings: [() -> Void] = []

  /// Takes a handler for the request that is recorded next.
  mutating func begin(_ placement: AdPlacement, _ complete: @escaping (Answer) -> Void) {
    current = (placement, complete)
  }

  /// Forgets the handler of a call that recorded no request.
  mutating func endCall() { current = nil }

  /// Assigns the current handler to the request that was recorded.
  mutating func assign(_ request: Symbol) {
    guard let load = current else { return }
    current = nil
    loads.append((request, load))
  }

  /// The call of `load` that made a request.
  func load(of request: Symbol) -> Load? { loads.last { $0.request == request }?.load }

  /// Adds a closure that is called when the process ends.
  mutating func atEnd(_ resume: @escaping () -> Void) { endings.append(resume) }

  /// Forgets everything, and returns what resumes the tasks that still wait.
  mutating func close() -> [() -> Void] {
    defer { self = PendingWork() }
    return endings
  }
}

/// A continuation of a task, resumed at most once.
final class PendingTask<Value> {
  private var continuation: CheckedContinuation<Moved<Value>, any Error>?

  init(_ continuation: CheckedContinuation<Moved<Value>, any Error>) {
    self.continuation = continuation
  }

  func resume(_ result: Result<Value, any Error>) {
    let waiting = continuation
    continuation = nil
    waiting?.resume(with: result.map { Moved(value: $0) })
  }
}

/// A job that wakes a sleeping task, started at most once.
final class SleepingJob {
  private var job: UnownedJob?

  init(_ job: UnownedJob) { self.job = job }

  func wake() {
    guard let sleeping = job else { return }
    job = nil
    CaseThread.running?.tasks.enqueueGlobal(sleeping)
  }
}

/// A value that a task on the thread of the phone receives; the compiler cannot know that thread.
struct Moved<Value>: @unchecked Sendable {
  let value: Value
}
