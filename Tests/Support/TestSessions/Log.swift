import Foundation

/// The calls that delegates received, in order; calls on other threads end in `elsewhere`.
package final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [String] = []
  private let home = ObjectIdentifier(Thread.current)

  package init() {}

  package func add(_ entry: String) {
    let isHere = ObjectIdentifier(Thread.current) == home
    lock.withLock { entries.append("\(entry)\(isHere ? "" : " elsewhere")") }
  }

  package var lines: [String] { lock.withLock { entries } }
}

/// Runs a function on another thread and waits for it.
package func elsewhere(_ body: @escaping () -> Void) {
  nonisolated(unsafe) let body = body
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}
