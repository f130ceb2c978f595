internal import AdSession

/// The triggers of one rule that wait for an answer, by correlation key.
///
/// There are rarely more than a few at once. A short row holds them as plain bytes, so that most
/// answers only count and move bytes. A dictionary takes the rest, so that a journal with a million
/// open obligations is still read in linear time.
public struct Obligations: ~Copyable {
  /// The number of obligations.
  private(set) var count = 0
  private var few = ShortRow<Wait>(capacity: 24)
  private var many: [UInt64: [Obligation]] = [:]
  /// Witnesses of more than two records, for obligations in ``few``.
  private var witnesses: [[Int]] = []
  /// ``isCrowded`` is true if at least this many obligations are open.
  private var crowd = Self.smallestCrowd

  private static var smallestCrowd: Int { 4096 }

  init() {}

  /// Whether there are so many open obligations that it is time to settle the overdue ones.
  var isCrowded: Bool { count >= crowd }

  /// Whether no obligation is open.
  public var isEmpty: Bool { count == 0 }

  /// The correlations of the open obligations, in rising order.
  public var correlations: [UInt64] { Set(fewCorrelations + many.keys).sorted() }

  private var fewCorrelations: [UInt64] { (0..<few.count).map { few[$0].correlation } }

  /// Whether an obligation of this correlation is open.
  public func contains(_ correlation: UInt64) -> Bool {
    (0..<few.count).contains { few[$0].correlation == correlation } || many[correlation] != nil
  }

  /// Adds an obligation.
  @inline(never)
  public mutating func append(_ obligation: Obligation, correlation: UInt64) {
    if few.isFull {
      if many.isEmpty { crowd = Self.smallestCrowd }
      var obligation = obligation
      obligation.wait.correlation = correlation
      many[correlation, default: []].append(obligation)
      count += 1
    } else {
      append(obligation.wait, correlation: correlation)
      note(obligation.witness)
    }
  }

  /// Adds an obligation with at most two further records in its witness.
  @inline(__always)
  mutating func append(
    _ wait: Wait, correlation: UInt64, witness: (EventIndex, EventIndex) = (.none, .none)
  ) {
    if few.isFull {
      let known = [witness.0, witness.1].present
      return append(Obligation(wait: wait, witness: known), correlation: correlation)
    }
    few.append(wait)
    let last = few.count &- 1
    few[last].correlation = correlation
    few[last].witness = (witness.0, witness.1, .none)
    count &+= 1
  }

  /// Stores the witness of the last obligation in ``few``.
  private mutating func note(_ witness: [Int]) {
    if witness.isEmpty { return }
    let last = few.count - 1
    few[last].witness.0 = EventIndex(witness[0])
    if witness.count == 1 { return }
    few[last].witness.1 = EventIndex(witness[1])
    if witness.count == 2 { return }
    if few.count == 1 { witnesses.removeAll(keepingCapacity: true) }
    few[last].witness.more = OptionalIndex(witnesses.count)
    witnesses.append(Array(witness[2...]))
  }

  private func obligation(_ wait: Wait) -> Obligation {
    var witness = [wait.witness.0, wait.witness.1].present
    if let more = wait.witness.more.index { witness += witnesses[more] }
    return Obligation(wait: wait, witness: witness)
  }

  /// Removes and returns the obligations of a correlation that fit, oldest first.
  ///
  /// O(obligations of the correlation).
  mutating func take(_ correlation: UInt64, where fits: (Obligation) -> Bool) -> [Obligation] {
    var left: [Obligation] = []
    var taken: [Obligation] = []
    for obligation in take(correlation) {
      if fits(obligation) { taken.append(obligation) } else { left.append(obligation) }
    }
    for obligation in left { append(obligation, correlation: correlation) }
    return taken
  }

  /// Removes and returns the obligations of a correlation, oldest first.
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

  /// Removes the obligations of a correlation that are answered in time, without copying them.
  ///
  /// Returns how many of them are activations, and whether none of the correlation is left. Nearly
  /// every answer comes in time, and then only a count remains of it.
  @inline(__always)
  mutating func takeAnswered(_ correlation: UInt64, by index: Int, in evaluation: Evaluation) -> (
    count: Int, all: Bool
  ) {
    var answered = 0
    var all = count == few.count || many[correlation] == nil
    var left = 0
    var next = 0
    while next < few.count {
      if few[next].correlation == correlation {
        let passed = evaluation.session.time.greatest(from: Int(few[next].since), to: index)
        if passed <= few[next].limitMs {
          if !few[next].countsOnlyIfBroken { answered &+= 1 }
          next &+= 1
          continue
        }
        all = false
      }
      if left != next { few[left] = few[next] }
      left &+= 1
      next &+= 1
    }
    count &-= few.count &- left
    few.keepFirst(left)
    return (answered, all)
  }

  /// Removes and returns the obligations that are overdue, in the order of their triggers, if they
  /// are at least half of all.
  ///
  /// The next call is useful when twice as many are open as now remain, so that all calls take
  /// O(obligations) together, apart from sorting.
  mutating func takeOverdue(_ isOverdue: (Wait) -> Bool) -> [Obligation] {
    guard 2 * countOverdue(isOverdue) >= count else {
      crowd = 2 * count
      return []
    }
    var taken: [Obligation] = []
    for obligation in takeAll() {
      if isOverdue(obligation.wait) {
        taken.append(obligation)
      } else {
        append(obligation, correlation: obligation.wait.correlation)
      }
    }
    crowd = max(Self.smallestCrowd, 2 * count)
    return taken
  }

  private func countOverdue(_ isOverdue: (Wait) -> Bool) -> Int {
    let ofFew = (0..<few.count).count { isOverdue(few[$0]) }
    return many.values.reduce(ofFew) { $0 + $1.count { isOverdue($0.wait) } }
  }

  /// Removes and returns all obligations, in the order of their triggers.
  public mutating func takeAll() -> [Obligation] {
    var all: [Obligation] = []
    all.reserveCapacity(count)
    for index in 0..<few.count { all.append(obligation(few[index])) }
    // The order of a dictionary changes from run to run.
    for correlation in many.keys.sorted() { all += many[correlation] ?? [] }
    removeAll()
    return all.sorted { $0.trigger < $1.trigger }
  }

  /// Changes every obligation of a correlation.
  mutating func change(_ correlation: UInt64, _ body: (inout Wait) -> Void) {
    for index in 0..<few.count where few[index].correlation == correlation { body(&few[index]) }
    guard !many.isEmpty, var changed = many.removeValue(forKey: correlation) else { return }
    for index in changed.indices { body(&changed[index].wait) }
    many[correlation] = changed
  }

  /// Lets a second deadline count from an event; see ``Wait/hasten(from:_:_:in:)``.
  ///
  /// O(obligations since the last that has a second deadline).
  mutating func hasten(
    _ correlation: UInt64, from index: Int, _ limit: Int64, _ key: PolicyKey,
    in evaluation: Evaluation
  ) {
    for entry in 0..<few.count where few[entry].correlation == correlation {
      _ = few[entry].hasten(from: index, limit, key, in: evaluation)
    }
    guard !many.isEmpty, var hastened = many.removeValue(forKey: correlation) else { return }
    for entry in hastened.indices.reversed() {
      if !hastened[entry].wait.hasten(from: index, limit, key, in: evaluation) { break }
    }
    many[correlation] = hastened
  }

  /// Records a possible answer: the obligations of a correlation stay undecided unless a certain
  /// answer comes.
  ///
  /// Deadlines that were certainly missed stay missed. O(obligations since the last possible
  /// answer).
  mutating func doubt(_ correlation: UInt64, by index: Int, in evaluation: Evaluation) {
    for entry in 0..<few.count where few[entry].correlation == correlation {
      few[entry].doubt(by: index, in: evaluation)
    }
    guard !many.isEmpty, var doubted = many.removeValue(forKey: correlation) else { return }
    for entry in doubted.indices.reversed() {
      if doubted[entry].wait.metDoubt { break }
      doubted[entry].wait.doubt(by: index, in: evaluation)
    }
    many[correlation] = doubted
  }

  /// Removes all obligations and keeps the memory.
  @inline(__always)
  public mutating func removeAll() {
    if count > few.count { many.removeAll(keepingCapacity: true) }
    count = 0
    few.keepFirst(0)
  }
}
