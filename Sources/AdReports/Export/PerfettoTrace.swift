internal import AdReplay
public import AdAudit
internal import AdSession
internal import JSONLines

/// Converts sessions to JSON trace events for ui.perfetto.dev and chrome://tracing.
///
/// A session is a process. Each record begins a slice or is an instant event; gaps and violations
/// have their own tracks. Times are relative to the start of the session.
public enum PerfettoTrace {
  /// The text before the first session.
  public static let beginning = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":["
  /// The text after the last session.
  public static let ending = "\n]}\n"

  /// The events of a session; empty for a session without valid records.
  ///
  /// ``PerfettoNumbers`` must replace the marks in them with the numbers of the process and the
  /// threads.
  public static func events(of audited: AuditedSession) -> [UInt8] {
    if audited.reading.trace.events.isEmpty { return [] }
    var events = PerfettoEvents(audited)
    events.write()
    return events.writer.bytes
  }
}

/// Assigns numbers to the processes and threads of sessions that were rendered separately.
///
/// All numbers of a trace are different, because some readers identify a thread by its number
/// alone.
public struct PerfettoNumbers {
  /// The byte before a number that is relative to the session's process; UTF-8 never contains it.
  static let mark: UInt8 = 0xFF
  private var next = 1

  /// Creates a numbering that begins with 1.
  public init() {}

  /// The events of the next session, with absolute numbers.
  public mutating func number(_ events: [UInt8]) -> [UInt8] {
    var numbered: [UInt8] = []
    numbered.reserveCapacity(events.count + events.count / 16)
    var highest = 0
    for (index, piece) in events.split(
      separator: Self.mark, omittingEmptySubsequences: false
    ).enumerated() {
      let digits = index == 0 ? piece.prefix(0) : piece.prefix { (0x30...0x39).contains($0) }
      if let number = Int(String(decoding: digits, as: UTF8.self)) {
        highest = max(highest, number)
        numbered += Array(String(next + number).utf8)
      }
      numbered += piece[digits.endIndex...]
    }
    next += highest + 1
    return numbered
  }
}
