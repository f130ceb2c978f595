internal import AdRules
internal import AdSession

/// The records of a long session that lie around a finding, as a session of their own.
///
/// The search judges a changed session for every change that it tries. In a vicinity, the time of
/// that does not depend on the length of the session. What is found is then judged in the whole
/// session, so that a vicinity needs not be exact: it only has to show the finding.
struct Vicinity {
  let trace: Trace
  /// The indexes of its records in the whole session, rising.
  private let indexes: [Int]
  /// The whole session, completed.
  private let whole: SessionDraft

  /// The number of records around a finding; a session with no more of them has no vicinity.
  static let usualRecords = 1000
  private static let mostRecords = 4 * usualRecords

  /// Whether a session is too long to be searched as a whole, and can have vicinities.
  static func isNeeded(for trace: Trace) -> Bool {
    trace.events.count > usualRecords && trace.header != nil && trace.reusedNames.isEmpty
      && !trace.hasBadSeal
  }

  /// The vicinity around some records; nil if too many records belong to it.
  ///
  /// - Parameter draft: The session, completed.
  init?(of whole: Trace, _ draft: SessionDraft, around anchors: [Int]) {
    guard let header = whole.header, !anchors.isEmpty else { return nil }
    self.whole = draft
    var choice = VicinityChoice(whole)
    choice.addNeighbours(of: anchors, most: Self.usualRecords)
    choice.addGaps(near: anchors)
    choice.addState()
    choice.addRecordsOfNames()
    indexes = choice.indexes
    if indexes.count > Self.mostRecords { return nil }
    trace = Self.trace(indexes, of: whole, header.changed { $0.captures = whole.captured })
  }

  private static func trace(_ indexes: [Int], of whole: Trace, _ header: Header) -> Trace {
    let trace = Trace()
    trace.id = whole.id
    trace.header = header
    trace.symbols = whole.symbols
    trace.end = whole.end
    trace.events = indexes.map { whole.events[$0] }
    for (number, index) in indexes.enumerated() {
      if let policy = whole.policyChanges[index] { trace.policyChanges[number] = policy }
    }
    trace.gaps = whole.gaps.compactMap { gap in
      let number =
        gap.position == whole.events.count
        ? indexes.count : Self.position(gap.position, indexes)
      return number.map { Gap(position: $0, dropped: gap.dropped) }
    }
    return trace
  }

  private static func position(_ index: Int, _ indexes: [Int]) -> Int? {
    indexes.index(ofRising: index) { $0 }
  }

  /// The index in the whole session of a record of the vicinity.
  func wholeIndex(of index: Int) -> Int { indexes[index] }

  /// A violation of the whole session in the vicinity.
  func violation(_ violation: Violation) -> Violation? {
    let witness = violation.witness.compactMap { Self.position($0, indexes) }
    guard witness.count == violation.witness.count,
      let certainAt = Self.position(violation.certainAt, indexes)
    else { return nil }
    var own = violation
    (own.witness, own.certainAt) = (witness, certainAt)
    return own
  }

  /// The whole session with the change of a changed vicinity.
  ///
  /// Both have their records in the order of time; among records of one time, an added one follows
  /// the record that it follows in the vicinity.
  func merged(_ changed: SessionDraft) -> SessionDraft {
    var result = changed
    result.events = []
    result.origins = []
    result.events.reserveCapacity(whole.events.count + 16)
    result.origins.reserveCapacity(whole.events.count + 16)
    result.policies = [:]
    for (index, policy) in changed.policies { result.policies[indexes[index]] = policy }
    var rest = rest[...]
    var before = EventIndex.none
    for (event, origin) in zip(changed.events, changed.origins) {
      var origin = origin
      if case .session(let index) = origin {
        origin = .session(indexes[index])
        before = EventIndex(indexes[index])
      }
      while let next = rest.first, (whole.events[next.index].t, next.after) <= (event.t, before) {
        result.append(whole, rest.removeFirst().index)
      }
      result.events.append(event)
      result.origins.append(origin)
    }
    for next in rest { result.append(whole, next.index) }
    return result
  }

  /// The records of the whole session that the vicinity does not have: their indexes in the filled
  /// session, and the index of the recorded event that they are or follow.
  private var rest: [(index: Int, after: EventIndex)] {
    var rest: [(index: Int, after: EventIndex)] = []
    var own = indexes[...]
    var neutral: [(index: Int, after: EventIndex)] = []
    var last = EventIndex.none
    for (index, origin) in whole.origins.enumerated() {
      guard case .session(let event) = origin else {
        if origin == .neutral { neutral.append((index, last)) }
        continue
      }
      if own.first == event {
        own.removeFirst()
      } else {
        rest += neutral
        rest.append((index, EventIndex(event)))
      }
      neutral.removeAll(keepingCapacity: true)
      last = EventIndex(event)
    }
    return rest
  }
}

/// Chooses the records of a vicinity.
private struct VicinityChoice {
  private let trace: Trace
  private var isChosen: [Bool]

  private static let mostGaps = 32
  private static let leastNeighbours = 10

  init(_ trace: Trace) {
    self.trace = trace
    isChosen = Array(repeating: false, count: trace.events.count)
    isChosen[0] = true
    isChosen[trace.events.count - 1] = true
  }

  var indexes: [Int] { isChosen.indices.filter { isChosen[$0] } }

  private mutating func add(_ range: Range<Int>) {
    for index in range.clamped(to: isChosen.indices) { isChosen[index] = true }
  }

  /// Adds each anchor, and as many records before it as after it.
  mutating func addNeighbours(of anchors: [Int], most: Int) {
    let radius = max(Self.leastNeighbours, most / (2 * anchors.count))
    for anchor in anchors { add((anchor - radius)..<(anchor + radius + 1)) }
  }

  /// Adds the records around the gaps that are nearest to the first anchor.
  mutating func addGaps(near anchors: [Int]) {
    let near = anchors[0]
    let gaps = trace.gaps.sorted { abs($0.position - near) < abs($1.position - near) }
    for gap in gaps.prefix(Self.mostGaps) { add((gap.position - 1)..<(gap.position + 1)) }
  }

  /// Adds what the state at the first anchor rests on: of the records that name no ad, the last one
  /// of each kind, and all that change thresholds or clocks.
  mutating func addState() {
    var last: [StateKey: Int] = [:]
    for (index, event) in trace.events.enumerated() {
      if event.kind == .configChanged || event.kind == .appTimeChanged { isChosen[index] = true }
      if isChosen[index] || event.namesThing { continue }
      last[StateKey(event)] = index
    }
    for index in last.values { isChosen[index] = true }
  }

  private struct StateKey: Hashable {
    let kind: EventKind
    let scene, unit, text: Symbol

    init(_ event: Event) {
      (kind, scene, unit, text) = (event.kind, event.scene, event.unit, event.text)
    }
  }

  /// Adds all records of the ads, requests, adapter calls and windows that the chosen records name,
  /// and so on.
  mutating func addRecordsOfNames() {
    var isNamed = Array(repeating: false, count: trace.symbols.count + 1)
    for index in isChosen.indices where isChosen[index] {
      trace.events[index].forEachName { isNamed[$0] = true }
    }
    // Ads, their requests and their adapter calls are three steps apart.
    for _ in 0..<3 {
      for index in isChosen.indices where !isChosen[index] {
        var isOfName = false
        trace.events[index].forEachName { if isNamed[$0] { isOfName = true } }
        guard isOfName else { continue }
        isChosen[index] = true
        trace.events[index].forEachName { isNamed[$0] = true }
      }
    }
  }
}

extension Event {
  /// Whether the record names an ad, a request, an adapter call or a window of the app.
  fileprivate var namesThing: Bool {
    ad.isPresent || request.isPresent || load.isPresent || kind == .windowShown
      || kind == .windowClosed
  }

  /// Calls `body` with the number of each text that names a thing.
  fileprivate func forEachName(_ body: (Int) -> Void) {
    if ad.isPresent { body(Int(ad.id)) }
    if request.isPresent { body(Int(request.id)) }
    if load.isPresent { body(Int(load.id)) }
    if kind == .windowShown || kind == .windowClosed { body(Int(window.id)) }
  }
}

extension SessionDraft {
  fileprivate mutating func append(_ other: SessionDraft, _ index: Int) {
    events.append(other.events[index])
    origins.append(other.origins[index])
  }
}
