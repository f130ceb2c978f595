internal import Platform

/// Writes on the threads of the callers while the system has no thread for the writer.
///
/// One caller writes at a time. It also does what others request meanwhile, as the thread of the
/// writer would. Nothing wakes it: after a failure, and before a sync that is due, it waits for the
/// next event or flush. Once a second it tries to start the thread.
final class CallerWriter: @unchecked Sendable {
  private let writer: JournalWriter
  private var nextStart: Int64
  /// Whether a caller writes at present; the lock of the exchange guards it.
  private var isWriting = false

  private static let startPause: Int64 = 1_000_000_000

  init(_ writer: JournalWriter) {
    self.writer = writer
    nextStart = writer.system.now() + Self.startPause
  }

  /// Writes until there is nothing to do, or leaves that to the caller who writes at present.
  func write(_ exchange: Exchange) {
    let isFree = exchange.monitor.withLock {
      defer { isWriting = true }
      return !isWriting
    }
    guard isFree, !startThread(exchange) else { return }
    var canContinue = true
    repeat {
      let work = exchange.takeWork()
      if case .resting = writer.pass(work) { canContinue = false } else { canContinue = true }
      exchange.answer(work.waiters)
      if work.isClosing { return exchange.stop() }
    } while exchange.monitor.withLock { hasMore(exchange, canContinue) }
  }

  /// Whether there is more to do; otherwise the next event or request begins a new pass.
  private func hasMore(_ exchange: Exchange, _ canContinue: Bool) -> Bool {
    let hasRecords = exchange.shared.queue.head.count != exchange.shared.handedOver
    if exchange.shared.hasWork || hasRecords && canContinue { return true }
    exchange.shared.sleep = .idle
    isWriting = false
    return false
  }

  /// Hands the writer over to a thread, if the system has one by now.
  private func startThread(_ exchange: Exchange) -> Bool {
    guard writer.system.now() >= nextStart else { return false }
    nextStart = writer.system.now() + Self.startPause
    // The thread must find this already done.
    exchange.monitor.withLock { exchange.shared.callerWriter = nil }
    if writer.system.startThread({ WriterLoop.run(exchange, self.writer) }) { return true }
    exchange.monitor.withLock { exchange.shared.callerWriter = self }
    return false
  }
}
