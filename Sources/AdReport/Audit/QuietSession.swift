internal import AdJournal

/// The counts of a session of which there is nothing to say, as the number that waits for its turn.
///
/// That is nearly every session. None of them takes room, or a lock, or is read back from a file.
struct QuietSession {
  /// What is waited for: above all places of a ``Spool``.
  let token: UInt64

  /// Seven bits for the count of each verdict, then the records, then the mark.
  private static let width: UInt64 = 7
  private static let verdicts: UInt64 = 5
  private static let mark: UInt64 = 1 << 61
  private static let mostRecords: UInt32 = 1 << 26 - 2

  /// Puts counts into a number; nil where they are more than it holds.
  init?(_ counts: SessionCounts) {
    guard counts.violations == SIMD4(), counts.records <= Self.mostRecords,
      counts.verdicts.max() < 1 << Self.width
    else { return nil }
    var token = UInt64(counts.records)
    for place in (0..<Self.verdicts).reversed() {
      token = token << Self.width | UInt64(counts.verdicts[Int(place)])
    }
    self.token = token | Self.mark
  }

  /// Takes a number that came from here; nil for any other.
  init?(token: UInt64) {
    // The greatest of all numbers stands for no session.
    guard token & Self.mark != 0, token != QueueDelivery.greatestToken else { return nil }
    self.token = token
  }

  /// The counts.
  var counts: SessionCounts {
    var counts = SessionCounts()
    counts.verdicts = SIMD8(truncatingIfNeeded: verdicts)
    counts.records = UInt32(records)
    return counts
  }

  private var records: UInt64 { (token & ~Self.mark) >> (Self.width * Self.verdicts) }

  private var verdicts: SIMD8<UInt64> {
    // Beyond the last verdict there is nothing, in the counts neither.
    let places = SIMD8<UInt64>(0, 7, 14, 21, 28, 63, 63, 63)
    return (SIMD8(repeating: token) &>> places) & SIMD8(repeating: 1 << Self.width - 1)
  }
}

extension QuietSession {
  /// The counts of several.
  struct Sum {
    private(set) var sessions = 0
    private(set) var records = 0
    private(set) var verdicts = SIMD8<Int>()

    mutating func add(_ session: QuietSession) {
      sessions += 1
      records += Int(session.records)
      verdicts &+= SIMD8(truncatingIfNeeded: session.verdicts)
    }
  }
}
