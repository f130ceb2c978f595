internal import AdSession

/// The triggers of one rule that wait for an answer, by what ties the answer to them.
///
/// There are hardly ever more than a few at once: these lie in a row and are searched one by one, as
/// plain bytes in memory of their own, so that nearly every answer only counts and moves bytes. What
/// comes on top is found by its tie, so that a journal with a million of them is no trap.
public struct Obligations: ~Copyable {
  /// The number of obligations.
  private(set) var count = 0
  private var few = ShortRow<Wait>(capacity: 24)
  private var many: [UInt64: [Obligation]] = [:]
  /// The witnesses of those in ``few`` that have some.
  private var witnesses: [[Int]] = []

  init() {}

  /// Whether none waits.
  public var isEmpty: Bool { count == 0 }

  /// The ties of those that wait, rising.
  public var correlations: [UInt64] { Set(fewCorrelations + many.keys).sorted() }

  private var fewCorrelations: [UInt64] { (0..<few.count).map { few[$0].correlation } }

  /// Whether an obligation of this correlation is open.
  public func contains(_ correlation: UInt64) -> Bool {
    (0..<few.count).contains { few[$0].correlation == correlation } || many[correlation] != nil
  }

  /// Lets one wait.
  @inline(never)
  public mutating func append(_ obligation: Obligation, correlation: UInt64) {
    if few.isFull {
      many[correlation, default: []].append(obligation)
      count += 1
    } else {
      append(obligation.wait, correlation: correlation)
      note(obligation.witness)
    }
  }

  /// Lets one wait that has at most two further witnesses; -1: none.
  @inline(__always)
  mutating func append(_ wait: Wait, correlation: UInt64, witness: (Int, Int) = (-1, -1)) {
    if few.isFull {
      let known = [witness.0, witness.1].filter { $0 >= 0 }
      return append(Obligation(wait: wait, witness: known), correlation: correlation)
    }
    few.append(wait)
    let last = few.count &- 1
    few[last].correlation = correlation
    few[last].witness = (
      Int32(truncatingIfNeeded: witness.0), Int32(truncatingIfNeeded: witness.1), -1
    )
    count &+= 1
  }

  /// Keeps the witness of the last one.
  private mutating func note(_ witness: [Int]) {
    if witness.isEmpty { return }
    let last = few.count - 1
    few[last].witness.0 = Int32(truncatingIfNeeded: witness[0])
    if witness.count == 1 { return }
    few[last].witness.1 = Int32(truncatingIfNeeded: witness[1])
    if witness.count == 2 { return }
    if few.count == 1 { witnesses.removeAll(keepingCapacity: true) }
    few[last].witness.more = Int32(truncatingIfNeeded: witnesses.count)
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
  mutating func take(_ correlation: UInt64, where fits: (Obligation) -> Bool) -> [Obligation] {
    var left: [Obligation] = []
    var taken: [Obligation] = []
    for obligation in take(correlation) {
      if fits(obligation) { taken.append(obligation) } else { left.append(obligation) }
    }
    for obligation in left { append(obligation, correlation: correlation) }
    return taken
  }

  /// Takes out all of this tie, oldest first.
  public mutating func take(_ correlation: UInt64) -> [Obligation] {
    if count == 0 { return [] }
    var taken: [Obligation] = []
    var left = 0
    for index in 0..<few.count {
      if few[index].correlation == correlation {
        taken.append(obligation(few[index]))
      } else {
        few[left] = few[index]
        left += 1
      }
    }
    few.keepFirst(left)
    if !many.isEmpty, let more = many.removeValue(forKey: correlation) { taken += more }
    count -= taken.count
    return taken
  }

  /// Takes out those of this tie that were answered in time, where they lie; says how many of them
  /// count, and whether none of the tie is left.
  ///
  /// Nearly every answer comes in time, and then nothing but a count remains of it.
  @inline(__always)
  mutating func takeAnswered(_ correlation: UInt64, by index: Int, in evaluation: Evaluation) -> (
    count: Int, all: Bool
  ) {
    var answered = 0
    var all = count == few.count || many[correlation] == nil
    var left = 0
    var place = 0
    while place < few.count {
      if few[place].correlation == correlation {
        let passed = evaluation.session.time.greatest(from: Int(few[place].trigger), to: index)
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
    count &-= few.count &- left
    few.keepFirst(left)
    return (answered, all)
  }

  /// Takes out all, in the order of their triggers.
  public mutating func takeAll() -> [Obligation] {
    var all: [Obligation] = []
    for index in 0..<few.count { all.append(obligation(few[index])) }
    for more in many.values { all += more }
    removeAll()
    return all.sorted { $0.trigger < $1.trigger }
  }

  /// Changes all of this tie.
  mutating func change(_ correlation: UInt64, _ body: (inout Wait) -> Void) {
    for index in 0..<few.count where few[index].correlation == correlation { body(&few[index]) }
    guard !many.isEmpty, var changed = many.removeValue(forKey: correlation) else { return }
    for index in changed.indices { body(&changed[index].wait) }
    many[correlation] = changed
  }

  /// Leaves all of this tie undecided that may be answered by an event, unless a certain answer comes.
  ///
  /// What is missed already stays so. O(those that came since the last such event).
  mutating func doubt(_ correlation: UInt64, by index: Int, in evaluation: Evaluation) {
    for place in 0..<few.count where few[place].correlation == correlation {
      few[place].doubt(by: index, in: evaluation)
    }
    guard !many.isEmpty, var doubted = many.removeValue(forKey: correlation) else { return }
    for place in doubted.indices.reversed() {
      if doubted[place].wait.metDoubt { break }
      doubted[place].wait.doubt(by: index, in: evaluation)
    }
    many[correlation] = doubted
  }

  /// Forgets all and keeps the memory.
  @inline(__always)
  public mutating func removeAll() {
    if count > few.count { many.removeAll(keepingCapacity: true) }
    count = 0
    few.keepFirst(0)
  }
}
