internal import AdSession

/// The triggers of one rule that wait for an answer, by what ties the answer to them.
///
/// There are hardly ever more than a few at once: these lie in a row and are searched one by one, as
/// plain bytes in memory of their own, so that nearly every answer only counts and moves bytes. What
/// comes on top is found by its tie, so that a journal with a million of them is no trap.
public struct Obligations: ~Copyable {
  /// How many wait.
  private(set) var count = 0
  /// How many of them lie in ``few``.
  private var fewCount = 0
  private var few: UnsafeMutablePointer<Wait>?
  private var many: [UInt64: [Obligation]] = [:]
  /// The witnesses of those in ``few`` that have some.
  private var witnesses: [[Int]] = []
  private static var fewAtMost: Int { 24 }

  init() {}

  deinit { few?.deallocate() }

  /// Whether none waits.
  public var isEmpty: Bool { count == 0 }

  /// The ties of those that wait, rising.
  public var ties: [UInt64] { Set(fewTies + many.keys).sorted() }

  private var fewTies: [UInt64] { UnsafeBufferPointer(start: few, count: fewCount).map(\.tie) }

  /// Whether one waits for this tie.
  public func contains(_ tie: UInt64) -> Bool {
    UnsafeBufferPointer(start: few, count: fewCount).contains { $0.tie == tie } || many[tie] != nil
  }

  /// Lets one wait.
  @inline(never)
  public mutating func append(_ obligation: Obligation, tie: UInt64) {
    if fewCount == Self.fewAtMost {
      many[tie, default: []].append(obligation)
      count += 1
    } else {
      append(obligation.wait, tie: tie)
      note(obligation.witness)
    }
  }

  /// Lets one wait that has at most two further witnesses; -1: none.
  @inline(__always)
  mutating func append(_ wait: Wait, tie: UInt64, witness: (Int, Int) = (-1, -1)) {
    if fewCount == Self.fewAtMost {
      let known = [witness.0, witness.1].filter { $0 >= 0 }
      return append(Obligation(wait: wait, witness: known), tie: tie)
    }
    let row = few ?? makeRow()
    row[fewCount] = wait
    row[fewCount].tie = tie
    row[fewCount].witness = (
      Int32(truncatingIfNeeded: witness.0), Int32(truncatingIfNeeded: witness.1), -1
    )
    fewCount &+= 1
    count &+= 1
  }

  @inline(never)
  private mutating func makeRow() -> UnsafeMutablePointer<Wait> {
    let row = UnsafeMutablePointer<Wait>.allocate(capacity: Self.fewAtMost)
    few = row
    return row
  }

  /// Keeps the witness of the last one.
  private mutating func note(_ witness: [Int]) {
    guard let few, !witness.isEmpty else { return }
    few[fewCount - 1].witness.0 = Int32(truncatingIfNeeded: witness[0])
    if witness.count == 1 { return }
    few[fewCount - 1].witness.1 = Int32(truncatingIfNeeded: witness[1])
    if witness.count == 2 { return }
    if fewCount == 1 { witnesses.removeAll(keepingCapacity: true) }
    few[fewCount - 1].witness.more = Int32(truncatingIfNeeded: witnesses.count)
    witnesses.append(Array(witness[2...]))
  }

  private func obligation(_ wait: Wait) -> Obligation {
    var witness: [Int] = []
    // Those that are no record are left out of a witness anyway.
    if wait.witness.0 >= 0 { witness.append(Int(wait.witness.0)) }
    if wait.witness.1 >= 0 { witness.append(Int(wait.witness.1)) }
    if wait.witness.more >= 0 { witness += witnesses[Int(wait.witness.more)] }
    return Obligation(wait: wait, witness: witness)
  }

  /// Takes out those of this tie that fit, oldest first; O(those of the tie).
  mutating func take(_ tie: UInt64, where fits: (Obligation) -> Bool) -> [Obligation] {
    var left: [Obligation] = []
    var taken: [Obligation] = []
    for obligation in take(tie) {
      if fits(obligation) { taken.append(obligation) } else { left.append(obligation) }
    }
    for obligation in left { append(obligation, tie: tie) }
    return taken
  }

  /// Takes out all of this tie, oldest first.
  public mutating func take(_ tie: UInt64) -> [Obligation] {
    if count == 0 { return [] }
    var taken: [Obligation] = []
    if let few {
      var left = 0
      for place in 0..<fewCount {
        if few[place].tie == tie {
          taken.append(obligation(few[place]))
        } else {
          few[left] = few[place]
          left += 1
        }
      }
      fewCount = left
    }
    if !many.isEmpty, let more = many.removeValue(forKey: tie) { taken += more }
    count -= taken.count
    return taken
  }

  /// Takes out those of this tie that were answered in time, where they lie; says how many of them
  /// count, and whether none of the tie is left.
  ///
  /// Nearly every answer comes in time, and then nothing but a count remains of it.
  @inline(__always)
  mutating func takeAnswered(_ tie: UInt64, by index: Int, in run: Run) -> (count: Int, all: Bool) {
    var answered = 0
    var all = count == fewCount || many[tie] == nil
    guard let few else { return (0, all) }
    var left = 0
    var place = 0
    while place < fewCount {
      if few[place].tie == tie {
        let passed = run.session.time.greatest(from: Int(few[place].trigger), to: index)
        if passed <= few[place].limitMs {
          if !few[place].isPerhaps { answered &+= 1 }
          place &+= 1
          continue
        }
        all = false
      }
      if left != place { few[left] = few[place] }
      left &+= 1
      place &+= 1
    }
    count &-= fewCount &- left
    fewCount = left
    return (answered, all)
  }

  /// Takes out all, in the order of their triggers.
  public mutating func takeAll() -> [Obligation] {
    var all: [Obligation] = []
    if let few { for place in 0..<fewCount { all.append(obligation(few[place])) } }
    for more in many.values { all += more }
    removeAll()
    return all.sorted { $0.trigger < $1.trigger }
  }

  /// Changes all of this tie.
  mutating func change(_ tie: UInt64, _ body: (inout Wait) -> Void) {
    if let few { for place in 0..<fewCount where few[place].tie == tie { body(&few[place]) } }
    guard !many.isEmpty, var changed = many.removeValue(forKey: tie) else { return }
    for index in changed.indices { body(&changed[index].wait) }
    many[tie] = changed
  }

  /// Leaves all of this tie undecided that may be answered by an event, unless a certain answer comes.
  ///
  /// What is missed already stays so. O(those that came since the last such event).
  mutating func doubt(_ tie: UInt64, by index: Int, in run: Run) {
    if let few {
      for place in 0..<fewCount where few[place].tie == tie { few[place].doubt(by: index, in: run) }
    }
    guard !many.isEmpty, var doubted = many.removeValue(forKey: tie) else { return }
    for place in doubted.indices.reversed() {
      if doubted[place].wait.metDoubt { break }
      doubted[place].wait.doubt(by: index, in: run)
    }
    many[tie] = doubted
  }

  /// Forgets all and keeps the memory.
  @inline(__always)
  public mutating func removeAll() {
    if count > fewCount { many.removeAll(keepingCapacity: true) }
    count = 0
    fewCount = 0
  }
}
