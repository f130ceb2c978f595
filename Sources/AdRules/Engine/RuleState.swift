/// One rule running over one session: its open obligations, what it remembers and its findings.
public struct RuleState: ~Copyable {
  /// The formats that the rule judges.
  public let formats: Formats
  /// The number of the rule.
  let number: Int32
  /// See ``Pattern/judgesOverlays``.
  let judgesOverlays: Bool
  /// Whether anything was seen since it was cleared.
  var isTouched = false
  /// Whether it asks to be called although no obligation is open.
  public var watches = false
  /// Why everything that is said of the visited event is undecided; nil: it is not.
  var doubt: Doubt?
  private var isRareUsed = false
  /// Whether any list of what became of activations was written.
  private(set) var hasLists = false
  /// Whether there is more to forget than what every visit writes.
  private(set) var hasMore = false
  var activations = 0
  /// Triggers that wait for an answer, by what ties the answer to them.
  public var open = Obligations()
  /// What a pattern remembers beyond the state of the session, by keys of its own.
  public var memory = Memory()
  var violations: [Violation] = []
  var undecided: [Undecided] = []
  /// The `seq`s of the kept activations, where a test asks for them.
  var kept: [Int64] = []
  /// What few patterns need; it is looked at only where one did.
  private var rare = Rare()

  init(_ rule: Rule, number: Int) {
    formats = rule.formats
    judgesOverlays = rule.pattern.judgesOverlays
    self.number = Int32(truncatingIfNeeded: number)
  }

  /// Says that a list of what became of activations is written.
  mutating func useLists() {
    hasLists = true
    hasMore = true
  }

  private mutating func useRare() {
    isRareUsed = true
    hasMore = true
  }

  /// Whether a visit that is only needed then has anything to do.
  var isAwake: Bool {
    @inline(__always) get { open.count != 0 || watches }
  }

  /// What a pattern lists, by keys of its own.
  public var lists: [UInt64: [Int]] {
    _read { yield rare.lists }
    _modify {
      useRare()
      yield &rare.lists
    }
  }
  var storms: [SlotAndCode: [Int]] {
    _read { yield rare.storms }
    _modify {
      useRare()
      yield &rare.storms
    }
  }
  var watch: SlotWatch {
    _read { yield rare.watch }
    _modify {
      useRare()
      yield &rare.watch
    }
  }
  var waiting: WaitingClock {
    _read { yield rare.waiting }
    _modify {
      useRare()
      yield &rare.waiting
    }
  }
  /// Activations that wait for several answers, by the index of their trigger.
  var bundles: [Int: Bundle] {
    _read { yield rare.bundles }
    _modify {
      useRare()
      yield &rare.bundles
    }
  }

  /// Forgets the session, and keeps the memory; where ``hasMore`` says so, that is left to forget.
  @inline(__always)
  mutating func clear() {
    isTouched = false
    watches = false
    activations = 0
    if !open.isEmpty { open.removeAll() }
    if !memory.isEmpty { memory.removeAll() }
  }

  /// Forgets what few patterns write.
  @inline(never)
  mutating func clearMore() {
    hasMore = false
    if hasLists {
      violations.removeAll(keepingCapacity: true)
      undecided.removeAll(keepingCapacity: true)
      kept.removeAll(keepingCapacity: true)
      hasLists = false
    }
    if isRareUsed {
      rare.clear()
      isRareUsed = false
    }
  }

  private struct Rare {
    var lists: [UInt64: [Int]] = [:]
    var storms: [SlotAndCode: [Int]] = [:]
    var watch = SlotWatch()
    var waiting = WaitingClock()
    var bundles: [Int: Bundle] = [:]

    mutating func clear() {
      if !lists.isEmpty { lists.removeAll(keepingCapacity: true) }
      if !storms.isEmpty { storms.removeAll(keepingCapacity: true) }
      if watch.isUsed { watch.clear() }
      if waiting.isUsed { waiting.clear() }
      if !bundles.isEmpty { bundles.removeAll(keepingCapacity: true) }
    }
  }
}
