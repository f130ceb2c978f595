internal import AdSession

/// What a rule of a file demands.
enum Formula: Sendable {
  /// At each of these events, its fields are so.
  case fields(at: EventSelection, are: [FieldTest])
  /// At each of these events, there is an earlier one, or none.
  case earlier(at: EventSelection, Looked)
  /// Each of these events is answered in time.
  case response(to: EventSelection, Looked)
  /// There are at most so many of these events.
  case count(of: EventSelection, per: CorrelationKey, most: Int)

  /// What an event is looked for.
  struct Looked: Sendable {
    let events: EventSelection
    let correlation: CorrelationKey
    /// How far away it is at most; nil: anywhere.
    let limit: Limit?
    /// Whether there must be none.
    let isForbidden: Bool
  }

  /// A time, or the threshold that says one.
  struct Limit: Sendable {
    let milliseconds: Int64
    /// The threshold; nil where the file says the time.
    let key: PolicyKey?
    /// Whether plain `t` counts, and not active time.
    let isPlain: Bool
    /// As it was written.
    let text: String

    /// The time in force; nil where it is unknown.
    func inForce(_ context: EvaluationContext) -> Int64? {
      key.map(context.milliseconds) ?? milliseconds
    }
  }

  /// The kinds that it looks at.
  var kinds: [EventKind] {
    switch self {
    case .fields(let events, _): events.kinds
    case .earlier(let events, let looked), .response(let events, let looked):
      events.kinds + looked.events.kinds
    case .count(let events, _, _): events.kinds
    }
  }

  /// The thresholds that it takes.
  var policy: [PolicyKey] {
    switch self {
    case .fields, .count: []
    case .earlier(_, let looked), .response(_, let looked): looked.limit?.key.map { [$0] } ?? []
    }
  }

  /// The pattern that judges by it.
  var pattern: Pattern {
    switch self {
    case .fields(let events, let tests): .fields(of: events, are: tests)
    case .earlier(let events, let looked): Earlier(events, looked).pattern
    case .response(let events, let looked): Answered(events, looked).pattern
    case .count(let events, let correlation, let most): Counted(events, correlation, most).pattern
    }
  }
}

extension CorrelationKey {
  /// The ties that a file can name.
  static let ofFiles: [(name: String, correlation: CorrelationKey)] = [
    ("ad", .ad), ("request", .request), ("load", .load), ("unit", .unit), ("slot", .slot),
    ("scene", .scene), ("session", .session),
  ]

  /// What ties an event to others; nil where its record does not say it.
  func keyIfGiven(_ context: EvaluationContext) -> UInt64? {
    let event = context.event
    let isGiven =
      switch self {
      case .ad: event.ad.isPresent
      case .request: event.request.isPresent
      case .load: event.load.isPresent
      case .unit, .slot: event.unit.isPresent
      case .scene, .splash, .session: true
      }
    return isGiven ? key(context) : nil
  }

  /// Whether an event's tie may be another one: a lost record says its scene.
  func isUncertain(_ context: EvaluationContext) -> Bool {
    needsScene && context.facts.isSceneUncertain
  }

  /// The event with which what it ties begins: none of these kinds lies before; none: some may.
  func loadedIndex(_ context: EvaluationContext, of kinds: [EventKind]) -> EventIndex {
    switch self {
    case .ad:
      // Of an ad these two alone lie before its load has delivered it.
      let isEarly = kinds.contains(.nativeMapped) || kinds.contains(.adapterCompleted)
      return isEarly ? .none : context.loadedIndex
    case .request: return context.requestState?.requestedIndex ?? .none
    case .load:
      let number = context.session.loadNumber(context.event.load)
      return number.map { context.session.loads[$0].calledIndex } ?? .none
    default: return .none
    }
  }
}
