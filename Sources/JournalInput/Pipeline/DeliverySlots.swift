internal import AdReplay

/// The sessions of a journal that began and were not delivered yet, by their first lines.
///
/// Each takes eight bytes and a result, in pieces that are freed when all their results are
/// delivered.
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

    /// Its result; nil if it is not evaluated yet or is reported with another session.
    var result: Result? { if case .done(let result) = state { result } else { nil } }

    /// Stores its result; nil if it is reported with another session.
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

  /// The next slot; nil if there is none.
  var first: Slot? { isEmpty ? nil : pieces[firstPiece][head] }

  /// Appends a session that began after all others.
  mutating func append(order: Int) {
    if isEmpty || pieces[pieces.count - 1].count >= Self.pieceSize {
      pieces.append([])
    }
    pieces[pieces.count - 1].append(Slot(order: order))
  }

  /// Replaces the slot of the same session and returns the old one; inserts the slot of a new
  /// session.
  mutating func put(_ slot: Slot) -> Slot? {
    if isEmpty { append(order: slot.order) }
    let piece = Self.last(from: firstPiece, to: pieces.count) { pieces[$0][0].order <= slot.order }
    let start = piece == firstPiece ? head : 0
    let index = Self.last(from: start, to: pieces[piece].count) {
      pieces[piece][$0].order <= slot.order
    }
    let found = pieces[piece][index]
    if found.order == slot.order {
      pieces[piece][index] = slot
      return found
    }
    pieces[piece].insert(slot, at: found.order < slot.order ? index + 1 : index)
    return nil
  }

  /// Removes the next slot.
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

  /// The last index of a range up to which a condition holds; the first index if there is none.
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
