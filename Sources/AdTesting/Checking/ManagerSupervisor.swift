import Foundation

/// Calls the manager under test, and collects its errors in one case.
///
/// Thread-safe: the watchdog uses it on another thread.
final class ManagerSupervisor: @unchecked Sendable {
  private let lock = NSLock()
  private var messages: [String] = []
  private var call: (name: String, since: DispatchTime)?
  private var isAbandoned = false
  /// The number of calls of the manager that are running, one inside the other.
  private var depth = 0
  /// What happened so far; nil if nobody reads it.
  let timeline: CaseTimeline?

  init(_ timeline: CaseTimeline? = nil) { self.timeline = timeline }

  /// The messages of the errors, in order, each once.
  var errors: [String] { lock.withLock { messages } }

  func reportError(_ message: String) {
    lock.withLock { if !messages.contains(message) { messages.append(message) } }
  }

  /// Calls the manager, and runs the tasks that it started; a thrown error is reported with the
  /// name of the call.
  ///
  /// As on the main thread of an app, the tasks wait until the outermost call returns.
  func run(
    _ name: String, _ line: @autoclosure () -> String? = nil, _ body: () throws -> Void
  ) {
    if let timeline, let line = line() { timeline.add(line, depth: depth) }
    depth += 1
    call(name, body)
    depth -= 1
    guard depth == 0, let tasks = CaseThread.running?.tasks, !tasks.isEmpty else { return }
    depth += 1
    call("a task") { tasks.drain(beforeEach: blockIfAbandoned) }
    depth -= 1
  }

  /// Notes a call by the manager, such as a load.
  func note(_ line: @autoclosure () -> String) { timeline?.add(line(), depth: depth) }

  private func call(_ name: String, _ body: () throws -> Void) {
    let outer = lock.withLock {
      let outer = call?.name
      call = (name, .now())
      return outer
    }
    do { try body() } catch { reportError("the manager threw '\(error)' in '\(name)'") }
    blockIfAbandoned()
    lock.withLock { call = outer.map { ($0, .now()) } }
  }

  /// Abandons the case if the current call has lasted longer than a number of seconds.
  ///
  /// - Returns: The name of the call; nil if the case goes on.
  func abandon(after seconds: Double) -> String? {
    lock.withLock {
      guard let call else { return nil }
      let passed = DispatchTime.now().uptimeNanoseconds - call.since.uptimeNanoseconds
      isAbandoned = Double(passed) / 1e9 > seconds
      return isAbandoned ? call.name : nil
    }
  }

  /// Blocks the thread of an abandoned case forever, so that it cannot change anything.
  func blockIfAbandoned() {
    while lock.withLock({ isAbandoned }) { Thread.sleep(forTimeInterval: 3_600) }
  }
}

/// Identifies the thread that created the value.
struct CallerThread {
  private let thread = pthread_self()

  /// Whether the current thread is that thread.
  var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
