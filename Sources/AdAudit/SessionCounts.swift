internal import AdReplay
internal import AdSession
internal import Platform

/// The verdicts, violations and records of one session.
struct SessionCounts: Sendable {
  var verdicts = SIMD8<UInt8>()
  var violations = SIMD4<UInt32>()
  var records: UInt32 = 0

  /// The length of ``bytes``.
  private static let size = 28

  init() {}

  /// The counts as bytes, which follow a report that waits.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    for index in verdicts.indices { bytes.append(verdicts[index]) }
    for index in violations.indices { bytes.append(integer: violations[index]) }
    bytes.append(integer: records)
    return bytes
  }

  /// Removes the counts from the end of a report; nil where bytes are missing.
  init?(removedFrom report: inout [UInt8]) {
    let start = report.count - Self.size
    guard start >= 0, let records = report.integer(at: start + 24, as: UInt32.self) else {
      return nil
    }
    for index in verdicts.indices { verdicts[index] = report[start + index] }
    for index in violations.indices {
      violations[index] = report.integer(at: start + 8 + 4 * index, as: UInt32.self) ?? 0
    }
    self.records = records
    report.removeLast(Self.size)
  }
}
