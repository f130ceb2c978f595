internal import AdSession

/// Which rules visit which events, in a session that captures certain classes.
///
/// The calls for one kind of event and one class of formats form a row, sorted by role. A step
/// makes the calls of a row one after the other; its only question is whether a rule has open
/// obligations.
final class Dispatch {
  /// One visit of one rule.
  final class Visitor {
    let judgesFailureOnly: Bool
    let visit: @Sendable (EvaluationContext, inout RuleState) -> Void
    let check: @Sendable (EvaluationContext) -> Judgement?

    init(_ body: Pattern.Visit.Body, judgesFailureOnly: Bool) {
      self.judgesFailureOnly = judgesFailureOnly
      switch body {
      case .visit(let closure): (visit, check) = (closure, { _ in nil })
      case .check(let closure): (visit, check) = ({ _, _ in }, closure)
      }
    }
  }

  /// The end of a session for one rule.
  final class Finisher {
    let finish: @Sendable (Evaluation, inout RuleState) -> Void

    init(_ finish: @escaping @Sendable (Evaluation, inout RuleState) -> Void) {
      self.finish = finish
    }
  }

  /// A rule that acts at the end of a session, and the condition for it.
  struct End {
    let finisher: UncountedReference<Finisher>
    let need: Pattern.Need
    let state: Cell<RuleState>
  }

  /// How the loop treats a call, in the order of a row: at one event, a rule settles obligations
  /// before it opens new ones.
  enum Role: Int {
    case check, checkOfAd, visitWhileAwake, visit

    /// The number of roles.
    static var count: Int { Role.visit.rawValue + 1 }
  }

  /// One visit of one rule, with the state of that rule.
  struct Call {
    let visitor: UncountedReference<Visitor>
    let state: Cell<RuleState>
  }

  /// Where the calls of each role begin in one row, and where the row ends.
  struct RowBounds {
    var begins: (check: Int32, checkOfAd: Int32, visitWhileAwake: Int32, visit: Int32) = (
      0, 0, 0, 0
    )
    var end: Int32 = 0
  }

  /// The calls of one kind and class of formats.
  struct Row {
    /// All calls of the dispatch.
    fileprivate let calls: SlabSlice<Call>
    fileprivate let bounds: Cell<RowBounds>

    /// The calls that judge an event by itself; some of them only where it names an ad.
    @inline(__always)
    func checks(ofAd: Bool) -> SlabSlice<Call> {
      let begins = bounds.value.begins
      return calls.slice(begins.check, ofAd ? begins.visitWhileAwake : begins.checkOfAd)
    }
    /// The calls that are made while an obligation is open.
    var awake: SlabSlice<Call> {
      @inline(__always) get {
        calls.slice(bounds.value.begins.visitWhileAwake, bounds.value.begins.visit)
      }
    }
    /// The calls that are always made.
    var visits: SlabSlice<Call> {
      @inline(__always) get { calls.slice(bounds.value.begins.visit, bounds.value.end) }
    }
  }

  let classes: ClassSet
  /// The results of a session without any activation.
  let template: RuleResults
  /// The rules that may not apply although the session captures the classes that they observe.
  let conditional: [Int]
  /// The rules that demand records of a kind, with that kind.
  let demanding: [(rule: Int, kind: EventKind)]
  /// The rules that need thresholds without a default, with the bits of these thresholds, and
  /// whether one of them is enough.
  let needingPolicy: [(rule: Int, keys: UInt64, isOneEnough: Bool)]
  /// The rules that measure times.
  let timed: [Int]
  /// The rules that act at the end of a session, in the order of the results.
  let ends: [End]
  /// The objects that ``calls`` and ``ends`` refer to.
  private let visitors: [Visitor]
  private let finishers: [Finisher]
  private let calls: Slab<Call>
  /// The bounds of the row of each kind and class of formats.
  private let bounds: Slab<RowBounds>

  init(_ rules: [Rule], classes: ClassSet, states: borrowing Slab<RuleState>) {
    self.classes = classes
    let isCaptured = rules.map { rule in
      classes.isSuperset(of: rule.observes.reduce(into: ClassSet()) { $0.insert(ClassSet($1)) })
    }
    template = RuleResults(isCaptured.map { $0 ? .vacuous : .notCaptured })
    let captured = rules.indices.filter { isCaptured[$0] }
    conditional = captured.filter { rules[$0].pattern.applies != nil }
    demanding = captured.compactMap { rule in rules[rule].pattern.demands.map { (rule, $0) } }
    needingPolicy = captured.compactMap { rule in
      let keys = rules[rule].neededPolicy.bits
      return keys == 0 ? nil : (rule, keys, rules[rule].needsOnePolicy)
    }
    timed = captured.filter { rules[$0].measuresTime }
    var finishers: [Finisher] = []
    var ends: [End] = []
    for index in captured {
      guard let finish = rules[index].pattern.finish else { continue }
      let finisher = Finisher(finish)
      finishers.append(finisher)
      ends.append(
        End(
          finisher: UncountedReference(finisher), need: rules[index].pattern.needsFinish,
          state: states.cell(index)))
    }
    self.finishers = finishers
    self.ends = ends
    var visitors: [Visitor] = []
    var added: [Added] = []
    for index in captured {
      let rule = rules[index]
      var asked: [Pattern.Trigger] = []
      for visit in rule.pattern.visits {
        let visitor = Visitor(visit.body, judgesFailureOnly: rule.pattern.judgesFailureOnly)
        visitors.append(visitor)
        // A rule that opens and settles obligations at the same kind of event is always called.
        let isAsked = visit.triggers.contains { asked.contains($0) }
        let role = isAsked ? .visit : visit.role
        if role == .visit { asked += visit.triggers }
        added.append(
          Added(
            call: Call(visitor: UncountedReference(visitor), state: states.cell(index)),
            role: role, rows: DispatchRows(of: visit, rule.formats, classes)))
      }
    }
    self.visitors = visitors
    let (order, begins) = Self.sorted(added)
    calls = Slab(count: order.count) { added[order[$0]].call }
    bounds = Slab(count: DispatchRows.count) { row in
      let first = row * Role.count
      return RowBounds(
        begins: (begins[first], begins[first + 1], begins[first + 2], begins[first + 3]),
        end: begins[first + Role.count])
    }
  }

  /// A call, and the rows that it belongs to.
  private struct Added {
    let call: Call
    let role: Role
    let rows: DispatchRows

    /// Calls `body` with the number of each role of a row that the call belongs to.
    func forEachPart(_ body: (Int) -> Void) {
      rows.forEach { body($0 * Role.count + role.rawValue) }
    }
  }

  /// The indices of all calls, sorted by row and role, and where each role of each row begins.
  private static func sorted(_ added: [Added]) -> (order: [Int], begins: [Int32]) {
    let parts = DispatchRows.count * Role.count
    var begins = [Int32](repeating: 0, count: parts + 1)
    for visit in added { visit.forEachPart { begins[$0 + 1] += 1 } }
    for part in 1...parts { begins[part] += begins[part - 1] }
    var order = [Int](repeating: 0, count: Int(begins[parts]))
    var next = begins
    for (index, visit) in added.enumerated() {
      visit.forEachPart {
        order[Int(next[$0])] = index
        next[$0] += 1
      }
    }
    return (order, begins)
  }

  /// The calls for a kind of event.
  @inline(__always)
  func row(of kind: EventKind, _ formatClass: Int) -> Row {
    row(DispatchRows.row(of: kind), formatClass)
  }

  /// The calls for attempts.
  func attempts(_ formatClass: Int) -> Row { row(DispatchRows.attempts, formatClass) }

  /// The calls for shows.
  func shows(_ formatClass: Int) -> Row { row(DispatchRows.shows, formatClass) }

  @inline(__always)
  private func row(_ row: Int, _ formatClass: Int) -> Row {
    Row(calls: calls.all, bounds: bounds.cell(row &* Formats.classes &+ formatClass))
  }
}

extension Pattern.Visit {
  fileprivate var role: Dispatch.Role {
    if case .check = body { return needsAd ? .checkOfAd : .check }
    return need == .awake ? .visitWhileAwake : .visit
  }
}

/// The rows that a visit belongs to.
///
/// Attempts, shows and each kind of event have one row per class of formats.
struct DispatchRows {
  static var attempts: Int { 0 }
  static var shows: Int { 1 }
  static var count: Int { (EventKind.allCases.count + 2) * Formats.classes }

  @inline(__always)
  static func row(of kind: EventKind) -> Int { Int(kind.rawValue) &+ 2 }

  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private let formats: Formats
  private let filtersFormat: Bool

  init(of visit: Pattern.Visit, _ formats: Formats, _ classes: ClassSet) {
    self.formats = formats
    filtersFormat = visit.filtersFormat
    for trigger in visit.triggers {
      switch trigger {
      case .attempt: insert(Self.attempts)
      case .show: insert(Self.shows)
      case .kind(let kind):
        // Events of a class that is not captured are never visited.
        if let eventClass = kind.eventClass, classes.contains(ClassSet(eventClass)) {
          insert(Self.row(of: kind))
        }
      }
    }
  }

  private mutating func insert(_ row: Int) {
    precondition(row < 128)
    if row < 64 { low |= 1 &<< UInt64(row) } else { high |= 1 &<< UInt64(row - 64) }
  }

  /// Calls `body` with the number of each row; for attempts, the format always decides.
  func forEach(_ body: (Int) -> Void) {
    for (bits, first) in [(low, 0), (high, 64)] {
      var left = bits
      while left != 0 {
        let row = first + left.trailingZeroBitCount
        left &= left - 1
        for formatClass in 0..<Formats.classes
        where !filtersFormat && row != Self.attempts || formats.contains(formatClass: formatClass) {
          body(row * Formats.classes + formatClass)
        }
      }
    }
  }
}
