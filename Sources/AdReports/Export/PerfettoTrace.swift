internal import AdReplay
public import AdAudit
internal import AdSession
internal import JSONLines

/// Converts sessions to JSON trace events for ui.perfetto.dev and chrome://tracing.
///
/// A session is a process. Each record begins a slice or is an instant event; gaps and violations
/// have their own tracks. Flows lead from the records of a witness to the violation, except from
/// records after it. The first session of an install begins at 0, each further one a second after
/// the end of the one before it.
public enum PerfettoTrace {
  /// The text before the first session.
  public static let beginning = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":["
  /// The latest time in microseconds, 2⁵³ rounded down: many readers use doubles.
  static let latest: Int64 = (1 << 53) / 1000 * 1000
  /// The text after the last session.
  public static let ending = "\n]}\n"

  /// The events of a session; empty for a session without valid records.
  ///
  /// ``PerfettoNumbers`` must replace the marks in them with the numbers of the process and the
  /// threads, and with times.
  public static func events(of audited: AuditedSession) -> [UInt8] {
    if audited.reading.trace.events.isEmpty { return [] }
    var events = PerfettoEvents(audited)
    events.write()
    let install = audited.reading.trace.header?.install ?? ""
    return Array(install.utf8) + [PerfettoNumbers.endOfInstall] + events.writer.bytes
  }
}

/// Assigns numbers and times to the processes and threads of sessions that were rendered
/// separately.
///
/// All numbers of a trace are different, because some readers identify a thread by its number
/// alone. Keep one instance for a trace; its memory grows with the number of installs.
public struct PerfettoNumbers {
  /// The bytes before a number that is relative to the session's process, before a time that is
  /// relative to its start, and after the name of its install; UTF-8 never contains them.
  static let mark: UInt8 = 0xFF
  static let timeMark: UInt8 = 0xFE
  static let endOfInstall: UInt8 = 0xFD
  /// The microseconds between two sessions of an install.
  private static let pause: Int64 = 1_000_000

  private var next = 1
  /// The time at which the next session of an install begins.
  private var starts: [String: Int64] = [:]

  /// Creates a numbering that begins with 1.
  public init() {}

  /// The events of the next session, with absolute numbers and times.
  public mutating func number(_ events: [UInt8]) -> [UInt8] {
    guard let end = events.firstIndex(of: Self.endOfInstall) else { return [] }
    let install = String(decoding: events[..<end], as: UTF8.self)
    let start = starts[install] ?? 0
    var numbered: [UInt8] = []
    numbered.reserveCapacity(events.count + events.count / 16)
    var highest = 0
    var last: Int64 = 0
    for piece in events[end...].split(
      omittingEmptySubsequences: false, whereSeparator: { $0 >= Self.endOfInstall }
    ).dropFirst() {
      let digits = piece.prefix { (0x30...0x39).contains($0) }
      let number = Int64(String(decoding: digits, as: UTF8.self)) ?? 0
      switch events[piece.startIndex - 1] {
      case Self.mark:
        highest = max(highest, Int(number))
        numbered += Array(String(next + Int(number)).utf8)
      case Self.timeMark:
        last = max(last, number)
        numbered += Array(String(min(start + number, PerfettoTrace.latest)).utf8)
      default: numbered += digits
      }
      numbered += piece[digits.endIndex...]
    }
    next += highest + 1
    if !install.isEmpty { starts[install] = min(start + last, PerfettoTrace.latest) + Self.pause }
    return numbered
  }
}
