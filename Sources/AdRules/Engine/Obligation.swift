public import AdSession

/// A trigger that waits for an answer.
public struct Obligation {
  var wait: Wait
  /// Further events that show why the rule expects an answer.
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
  /// The index of the event from which the deadline counts: the trigger, or a later event.
  var since: Int { Int(wait.since) }
  /// The deadline, in milliseconds of active time after `since`.
  public var limitMs: Int64 { wait.limitMs }
  /// The threshold that sets the deadline; nil where a rule file gives the time itself.
  public var key: PolicyKey? { wait.key }
  /// Why a missing answer decides nothing; nil where it is a violation.
  public var doubt: Doubt? {
    get { wait.doubt }
    set { wait.doubt = newValue }
  }
  /// The kind that is reported as missing when no answer comes.
  public var missing: EventKind {
    get { wait.missing }
    set { wait.missing = newValue }
  }
  /// The derived facts of the trigger.
  public var facts: DerivedFacts {
    get { wait.facts }
    set { wait.facts = newValue }
  }
}

/// An obligation without references, so that it is copied as plain bytes.
struct Wait {
  var correlation: UInt64 = 0
  var limitMs: Int64
  var facts = DerivedFacts()
  var trigger: Int32
  /// The event from which the deadline counts.
  private(set) var since: Int32
  /// The deadline of the trigger itself, where another one counts from a later event.
  private(set) var ownLimitMs: Int64 = .max
  /// The further witness: two records, and the index of a list of more.
  var witness: (EventIndex, EventIndex, more: OptionalIndex<[Int]>) = (.none, .none, .none)
  var key: PolicyKey?
  var doubt: Doubt?
  /// Whether it is open if there is an obligation at all; if an answer comes, there was none.
  var countsOnlyIfBroken = false
  /// Whether a possible answer came, in time or late.
  private(set) var metDoubt = false
  /// Whether the witness must include the event that names the format.
  var showsFormat = false
  /// Whether the obligation exists only in sessions with an app-open event.
  var needsAppOpen = false
  var missing = EventKind.unknown
  /// A kind that violates the rule by itself, and so cannot serve as proof that time passed.
  var unfitProof = EventKind.unknown
  /// A record before the trigger that would have been an answer if it were not too early.
  var early = EventIndex.none

  @inline(__always)
  init(trigger: Int, limitMs: Int64, key: PolicyKey?) {
    self.trigger = Int32(truncatingIfNeeded: trigger)
    since = self.trigger
    self.limitMs = limitMs
    self.key = key
  }

  /// Lets a second deadline count from a later event, if it is the earlier one and the only second
  /// one; false where there is a second one already.
  mutating func hasten(from index: Int, _ limit: Int64, _ key: PolicyKey, in evaluation: Evaluation)
    -> Bool
  {
    guard since == trigger else { return false }
    let passed = evaluation.session.time.least(from: Int(trigger), to: index)
    guard limit < limitMs - passed else { return true }
    ownLimitMs = limitMs
    (since, limitMs, self.key) = (Int32(truncatingIfNeeded: index), limit, key)
    return true
  }

  /// Records a possible answer; after a deadline that was certainly missed it changes nothing.
  mutating func doubt(by index: Int, in evaluation: Evaluation) {
    metDoubt = true
    if evaluation.session.time.least(from: Int(since), to: index) <= limitMs { doubt = .gap }
  }
}
