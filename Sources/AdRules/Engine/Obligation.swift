public import AdSession

/// A trigger that waits for its answer.
public struct Obligation {
  var wait: Wait
  /// Further events that show why it waits.
  public var witness: [Int] = []

  /// Makes an obligation.
  public init(
    trigger: Int, limitMs: Int64, key: PolicyKey, doubt: Doubt? = nil, witness: [Int] = []
  ) {
    wait = Wait(trigger: trigger, limitMs: limitMs, key: key)
    wait.doubt = doubt
    self.witness = witness
  }

  init(wait: Wait, witness: [Int]) {
    self.wait = wait
    self.witness = witness
  }

  /// The index of the triggering event.
  public var trigger: Int { Int(wait.trigger) }
  /// How long it may wait, in milliseconds of active time.
  public var limitMs: Int64 { wait.limitMs }
  /// The threshold that says so; nil where a rule of a file says the time itself.
  public var key: PolicyKey? { wait.key }
  /// Whether it is excused: then only an answer in time makes it certain that it is kept.
  public var doubt: Doubt? {
    get { wait.doubt }
    set { wait.doubt = newValue }
  }
  /// The kind of the answer that is missing when none comes.
  public var missing: EventKind {
    get { wait.missing }
    set { wait.missing = newValue }
  }
  /// What the trigger was in the light of the state before it.
  public var facts: DerivedFacts {
    get { wait.facts }
    set { wait.facts = newValue }
  }
}

/// What is known of a trigger that waits, apart from its witness: bytes without references.
struct Wait {
  var correlation: UInt64 = 0
  var limitMs: Int64
  var facts = DerivedFacts()
  var trigger: Int32
  /// Its further witness: the first two records, and where there are more; -1: there are none.
  var witness: (Int32, Int32, more: Int32) = (-1, -1, -1)
  var key: PolicyKey?
  var doubt: Doubt?
  /// Whether a gap hides that it waits at all: where it is answered it was none.
  var isPerhaps = false
  /// Whether what may be its answer came, in time or not.
  private(set) var metDoubt = false
  /// Whether the event that says its format is part of its witness, too.
  var showsFormat = false
  /// Whether only a session with an app-open event is asked.
  var needsAppOpen = false
  var missing = EventKind.unknown
  /// A kind that breaks the rule alone, so that it can be no witness of passing time.
  var unfitProof = EventKind.unknown

  @inline(__always)
  init(trigger: Int, limitMs: Int64, key: PolicyKey?) {
    self.trigger = Int32(truncatingIfNeeded: trigger)
    self.limitMs = limitMs
    self.key = key
  }

  /// An event may be its answer, if the deadline is not missed for certain.
  mutating func doubt(by index: Int, in evaluation: Evaluation) {
    metDoubt = true
    if evaluation.session.time.least(from: Int(trigger), to: index) <= limitMs { doubt = .gap }
  }
}
