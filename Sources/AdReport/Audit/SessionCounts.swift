internal import AdJournal
internal import AdSession

/// The counts of one session, in few bytes.
struct SessionCounts: Sendable {
  var verdicts = SIMD8<UInt8>()
  var violations = SIMD4<UInt32>()
  var records: UInt32 = 0

  private static let size = 28

  /// The counts, then the report: what waits of a session.
  func bytes(before report: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size + report.count)
    for index in 0..<8 { bytes.append(verdicts[index]) }
    for number in [violations[0], violations[1], violations[2], violations[3], records] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes + report
  }

  /// Takes apart what ``bytes(before:)`` put together; nil where bytes are missing.
  static func parse(_ bytes: [UInt8]) -> (counts: SessionCounts, report: [UInt8])? {
    guard bytes.count >= size else { return nil }
    var counts = SessionCounts()
    for index in 0..<8 { counts.verdicts[index] = bytes[index] }
    func number(_ index: Int) -> UInt32 {
      bytes[(8 + index * 4)..<(12 + index * 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 0..<4 { counts.violations[index] = number(index) }
    counts.records = number(4)
    return (counts, Array(bytes[size...]))
  }
}

/// What was found in a session's bytes.
struct Findings: Sendable {
  var damage: [Damage] = []
  var notes: [Note] = []
}
