/// The sessions of a journal that began and were not handed out yet, by their first lines.
///
/// Eight bytes and a result each, in pieces that are freed as soon as they are done with.
struct DeliverySlots<Result> {
  struct Slot {
    private enum State {
      case waiting
      /// A later segment of a session that is reported with its first one.
      case reportedElsewhere
      case done(Result)
    }

    private let line: UInt32
    private(set) var records: UInt32 = 0
    private var state = State.waiting

    /// A session that begins with this line and has no result yet.
    init(order: Int) { line = UInt32(truncatingIfNeeded: order) }

    /// The line with which the session begins.
    var order: Int { Int(line) }

    /// Whether it was evaluated.
    var isDone: Bool { if case .waiting = state { false } else { true } }

    /// Its result; nil where it is not evaluated yet, or reported elsewhere.
    var result: Result? { if case .done(let result) = state { result } else { nil } }

    /// Stores its result; nil where it is reported elsewhere.
    mutating func finish(_ result: Result?, records: Int) {
      self.records = UInt32(clamping: records)
      state = result.map { .done($0) } ?? .reportedElsewhere
    }
  }

  private var pieces: [[Slot]] = []
  private var firstPiece = 0
  private var head = 0
  private static var pieceSize: Int { 4096 }

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
