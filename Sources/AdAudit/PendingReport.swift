internal import Platform

/// The report of a session while it waits for its turn.
enum PendingReport: Equatable, Sendable {
  /// There is nothing to report but counts, and no violation.
  case quiet(verdicts: SIMD8<UInt8>, records: UInt32)
  /// The report waits in a ``Spool``, at this offset.
  case spooled(UInt64)
  /// The session is judged when all inputs were read; its number among ``WaitingSessions``.
  case waiting(Int)
}

/// The report of a session whose turn it is.
struct SessionReport {
  var counts: SessionCounts
  var report: [UInt8]
  var findings: Findings
}

extension PendingReport {
  /// Whether the session is not judged yet.
  var isWaiting: Bool { if case .waiting = self { true } else { false } }

  /// Appends the report; it begins with a byte that is not zero.
  func append(to bytes: inout ByteWriter) {
    switch self {
    case .quiet(let verdicts, let records):
      bytes.byte(1)
      SessionCounts(verdicts: verdicts, records: records).append(to: &bytes)
    case .spooled(let offset):
      bytes.byte(2)
      bytes.number(offset)
    case .waiting(let number):
      bytes.byte(3)
      bytes.number(number)
    }
  }

  /// Reads what ``append(to:)`` appended; nil where the disk lost some.
  init?(_ bytes: inout ByteReader) {
    switch bytes.byte() {
    case 1:
      guard let counts = SessionCounts(&bytes) else { return nil }
      self = .quiet(verdicts: counts.verdicts, records: counts.records)
    case 2:
      guard let offset = bytes.count() else { return nil }
      self = .spooled(UInt64(offset))
    case 3:
      guard let number = bytes.count() else { return nil }
      self = .waiting(number)
    default: return nil
    }
  }
}
