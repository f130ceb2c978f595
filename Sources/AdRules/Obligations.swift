public import AdSession

/// The triggers of one rule that wait for an answer, by what ties the answer to them.
///
/// There are hardly ever more than a few at once: these lie in a row and are searched one by one.
/// What comes on top is found by its tie, so that a journal with a million of them is no trap.
public struct Obligations {
  private var few: [Waiting] = []
  private var many: [UInt64: [Obligation]] = [:]
  private static let fewAtMost = 24

  private struct Waiting {
    var tie: UInt64
    var obligation: Obligation
  }

  /// Whether none waits.
  public var isEmpty: Bool { few.isEmpty && many.isEmpty }

  /// The ties of those that wait, rising.
  public var ties: [UInt64] { Set(few.map(\.tie) + many.keys).sorted() }

  /// Whether one waits for this tie.
  public func contains(_ tie: UInt64) -> Bool {
    few.contains { $0.tie == tie } || many[tie] != nil
  }

  /// Lets one wait.
  public mutating func append(_ obligation: Obligation, tie: UInt64) {
    if few.count < Self.fewAtMost {
      few.append(Waiting(tie: tie, obligation: obligation))
    } else {
      many[tie, default: []].append(obligation)
    }
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
    var taken: [Obligation] = []
    for waiting in few where waiting.tie == tie { taken.append(waiting.obligation) }
    if !taken.isEmpty { few.removeAll { $0.tie == tie } }
    if !many.isEmpty, let more = many.removeValue(forKey: tie) { taken += more }
    return taken
  }

  /// Takes out those of this tie that were answered in time, where they lie; says how many of them
  /// count, and whether none of the tie is left.
  ///
  /// Nearly every answer comes in time, and then nothing but a count remains of it.
  mutating func takeAnswered(_ tie: UInt64, by index: Int, in run: Run) -> (count: Int, all: Bool) {
    var count = 0
    var all = many.isEmpty || many[tie] == nil
    var place = 0
    while place < few.count {
      guard few[place].tie == tie else {
        place += 1
        continue
      }
      let passed = run.session.time.greatest(from: few[place].obligation.trigger, to: index)
      if passed > few[place].obligation.limitMs {
        all = false
        place += 1
      } else {
        if !few[place].obligation.isPerhaps { count += 1 }
        few.remove(at: place)
      }
    }
    return (count, all)
  }

  /// Takes out all, in the order of their triggers.
  public mutating func takeAll() -> [Obligation] {
    let all = few.map(\.obligation) + many.values.flatMap { $0 }
    removeAll()
    return all.sorted { $0.trigger < $1.trigger }
  }

  /// Changes all of this tie.
  mutating func change(_ tie: UInt64, _ body: (inout Obligation) -> Void) {
    for index in few.indices where few[index].tie == tie { body(&few[index].obligation) }
    guard !many.isEmpty, var changed = many.removeValue(forKey: tie) else { return }
    for index in changed.indices { body(&changed[index]) }
    many[tie] = changed
  }

  /// Leaves all of this tie undecided unless a certain answer comes; O(those that came since).
  mutating func doubt(_ tie: UInt64) {
    for index in few.indices where few[index].tie == tie { few[index].obligation.doubtAnswer() }
    guard !many.isEmpty, var doubted = many.removeValue(forKey: tie) else { return }
    for index in doubted.indices.reversed() {
      if doubted[index].mayBeAnswered { break }
      doubted[index].doubtAnswer()
    }
    many[tie] = doubted
  }

  /// Forgets all and keeps the memory.
  public mutating func removeAll() {
    if !few.isEmpty { few.removeAll(keepingCapacity: true) }
    if !many.isEmpty { many.removeAll(keepingCapacity: true) }
  }
}

/// A trigger that waits for its answer.
public struct Obligation {
  /// The index of the triggering event.
  public var trigger: Int
  /// How long it may wait, in milliseconds of active time.
  public var limitMs: Int64
  /// The threshold that says so.
  public var key: PolicyKey
  /// Whether it is excused: then only an answer in time makes it certain that it is kept.
  public var doubt: Doubt?
  /// Whether a gap hides that it waits at all: where it is answered it was none.
  var isPerhaps = false
  /// Whether what may be its answer came.
  private(set) var mayBeAnswered = false
  /// Further events that show why it waits.
  public var witness: [Int] = []
  /// Whether the event that says its format is one of these, too.
  var showsFormat = false
  /// The kind of the answer that is missing when none comes.
  public var missing = EventKind.unknown
  /// Whether only a session with an app-open event is asked.
  public var needsAppOpen = false
  /// A kind that breaks the rule alone, so that it can be no witness of passing time.
  public var unfitProof = EventKind.unknown
  /// What the trigger was in the light of the state before it.
  public var facts = MomentFacts()

  mutating func doubtAnswer() {
    mayBeAnswered = true
    doubt = .gap
  }

  /// Makes an obligation.
  public init(
    trigger: Int, limitMs: Int64, key: PolicyKey, doubt: Doubt? = nil, witness: [Int] = []
  ) {
    self.trigger = trigger
    self.limitMs = limitMs
    self.key = key
    self.doubt = doubt
    self.witness = witness
  }
}
