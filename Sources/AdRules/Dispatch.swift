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

    init(_ visit: @escaping @Sendable (Moment, inout Monitor) -> Void, judgesFailureOnly: Bool) {
      self.visit = visit
      self.judgesFailureOnly = judgesFailureOnly
    }
  }

  /// A visit in its row: all that the loop needs.
  struct Place {
    let visitor: Unmanaged<Visitor>
    let monitor: UnsafeMutablePointer<Monitor>
    let isAlwaysNeeded: Bool
  }

  /// What a session says of a rule before anything is judged.
  enum Capture: UInt8 { case no, yes, maybe }

  let classes: ClassSet
  let captures: [Capture]
  let finishing: [(rule: Int, need: Pattern.Need)]
  /// What ``places`` points to.
  private let kept: [Visitor]
  private let places: UnsafeMutablePointer<Place>
  /// Where each row ends, by kind and class of the format; then those of attempts, and of shows.
  private let ends: UnsafeMutablePointer<Int32>

  private static let attempts = EventKind.allCases.count
  private static let shows = attempts + 1
  private static var rows: Int { (shows + 1) * Formats.classes }

  deinit {
    places.deallocate()
    ends.deallocate()
  }

  /// The visits of a kind.
  @inline(__always)
  func row(of kind: EventKind, _ formatClass: Int) -> UnsafeBufferPointer<Place> {
    row(Int(kind.rawValue), formatClass)
  }

  func attempts(_ formatClass: Int) -> UnsafeBufferPointer<Place> {
    row(Self.attempts, formatClass)
  }

  func shows(_ formatClass: Int) -> UnsafeBufferPointer<Place> { row(Self.shows, formatClass) }

  @inline(__always)
  private func row(_ row: Int, _ formatClass: Int) -> UnsafeBufferPointer<Place> {
    let place = row &* Formats.classes &+ formatClass
    let begin = Int(ends[place])
    return UnsafeBufferPointer(start: places + begin, count: Int(ends[place &+ 1]) &- begin)
  }

  init(_ rules: [Rule], classes: ClassSet, monitors: UnsafeMutablePointer<Monitor>) {
    self.classes = classes
    var rows: [[Place]] = Array(repeating: [], count: Self.rows)
    var kept: [Visitor] = []
    var finishing: [(rule: Int, need: Pattern.Need)] = []
    var captures: [Capture] = []
    for (index, rule) in rules.enumerated() {
      let needed = rule.observes.reduce(into: ClassSet()) { $0.insert(ClassSet($1)) }
      guard classes.isSuperset(of: needed) else {
        captures.append(.no)
        continue
      }
      captures.append(rule.pattern.applies == nil ? .yes : .maybe)
      if rule.pattern.finish != nil { finishing.append((index, rule.pattern.needsFinish)) }
      for visit in rule.pattern.visits {
        let visitor = Visitor(visit.body, judgesFailureOnly: rule.pattern.judgesFailureOnly)
        kept.append(visitor)
        let place = Place(
          visitor: .passUnretained(visitor), monitor: monitors + index,
          isAlwaysNeeded: visit.need != .awake)
        Self.add(place, of: visit, to: &rows, rule.formats, classes)
      }
    }
    self.kept = kept
    self.finishing = finishing
    self.captures = captures
    places = .allocate(capacity: rows.reduce(1) { $0 + $1.count })
    ends = .allocate(capacity: rows.count + 1)
    ends.initialize(to: 0)
    var end = 0
    for (number, row) in rows.enumerated() {
      for place in row {
        (places + end).initialize(to: place)
        end += 1
      }
      (ends + number + 1).initialize(to: Int32(end))
    }
  }

  private static func add(
    _ place: Place, of visit: Pattern.Visit, to rows: inout [[Place]], _ formats: Formats,
    _ classes: ClassSet
  ) {
    var seen: Set<Pattern.Trigger> = []
    for trigger in visit.triggers where seen.insert(trigger).inserted {
      guard let row = row(of: trigger, classes) else { continue }
      let filters = trigger == .attempt || visit.filtersFormat
      for formatClass in 0..<Formats.classes
      where !filters || formats.contains(formatClass: formatClass) {
        rows[row * Formats.classes + formatClass].append(place)
      }
    }
  }

  /// The row of a trigger; nil for a kind whose class is not captured.
  private static func row(of trigger: Pattern.Trigger, _ captured: ClassSet) -> Int? {
    switch trigger {
    case .attempt: attempts
    case .show: shows
    case .kind(let kind):
      kind.eventClass.flatMap { captured.contains(ClassSet($0)) ? Int(kind.rawValue) : nil }
    }
  }
}
