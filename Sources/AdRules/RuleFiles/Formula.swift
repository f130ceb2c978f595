internal import AdSession

/// The condition of a rule from a file.
enum Formula: Sendable {
  /// Each of these events has these fields.
  case fields(at: EventSelection, are: [FieldTest])
  /// An earlier event precedes each of these events, or must not precede it.
  case earlier(at: EventSelection, Related)
  /// Each of these events has an answer in time.
  case response(to: EventSelection, Related)
  /// The number of these events is limited.
  case count(of: EventSelection, Counting)

  /// The related event: the earlier event or the answer.
  struct Related: Sendable {
    let events: EventSelection
    let correlation: CorrelationKey
    /// The maximum distance; nil for any distance.
    let limit: Limit?
    /// Whether the event is forbidden.
    let isForbidden: Bool
  }

  /// The limit of a number of events.
  struct Counting: Sendable {
    /// Where the events are counted.
    enum Period: Sendable {
      /// In the session.
      case session
      /// In every span of this length.
      case span(Limit)
      /// On every local day of the install.
      case day
    }

    let correlation: CorrelationKey
    let period: Period
    let most: Int

    var isPerDay: Bool { if case .day = period { true } else { false } }
    var isInSpan: Bool { if case .span = period { true } else { false } }
  }

  /// A time limit: a fixed time or a threshold.
  struct Limit: Sendable {
    let milliseconds: Int64
    /// The threshold; nil for a fixed time.
    let key: PolicyKey?
    /// Whether it is measured in plain `t` instead of active time.
    let isPlain: Bool
    /// The text of the limit.
    let text: String

    /// Whether it is a threshold without a value: no event is then an activation.
    func isUnset(_ context: EvaluationContext) -> Bool { key.map(context.isUnset) ?? false }

    /// The time in force; nil where it is unknown.
    func inForce(_ context: EvaluationContext) -> Int64? {
      key.map(context.milliseconds) ?? milliseconds
    }
  }

  /// The selections of events that the formula names.
  var selections: [EventSelection] {
    switch self {
    case .fields(let events, _), .count(let events, _): [events]
    case .earlier(let events, let related), .response(let events, let related):
      [events, related.events]
    }
  }

  /// The kinds of all events that the formula names.
  var kinds: [EventKind] { selections.flatMap { $0.kinds } }

  /// The conditions that the formula demands of events.
  var demands: [FieldTest] { if case .fields(_, let tests) = self { tests } else { [] } }

  /// The thresholds that the formula names.
  var policy: [PolicyKey] {
    switch self {
    case .fields: []
    case .count(_, let limit):
      if case .span(let span) = limit.period { span.key.map { [$0] } ?? [] } else { [] }
    case .earlier(_, let related), .response(_, let related): related.limit?.key.map { [$0] } ?? []
    }
  }

  /// Whether a time limit or a local day takes part.
  var measuresTime: Bool {
    switch self {
    case .fields: false
    case .count(_, let limit): if case .session = limit.period { false } else { true }
    case .response: true
    case .earlier(_, let related): related.limit != nil
    }
  }

  var pattern: Pattern {
    switch self {
    case .fields(let events, let tests): .fields(of: events, are: tests)
    case .earlier(let events, let related): Earlier(events, related).pattern
    case .response(let events, let related): Answered(events, related).pattern
    case .count(let events, let limit): Counted(events, limit).pattern
    }
  }
}

extension CorrelationKey {
  /// The correlation keys that a rule file can name.
  static let ofFiles: [(name: String, correlation: CorrelationKey)] = [
    ("ad", .ad), ("request", .request), ("load", .load), ("unit", .unit), ("slot", .slot),
    ("scene", .scene), ("session", .session),
  ]

  /// The key of an event; nil where the event lacks the field.
  func keyIfGiven(_ context: EvaluationContext) -> UInt64? {
    let event = context.event
    let isGiven =
      switch self {
      case .ad: event.ad.isPresent
      case .request: event.request.isPresent
      case .load: event.load.isPresent
      case .unit, .slot: event.unit.isPresent
      case .scene, .session: true
      }
    return isGiven ? key(context) : nil
  }

  /// Whether the key of an event is unknown, because its scene is.
  func isUnsure(_ context: EvaluationContext) -> Bool { needsScene && context.isSceneUnsure }

  /// The first event that can have this key; none if events of these kinds can come before any
  /// other.
  func loadedIndex(_ context: EvaluationContext, of kinds: [EventKind]) -> EventIndex {
    switch self {
    case .ad:
      // Only these two kinds can name an ad before its load.
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
