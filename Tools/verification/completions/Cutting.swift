import AdSession

/// A generator of random numbers that a seed repeats (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

extension Trace {
  /// The session without one to three random ranges of 1 to 50 records each, with counted gaps
  /// there; nil where nothing was lost.
  func cut(_ dice: inout Dice) -> Trace? {
    var lost: Set<Int> = []
    let twice = namesIntroducedTwice
    for _ in 0..<Int.random(in: 1...3, using: &dice) where events.count > 2 {
      let start = Int.random(in: 1..<events.count, using: &dice)
      let end = min(events.count, start + Int.random(in: 1...50, using: &dice))
      lost.formUnion(
        (start..<end).filter { index in
          events[index].canBeLost(under: header)
            && !(events[index].introduced.map(twice.contains) ?? false)
        })
    }
    return lost.isEmpty ? nil : without(lost)
  }

  /// The names that two records introduce, which no gap hides: without the first one, the second
  /// would come after what it introduces.
  private var namesIntroducedTwice: Set<Symbol> {
    var once: Set<Symbol> = []
    return Set(events.compactMap { $0.introduced }.filter { !once.insert($0).inserted })
  }

  /// The session without some records, with a counted gap wherever records are missing.
  private func without(_ lost: Set<Int>) -> Trace {
    let left = copyWithoutEvents()
    var dropped: Int64 = 0
    for index in events.indices {
      if lost.contains(index) {
        dropped += 1
        continue
      }
      if dropped > 0 { left.gaps.append(Gap(position: left.events.count, dropped: dropped)) }
      dropped = 0
      if let change = policyChanges[index] { left.policyChanges[left.events.count] = change }
      left.events.append(events[index])
    }
    if dropped > 0 {
      left.gaps.append(Gap(position: left.events.count, dropped: dropped))
      left.end = .cut
    }
    return left
  }

  /// A session with the same header and names, without events and gaps.
  func copyWithoutEvents() -> Trace {
    let copy = Trace()
    copy.id = id
    copy.header = header
    copy.symbols = symbols
    copy.end = end
    copy.reusedNames = reusedNames
    return copy
  }

  /// Whether the session contains what no app does.
  ///
  /// That is an event before the load of its ad, its request or its adapter call, or of an active
  /// app in the background. Gaps are assumed to hide neither.
  var cannotHaveHappened: Bool {
    var met: Set<Symbol> = []
    var known: Set<Symbol> = []
    var isInBackground = false
    for event in events {
      if let name = event.introduced {
        if met.contains(name), !known.contains(name) { return true }
        known.insert(name)
      }
      let isEarly = event.kind == .nativeMapped || event.kind == .adapterCompleted
      for name in [isEarly ? .absent : event.ad, event.request, event.load] where name.isPresent {
        met.insert(name)
      }
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
  /// The name that the record introduces; nil where it introduces none.
  var introduced: Symbol? {
    switch kind {
    case .adLoaded: ad
    case .adRequested: request
    case .adapterLoadCalled: load
    default: nil
    }
  }

  /// Whether a gap can hide the record.
  func canBeLost(under header: Header?) -> Bool {
    switch kind {
    case .sessionBegan, .sessionEnded, .sessionSealed, .sessionContinued, .recorderGap,
      .configChanged, .appTimeChanged, .consentUpdated, .consentFormShown, .consentFormClosed,
      .sdkStarted, .appTerminating:
      false
    case .adFailedToLoad: ![.configuration, .absent].contains(failureCause(under: header))
    default: true
    }
  }
}
