internal import AdSession

/// Which rules visit which events, in a session that captures certain classes.
///
/// The visits of a kind and of a format lie in a row, so that a step calls one after the other and
/// asks nothing but whether those that answer have anything to answer.
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

  /// What the loop does with a visit.
  enum Role: UInt8 { case check, visit, visitWhileAwake, checkOfAd }

  /// A visit in its row: all that the loop needs.
  struct Place {
    let visitor: Unmanaged<Visitor>
    let monitor: UnsafeMutablePointer<Monitor>
    let role: Role
  }

  let classes: ClassSet
  /// What the results are where nothing of a rule is seen.
  let template: RuleResults
  /// The rules that may not apply to a session, though it captures what they observe.
  let conditional: [Int]
  let finishing: [(rule: Int, need: Pattern.Need)]
  /// What ``places`` points to.
  private let kept: [Visitor]
  private let places: UnsafeMutablePointer<Place>
  /// Where the row of each kind and class of format begins, and the next one.
  private let begins: UnsafeMutablePointer<Int32>

  init(_ rules: [Rule], classes: ClassSet, monitors: UnsafeMutablePointer<Monitor>) {
    self.classes = classes
    let isCaptured = rules.map { rule in
      classes.isSuperset(of: rule.observes.reduce(into: ClassSet()) { $0.insert(ClassSet($1)) })
    }
    template = RuleResults(isCaptured.map { $0 ? .vacuous : .notCaptured })
    let captured = rules.indices.filter { isCaptured[$0] }
    conditional = captured.filter { rules[$0].pattern.applies != nil }
    finishing = captured.filter { rules[$0].pattern.finish != nil }
      .map { ($0, rules[$0].pattern.needsFinish) }
    var kept: [Visitor] = []
    var added: [(place: Place, rows: DispatchRows)] = []
    for index in captured {
      let rule = rules[index]
      for visit in rule.pattern.visits {
        let visitor = Visitor(visit.body, judgesFailureOnly: rule.pattern.judgesFailureOnly)
        kept.append(visitor)
        let place = Place(
          visitor: .passUnretained(visitor), monitor: monitors + index, role: visit.role)
        added.append((place, DispatchRows(of: visit, rule.formats, classes)))
      }
    }
    self.kept = kept
    begins = .allocate(capacity: DispatchRows.count + 1)
    places = Self.fill(begins, added)
  }

  deinit {
    places.deallocate()
    begins.deallocate()
  }

  /// Puts each visit in its rows: first counts, then places.
  private static func fill(
    _ begins: UnsafeMutablePointer<Int32>, _ added: [(place: Place, rows: DispatchRows)]
  ) -> UnsafeMutablePointer<Place> {
    let rows = DispatchRows.count
    begins.initialize(repeating: 0, count: rows + 1)
    for (_, visited) in added { visited.forEach { begins[$0 + 1] += 1 } }
    for row in 1...rows { begins[row] += begins[row - 1] }
    let places = UnsafeMutablePointer<Place>.allocate(capacity: Int(begins[rows]) + 1)
    for (place, visited) in added {
      visited.forEach {
        (places + Int(begins[$0])).initialize(to: place)
        begins[$0] += 1
      }
    }
    // Each has gone on to where the next row begins.
    for row in stride(from: rows, to: 0, by: -1) { begins[row] = begins[row - 1] }
    begins[0] = 0
    return places
  }

  /// The visits of a kind.
  @inline(__always)
  func row(of kind: EventKind, _ formatClass: Int) -> UnsafeBufferPointer<Place> {
    row(Int(kind.rawValue), formatClass)
  }

  /// The visits of attempts.
  func attempts(_ formatClass: Int) -> UnsafeBufferPointer<Place> {
    row(DispatchRows.attempts, formatClass)
  }

  /// The visits of shows.
  func shows(_ formatClass: Int) -> UnsafeBufferPointer<Place> {
    row(DispatchRows.shows, formatClass)
  }

  @inline(__always)
  private func row(_ row: Int, _ formatClass: Int) -> UnsafeBufferPointer<Place> {
    let place = row &* Formats.classes &+ formatClass
    let begin = Int(begins[place])
    return UnsafeBufferPointer(start: places + begin, count: Int(begins[place &+ 1]) &- begin)
  }
}

extension Pattern.Visit {
  fileprivate var role: Dispatch.Role {
    if case .check = body { return needsAd ? .checkOfAd : .check }
    return need == .awake ? .visitWhileAwake : .visit
  }
}

/// The rows that a visit lies in: of each kind, of attempts and of shows one a class of formats.
struct DispatchRows {
  static let attempts = EventKind.allCases.count
  static let shows = attempts + 1
  static var count: Int { (shows + 1) * Formats.classes }

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
          insert(Int(kind.rawValue))
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
