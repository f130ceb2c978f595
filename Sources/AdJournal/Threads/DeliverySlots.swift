/// The sessions of a journal that began and were not given out yet, by the lines of their beginnings.
///
/// Sixteen bytes each, in pieces that are given back as they are done with.
struct DeliverySlots {
  struct Slot {
    private let line: UInt32
    private(set) var records: UInt32 = 0
    /// What its judge returned; above that whether it was judged, and whether it is reported.
    private var word: UInt64 = 0

    /// A session that begins with this line and is not judged.
    init(order: Int) { line = UInt32(truncatingIfNeeded: order) }

    /// The line with which the session begins.
    var order: Int { Int(line) }

    /// Whether it is judged.
    var isDone: Bool { word >> 63 == 1 }

    /// What its judge returned; nil where it is not judged, or reported elsewhere.
    var token: UInt64? { word >> 62 == 3 ? word & QueueDelivery.greatestToken : nil }

    /// Notes what its judge returned.
    mutating func finish(_ token: UInt64?, records: Int) {
      self.records = UInt32(clamping: records)
      word = 1 << 63 | (token.map { 1 << 62 | $0 } ?? 0)
    }
  }

  private var pieces: [[Slot]] = []
  private var firstPiece = 0
  private var head = 0
  private static let pieceSize = 4096

  var isEmpty: Bool { firstPiece == pieces.count }

  /// The slot that comes next; nil where there is none.
  var first: Slot? { isEmpty ? nil : pieces[firstPiece][head] }

  /// Lets a session wait that began behind all others.
  mutating func append(order: Int) {
    if isEmpty || pieces[pieces.count - 1].count >= Self.pieceSize {
      pieces.append([])
    }
    pieces[pieces.count - 1].append(Slot(order: order))
  }

  /// Puts a slot in the place of the one of the same session, which it returns; a session that is
  /// not known yet gets a place of its own.
  mutating func put(_ slot: Slot) -> Slot? {
    if isEmpty { append(order: slot.order) }
    let piece = Self.last(from: firstPiece, to: pieces.count) { pieces[$0][0].order <= slot.order }
    let start = piece == firstPiece ? head : 0
    let place = pieces[piece].withUnsafeBufferPointer { slots in
      Self.last(from: start, to: slots.count) { slots[$0].order <= slot.order }
    }
    let found = pieces[piece][place]
    if found.order == slot.order {
      pieces[piece][place] = slot
      return found
    }
    pieces[piece].insert(slot, at: found.order < slot.order ? place + 1 : place)
    return nil
  }

  /// Gives up the slot that comes next.
  mutating func removeFirst() {
    head += 1
    guard head == pieces[firstPiece].count else { return }
    pieces[firstPiece] = []
    firstPiece += 1
    head = 0
    if firstPiece == pieces.count {
      pieces.removeAll()
      firstPiece = 0
    }
  }

  /// The last number of a range for which a condition holds that holds up to it; the first if none.
  @inline(__always)
  private static func last(from start: Int, to end: Int, where holds: (Int) -> Bool) -> Int {
    var low = start
    var high = end
    while high &- low > 1 {
      let middle = low &+ (high &- low) &>> 1
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
