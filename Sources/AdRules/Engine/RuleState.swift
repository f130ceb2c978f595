internal import AdSession

/// The progress of one rule in one session: open obligations, memory and findings.
public struct RuleState: ~Copyable {
  /// The formats that the rule judges.
  public let formats: Formats
  /// The number of the rule.
  let number: Int32
  /// See ``Pattern/judgesOverlays``.
  let judgesOverlays: Bool
  /// Whether the rule was called since the state was cleared.
  var isTouched = false
  /// Whether the rule needs calls although no obligation is open.
  public var watches = false
  /// Why no judgement about the visited event counts; nil where judgements count.
  ///
  /// A gap makes the event no activation where the judgement is that the rule is kept.
  var doubt: Doubt?
  private var isRareUsed = false
  /// Whether any list of findings was written.
  private(set) var hasLists = false
  /// Whether ``clear()`` does not clear everything.
  private(set) var hasMore = false
  var activations = 0
  /// Triggers that wait for an answer, by correlation key.
  public var open = Obligations()
  /// Numbers that a pattern stores, by keys that the pattern chooses.
  public var memory = Memory()
  /// The first violations; the others are only counted.
  private(set) var violations = FirstFindings<Violation>()
  /// The first undecided activations; the others are only counted.
  private(set) var undecided = FirstFindings<Undecided>()
  /// The `seq`s of the kept activations, where a test asks for them.
  var kept: [Int64] = []
  private var rareParts = Rare()

  init(_ rule: Rule, number: Int) {
    formats = rule.formats
    judgesOverlays = rule.pattern.judgesOverlays
    self.number = Int32(truncatingIfNeeded: number)
  }

  /// Marks the lists of findings as written.
  mutating func useLists() {
    hasLists = true
    hasMore = true
  }

  /// Adds a violation; the caller calls ``useLists()`` before.
  mutating func add(_ violation: Violation, in trace: Trace) {
    violations.add(violation, in: trace)
  }

  /// Adds an undecided activation; the caller calls ``useLists()`` before.
  mutating func add(_ activation: Undecided, in trace: Trace) {
    undecided.add(activation, in: trace)
  }

  private mutating func useRare() {
    isRareUsed = true
    hasMore = true
  }

  /// Whether calls of the role `visitWhileAwake` are needed.
  var isAwake: Bool {
    @inline(__always) get { open.count != 0 || watches }
  }

  /// Parts that only a few patterns use.
  var rare: Rare {
    _read { yield rareParts }
    _modify {
      useRare()
      yield &rareParts
    }
  }
  /// The state that only the rule's pattern has; a pattern always asks for the same type.
  mutating func own<Own: PatternState>(_: Own.Type) -> Own {
    useRare()
    if let own = rareParts.own as? Own { return own }
    let own = Own()
    rareParts.own = own
    return own
  }
  /// Lists of a pattern, by keys that the pattern chooses.
  public var lists: [UInt64: [Int]] {
    _read { yield rareParts.lists }
    _modify { yield &rare.lists }
  }

  /// Clears the state and keeps the memory, except for the parts that ``hasMore`` marks.
  @inline(__always)
  mutating func clear() {
    isTouched = false
    watches = false
    activations = 0
    if !open.isEmpty { open.removeAll() }
    if !memory.isEmpty { memory.removeAll() }
  }

  /// Clears the parts that ``hasMore`` marks.
  @inline(never)
  mutating func clearMore() {
    hasMore = false
    if hasLists {
      violations.removeAll()
      undecided.removeAll()
      kept.removeAll(keepingCapacity: true)
      hasLists = false
    }
    if isRareUsed {
      rareParts.clear()
      isRareUsed = false
    }
  }

  struct Rare {
    fileprivate var lists: [UInt64: [Int]] = [:]
    fileprivate var own: PatternState?

    fileprivate mutating func clear() {
      if !lists.isEmpty { lists.removeAll(keepingCapacity: true) }
      own?.clear()
    }
  }
}
