internal import AdReplay
public import AdAudit
internal import AdSession
internal import JSONLines

/// Sessions as JSON trace events, which ui.perfetto.dev and chrome://tracing open: a process each.
///
/// Each record begins a slice or is an instant; gaps and violations have tracks of their own. Times
/// count from the beginning of the session.
public enum PerfettoTrace {
  /// What stands before the first session.
  public static let beginning = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":["
  /// What stands behind the last session.
  public static let ending = "\n]}\n"

  /// The events of a session, without the numbers of its process and its threads, which
  /// ``PerfettoNumbers`` gives; empty for a session of damaged lines only.
  public static func events(of audited: AuditedSession) -> [UInt8] {
    if audited.reading.trace.events.isEmpty { return [] }
    var events = PerfettoEvents(audited)
    events.write()
    return events.writer.bytes
  }
}

/// Numbers the processes and threads of sessions that were written each by itself.
///
/// No two of a trace have the same number: there are readers that know threads by nothing else.
public struct PerfettoNumbers {
  /// Stands before a number that counts from that of the session's process; no UTF-8 has this byte.
  static let mark: UInt8 = 0xFF
  private var next = 1

  /// Begins with 1.
  public init() {}

  /// The events of the next session with their numbers.
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
