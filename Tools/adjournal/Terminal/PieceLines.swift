import JSONLines

/// Joins the pieces of a text and cuts it into lines.
///
/// A line is cut after one byte more than ``Limits/lineBytes``, and is passed before its end is
/// read, so that a caller can refuse it.
struct PieceLines {
  /// The bytes behind the last line feed.
  private var rest: [UInt8] = []
  /// Whether they were passed already.
  private var isPassed = false

  /// The line that has no line feed yet; empty if there is none, or if it was passed.
  var unfinished: [UInt8] { isPassed ? [] : rest }

  /// Calls the body with each line that ends in a piece, without its line feed.
  mutating func add(_ piece: ArraySlice<UInt8>, _ body: ([UInt8]) throws -> Void) rethrows {
    var piece = piece
    while let end = piece.firstIndex(of: 0x0A) {
      append(piece[..<end])
      if !isPassed { try body(rest) }
      isPassed = false
      rest.removeAll(keepingCapacity: true)
      piece = piece[(end + 1)...]
    }
    append(piece)
    if rest.count > Limits.lineBytes && !isPassed {
      isPassed = true
      try body(rest)
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    rest.append(contentsOf: bytes.prefix(Limits.lineBytes + 1 - rest.count))
  }
}
