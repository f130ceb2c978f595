/// The waits of the tasks of a manager after the end of its process.
///
/// Each one throws at once. A task that ignores the error and waits again and again is cancelled,
/// so that `Task.isCancelled` is true, and, if that does not end it, never resumed.
final class TaskWaits {
  private var hasEnded = false
  private var number = 0

  /// The number of waits from which a task is cancelled.
  private static let cancelling = 10
  /// The number of waits from which a task is not resumed.
  private static let dropping = 100

  /// Notes that the process has ended.
  func end() { hasEnded = true }

  /// Throws `CancellationError` after the end of the process.
  nonisolated(nonsending) func throwIfEnded() async throws {
    guard hasEnded else { return }
    number += 1
    if number > Self.cancelling { withUnsafeCurrentTask { $0?.cancel() } }
    if number > Self.dropping {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    throw CancellationError()
  }
}
