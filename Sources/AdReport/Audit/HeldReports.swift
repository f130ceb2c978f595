/// The places of reports that wait for the end of a stream, and the lines with which their sessions
/// begin: twelve bytes each, in pieces.
struct HeldReports {
  private struct Entry {
    var order: UInt32
    var low: UInt32
    var high: UInt32
  }

  private var pieces: [[Entry]] = []
  private static let pieceSize = 4096

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ report: UInt64, order: Int) {
    if (pieces.last?.count ?? Self.pieceSize) == Self.pieceSize { pieces.append([]) }
    pieces[pieces.count - 1].append(
      Entry(
        order: UInt32(truncatingIfNeeded: order), low: UInt32(truncatingIfNeeded: report),
        high: UInt32(truncatingIfNeeded: report >> 32)))
  }

  /// Hands out all in the order in which they came, and forgets them.
  mutating func takeAll(_ body: (_ report: UInt64, _ order: Int) throws -> Void) rethrows {
    let all = pieces
    pieces = []
    for piece in all {
      for entry in piece {
        try body(UInt64(entry.high) << 32 | UInt64(entry.low), Int(entry.order))
      }
    }
  }
}
