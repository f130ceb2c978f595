/// The counts of a session without violations, findings and report, in eight bytes.
///
/// That is nearly every session. None of them takes a lock or is read back from a file.
struct PackedTally: Equatable, Sendable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// Seven bits for the count of each verdict, then the records.
  private static let width: UInt64 = 7
  private static let verdicts: UInt64 = 5
  private static let mostRecords: UInt32 = 1 << 29 - 1

  /// Packs counts; nil if they do not fit.
  init?(_ counts: SessionCounts) {
    guard counts.violations == SIMD4(), counts.records <= Self.mostRecords,
      counts.verdicts.max() < 1 << Self.width
    else { return nil }
    var bits = UInt64(counts.records)
    for index in (0..<Self.verdicts).reversed() {
      bits = bits << Self.width | UInt64(counts.verdicts[Int(index)])
    }
    self.bits = bits
  }

  /// The counts.
  var counts: SessionCounts {
    var counts = SessionCounts()
    counts.verdicts = SIMD8(truncatingIfNeeded: verdicts)
    counts.records = UInt32(records)
    return counts
  }

  private var records: UInt64 { bits >> (Self.width * Self.verdicts) }

  private var verdicts: SIMD8<UInt64> {
    // There are five verdicts; the counts have zeros after them, too.
    let shifts = SIMD8<UInt64>(0, 7, 14, 21, 28, 63, 63, 63)
    let mask = SIMD8<UInt64>(127, 127, 127, 127, 127, 0, 0, 0)
    return (SIMD8(repeating: bits) &>> shifts) & mask
  }
}

extension PackedTally {
  /// The sum of several.
  struct Sum {
    private(set) var sessions = 0
    private(set) var records = 0
    private(set) var verdicts = SIMD8<Int>()

    mutating func add(_ session: PackedTally) {
      sessions += 1
      records += Int(session.records)
      verdicts &+= SIMD8(truncatingIfNeeded: session.verdicts)
    }
  }
}

/// The report of a session whose turn it is.
struct SessionReport {
  var counts: SessionCounts
  var report: [UInt8]
  var findings: Findings
}
