internal import AdSession

/// Which rules visit which events, in a session that captures certain classes.
///
/// The visits of a kind and of a format lie in a row, sorted by what the loop does with them, so that
/// a step calls one after the other and asks nothing but whether those that answer have anything to
/// answer.
final class Dispatch {
  /// One visit of one rule.
  final class Visitor {
    let judgesFailureOnly: Bool
    let visit: @Sendable (Moment, inout Monitor) -> Void
    let check: @Sendable (Moment) -> Judgement?

    init(_ body: Pattern.Visit.Body, judgesFailureOnly: Bool) {
      self.judgesFailureOnly = judgesFailureOnly
      switch body {
      case .visit(let closure): (visit, check) = (closure, { _ in nil })
      case .check(let closure): (visit, check) = ({ _, _ in }, closure)
      }
    }
  }

  /// What one rule does when a session is over.
  final class Finisher {
    let finish: @Sendable (Run, inout Monitor) -> Void

    init(_ finish: @escaping @Sendable (Run, inout Monitor) -> Void) { self.finish = finish }
  }

  /// A rule that has something to do then, and when.
  struct End {
    let finisher: Unmanaged<Finisher>
    let need: Pattern.Need
    let monitor: UnsafeMutablePointer<Monitor>
  }

  /// What the loop does with a visit, in the order of a row: of one event a rule answers before it
  /// asks.
  enum Role: Int {
    case check, checkOfAd, visitWhileAwake, visit

    /// How many there are.
    static var count: Int { Role.visit.rawValue + 1 }
  }

  /// A visit in its row: all that the loop needs.
  struct Place {
    let visitor: Unmanaged<Visitor>
    let monitor: UnsafeMutablePointer<Monitor>
  }

  /// The visits of one kind and class of formats.
  struct Row {
    fileprivate let places: UnsafeMutablePointer<Place>
    /// Where each role begins, and the next row, in bytes.
    fileprivate let begins: UnsafePointer<Int32>

    /// Those that judge an event by itself; some of them only where it names an ad.
    @inline(__always)
    func checks(ofAd: Bool) -> Places { part(.check, ofAd ? .checkOfAd : .check) }
    /// Those that are called while something waits.
    var awake: Places { @inline(__always) get { part(.visitWhileAwake, .visitWhileAwake) } }
    /// Those that are always called.
    var visits: Places { @inline(__always) get { part(.visit, .visit) } }

    @inline(__always)
    private func part(_ first: Role, _ last: Role) -> Places {
      Places(place: place(begins[first.rawValue]), end: place(begins[last.rawValue &+ 1]))
    }

    @inline(__always)
    private func place(_ offset: Int32) -> UnsafeMutablePointer<Place> {
      (UnsafeMutableRawPointer(places) + Int(offset)).assumingMemoryBound(to: Place.self)
    }
  }

  /// Visits one behind the other.
  struct Places: Sequence, IteratorProtocol {
    fileprivate var place: UnsafeMutablePointer<Place>
    fileprivate let end: UnsafeMutablePointer<Place>

    @inline(__always)
    mutating func next() -> Place? {
      if place == end { return nil }
      defer { place += 1 }
      return place.pointee
    }
  }

  let classes: ClassSet
  /// What the results are where nothing of a rule is seen.
  let template: RuleResults
  /// The rules that may not apply to a session, though it captures what they observe.
  let conditional: [Int]
  /// What is done at the end of a session, in the order of the rules.
  let ends: UnsafeMutableBufferPointer<End>
  /// What ``places`` and ``ends`` point to.
  private let kept: [Visitor]
  private let finishers: [Finisher]
  private let places: UnsafeMutablePointer<Place>
  /// Where each role of the row of each kind and class of formats begins, and the next one.
  private let begins: UnsafeMutablePointer<Int32>

  init(_ rules: [Rule], classes: ClassSet, monitors: UnsafeMutablePointer<Monitor>) {
    self.classes = classes
    let isCaptured = rules.map { rule in
      classes.isSuperset(of: rule.observes.reduce(into: ClassSet()) { $0.insert(ClassSet($1)) })
    }
    template = RuleResults(isCaptured.map { $0 ? .vacuous : .notCaptured })
    let captured = rules.indices.filter { isCaptured[$0] }
    conditional = captured.filter { rules[$0].pattern.applies != nil }
    var finishers: [Finisher] = []
    var ends: [End] = []
    for index in captured {
      guard let finish = rules[index].pattern.finish else { continue }
      let finisher = Finisher(finish)
      finishers.append(finisher)
      ends.append(
        End(
          finisher: .passUnretained(finisher), need: rules[index].pattern.needsFinish,
          monitor: monitors + index))
    }
    self.finishers = finishers
    self.ends = .allocate(capacity: ends.count)
    _ = self.ends.initialize(from: ends)
    var kept: [Visitor] = []
    var added: [Added] = []
    for index in captured {
      let rule = rules[index]
      var asked: [Pattern.Trigger] = []
      for visit in rule.pattern.visits {
        let visitor = Visitor(visit.body, judgesFailureOnly: rule.pattern.judgesFailureOnly)
        kept.append(visitor)
        // What answers an event after it asked by the same is always called.
        let isAsked = visit.triggers.contains { asked.contains($0) }
        let role = isAsked ? .visit : visit.role
        if role == .visit { asked += visit.triggers }
        added.append(
          Added(
            place: Place(visitor: .passUnretained(visitor), monitor: monitors + index),
            role: role, rows: DispatchRows(of: visit, rule.formats, classes)))
      }
    }
    self.kept = kept
    begins = .allocate(capacity: DispatchRows.count * Role.count + 1)
    places = Self.fill(begins, added)
  }

  deinit {
    places.deallocate()
    begins.deallocate()
    ends.deallocate()
  }

  /// A visit, and where it is to lie.
  private struct Added {
    let place: Place
    let role: Role
    let rows: DispatchRows

    func forEach(_ body: (Int) -> Void) {
      rows.forEach { body($0 * Role.count + role.rawValue) }
    }
  }

  /// Puts each visit in its rows: first counts, then places.
  private static func fill(
    _ begins: UnsafeMutablePointer<Int32>, _ added: [Added]
  ) -> UnsafeMutablePointer<Place> {
    let parts = DispatchRows.count * Role.count
    begins.initialize(repeating: 0, count: parts + 1)
    for visit in added { visit.forEach { begins[$0 + 1] += 1 } }
    for part in 1...parts { begins[part] += begins[part - 1] }
    let places = UnsafeMutablePointer<Place>.allocate(capacity: Int(begins[parts]) + 1)
    for visit in added {
      visit.forEach {
        (places + Int(begins[$0])).initialize(to: visit.place)
        begins[$0] += 1
      }
    }
    // Each has gone on to where the next part begins.
    for part in stride(from: parts, to: 0, by: -1) {
      begins[part] = begins[part - 1] * Int32(MemoryLayout<Place>.stride)
    }
    begins[0] = 0
    return places
  }

  /// The visits of a kind.
  @inline(__always)
  func row(of kind: EventKind, _ formatClass: Int) -> Row {
    row(DispatchRows.row(of: kind), formatClass)
  }

  /// The visits of attempts.
  func attempts(_ formatClass: Int) -> Row { row(DispatchRows.attempts, formatClass) }

  /// The visits of shows.
  func shows(_ formatClass: Int) -> Row { row(DispatchRows.shows, formatClass) }

  @inline(__always)
  private func row(_ row: Int, _ formatClass: Int) -> Row {
    let first = (row &* Formats.classes &+ formatClass) &* Role.count
    return Row(places: places, begins: UnsafePointer(begins + first))
  }
}

extension Pattern.Visit {
  fileprivate var role: Dispatch.Role {
    if case .check = body { return needsAd ? .checkOfAd : .check }
    return need == .awake ? .visitWhileAwake : .visit
  }
}

/// The rows that a visit lies in: of attempts, of shows and of each kind one a class of formats.
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
        // What is not captured is not seen.
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

  /// Calls a closure with the number of each row; attempts are always of the rule's formats.
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
