internal import AdReplay
internal import AdSession
internal import Platform

/// The verdicts, violations and records of one session.
struct SessionCounts: Sendable {
  var verdicts = SIMD8<UInt8>()
  var violations = SIMD4<UInt32>()
  var records: UInt32 = 0

  init() {}

  /// The counts of a session without violations.
  init(verdicts: SIMD8<UInt8>, records: UInt32) {
    self.verdicts = verdicts
    self.records = records
  }

  /// Appends the counts.
  func append(to bytes: inout ByteWriter) {
    for index in verdicts.indices { bytes.byte(verdicts[index]) }
    for index in violations.indices { bytes.number(violations[index]) }
    bytes.number(records)
  }

  /// Reads what ``append(to:)`` appended; nil where bytes are missing.
  init?(_ bytes: inout ByteReader) {
    for index in verdicts.indices {
      guard let count = bytes.byte() else { return nil }
      verdicts[index] = count
    }
    for index in violations.indices {
      guard let count = bytes.count() else { return nil }
      violations[index] = UInt32(clamping: count)
    }
    guard let records = bytes.count() else { return nil }
    self.records = UInt32(clamping: records)
  }
}
