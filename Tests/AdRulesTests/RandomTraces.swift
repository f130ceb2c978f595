import AdRules
import AdSession

/// A generator of random numbers that a seed repeats (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

extension Trace {
  /// A trace of some of these events, renumbered, with the same header and names.
  func part(_ indexes: [Int], renumbered: Bool = false, gapsBefore: Set<Int> = []) -> Trace {
    let part = Trace()
    part.id = id
    part.header = header
    part.symbols = symbols
    part.end = end
    part.reusedNames = reusedNames
    for index in indexes {
      if let change = policyChanges[index] { part.policyChanges[part.events.count] = change }
      if gapsBefore.contains(index) { part.gaps.append(Gap(position: part.events.count)) }
      var event = events[index]
      if renumbered { event.seq = Int64(part.events.count + 1) }
      part.events.append(event)
    }
    if gapsBefore.contains(events.count) { part.gaps.append(Gap(position: part.events.count)) }
    return part
  }

  /// The trace without the records of a range that a gap can hide, and gaps where they lay.
  func without(_ range: Range<Int>) -> Trace {
    var kept: [Int] = []
    var gaps: Set<Int> = []
    var isOpen = false
    var known = Set(self.gaps.map(\.position))
    for index in events.indices {
      if known.remove(index) != nil { isOpen = true }
      if range.contains(index) && events[index].canLieInGap {
        isOpen = true
        continue
      }
      if isOpen { gaps.insert(index) }
      isOpen = false
      kept.append(index)
    }
    if isOpen || known.contains(events.count) { gaps.insert(events.count) }
    let part = part(kept, gapsBefore: gaps)
    if !events.isEmpty && !kept.contains(events.count - 1) { part.end = .cut }
    return part
  }

  /// The trace as it was when this many records had been written.
  func prefix(_ count: Int) -> Trace {
    let part = part(Array(0..<count), gapsBefore: Set(gaps.map(\.position).filter { $0 < count }))
    if count < events.count { part.end = .cut }
    return part
  }

  /// A later launch of an app with a daily cap of one to three, maybe without some of its records.
  func capped(_ dice: inout Dice) -> Trace {
    let start = Int.random(in: 1...max(1, events.count), using: &dice)
    let end = min(events.count, start + (Bool.random(using: &dice) ? 0 : 3))
    let trace = without(start..<max(start, end))
    guard var parts = header?.parts else { return trace }
    parts.launchCount = 7
    let cap = Double(Int.random(in: 1...3, using: &dice))
    parts.policy = parts.policy.filter { $0.key != .dailyCap } + [PolicySetting(.dailyCap, cap)]
    trace.header = Header(&parts)
    return trace
  }

  /// A trace whose pauses are stretched, shrunk or set near a threshold at random.
  func distorted(_ dice: inout Dice) -> Trace {
    let trace = part(Array(events.indices), gapsBefore: Set(gaps.map(\.position)))
    var shift: Int64 = 0
    for index in trace.events.indices.dropFirst() {
      let pause = events[index].t - events[index - 1].t
      let new = Self.pauses(pause).randomElement(using: &dice) ?? pause
      shift += new - pause
      trace.events[index].t += shift
      trace.events[index].wall += shift
    }
    return trace
  }

  private static func pauses(_ pause: Int64) -> [Int64] {
    [
      pause, pause, pause, pause, pause / 2, pause * 3, 0, 999, 1000, 1001, 2000, 2001, 5000, 5001,
      10_000, 10_001, 30_000, 60_001, 600_001, 3_600_000, 14_400_000,
    ]
  }

  /// A trace in which some neighbours changed places, some records are gone and some came twice.
  func shuffled(_ dice: inout Dice) -> Trace {
    var indexes = Array(events.indices)
    for _ in 0..<Int.random(in: 0...4, using: &dice) where indexes.count > 3 {
      let place = Int.random(in: 1..<indexes.count - 1, using: &dice)
      switch Int.random(in: 0..<3, using: &dice) {
      case 0: indexes.swapAt(place, place + 1)
      case 1: indexes.remove(at: place)
      default: indexes.insert(indexes[place], at: place)
      }
    }
    let trace = part(indexes, renumbered: true)
    for index in trace.events.indices.dropFirst() {
      trace.events[index].t = max(trace.events[index].t, trace.events[index - 1].t)
    }
    return trace
  }
}

extension Trace {
  /// Whether the session contains what no app does: an event before the load of its ad, before
  /// its request or its adapter call, or of an active app in the background.
  ///
  /// `Journals/RULES.md` assumes that neither lies in a gap, so the law of gaps does not cover such
  /// sessions.
  var cannotHaveHappened: Bool {
    var met: Set<Symbol> = []
    var seenIntroductions: Set<Symbol> = []
    for event in events {
      let introduced: Symbol =
        switch event.kind {
        case .adLoaded: event.ad
        case .adRequested: event.request
        case .adapterLoadCalled: event.load
        default: .absent
        }
      if introduced.isPresent, met.contains(introduced), !seenIntroductions.contains(introduced) {
        return true
      }
      if introduced.isPresent { seenIntroductions.insert(introduced) }
      // These two come before their ad, but not before the adapter's load.
      let isEarly = event.kind == .nativeMapped || event.kind == .adapterCompleted
      let names = [isEarly ? .absent : event.ad, event.request, event.load]
      for name in names where name.isPresent { met.insert(name) }
    }
    return isActiveInBackground
  }

  /// Whether it lost one of several introductions of a name, which `Journals/RULES.md` assumes not
  /// to lie in a gap.
  func hidesReusedName(of whole: Trace) -> Bool {
    let left = introductions
    return whole.introductions.contains { introduced, count in
      count > 1 && 1..<count ~= left[introduced, default: 0]
    }
  }

  /// How often each name is introduced.
  private var introductions: [Introduction: Int] {
    var introductions: [Introduction: Int] = [:]
    for event in events {
      switch event.kind {
      case .adLoaded: introductions[Introduction(kind: event.kind, name: event.ad), default: 0] += 1
      case .adRequested:
        introductions[Introduction(kind: event.kind, name: event.request), default: 0] += 1
      case .adapterLoadCalled:
        introductions[Introduction(kind: event.kind, name: event.load), default: 0] += 1
      default: break
      }
    }
    return introductions
  }

  private struct Introduction: Hashable {
    let kind: EventKind
    let name: Symbol
  }

  /// Whether the app leaves the foreground, or becomes active, in the background.
  ///
  /// No app does. `Journals/RULES.md` treats such a record in two ways: the span lasts until the
  /// next `app.entering_foreground`, and after a gap the record shows the phase of the app.
  var isActiveInBackground: Bool {
    var isInBackground = false
    for event in events {
      switch event.kind {
      case .appEnteringForeground: isInBackground = false
      case .appEnteredBackground, .appBecameActive, .appResignedActive:
        if isInBackground { return true }
        isInBackground = event.kind == .appEnteredBackground
      default: break
      }
    }
    return false
  }
}

extension Event {
  /// Whether `Journals/RULES.md` lets a gap hide the record.
  var canLieInGap: Bool {
    switch kind {
    case .sessionBegan, .sessionEnded, .sessionSealed, .sessionContinued, .recorderGap,
      .configChanged, .appTimeChanged, .consentFormShown, .appTerminating:
      false
    default: true
    }
  }
}
