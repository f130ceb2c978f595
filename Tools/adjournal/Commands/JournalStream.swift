import Platform

/// The journal on standard input, as far as it is written.
///
/// One thread reads it; any thread may use its text.
final class JournalStream: @unchecked Sendable {
  private let input: LiveInput
  private let bytes = Lock<[UInt8]>([])
  /// Whether the writer has closed the pipe.
  private(set) var isAtEnd = false

  init() throws { input = try LiveInput(path: "-") }

  /// What was read of it.
  var text: [UInt8] { bytes.locked { $0 } }

  /// Reads for this many seconds, or until the end.
  func read(for seconds: Double) throws {
    let end = Stopwatch.now() + seconds
    while !isAtEnd {
      switch try input.next(within: max(0, end - Stopwatch.now())) {
      case .bytes(let more): bytes.locked { $0 += more }
      case .pause: return
      case .end: isAtEnd = true
      }
    }
  }
}
