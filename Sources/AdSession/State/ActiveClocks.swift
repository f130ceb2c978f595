/// A clock of foreground time for sessions without gaps: it runs with `t` or stands still.
struct PlainClock {
  /// All bits while the clock runs, none while it stands still, so that reading needs no branch.
  private var mask: Int64 = -1
  private var ahead: Int64

  init(start: Int64) { ahead = start }

  var runs: Bool { mask != 0 }

  @inline(__always)
  func at(_ t: Int64) -> Int64 { t & mask &- ahead }

  /// Starts or stops the clock; not inlined, because it is rare.
  @inline(never)
  mutating func turn(_ kind: EventKind, at t: Int64) {
    let now = at(t)
    mask = kind == .appEnteringForeground ? -1 : 0
    ahead = t & mask &- now
  }
}

/// The known phase of the app while the clocks run.
struct PhaseClock {
  enum Phase { case foreground, background, unknown }

  var least: Int64 = 0
  var greatest: Int64 = 0
  var phase = Phase.foreground
  var last: Int64?

  mutating func advance(to t: Int64, isAfterGap: Bool) {
    let passed = t - (last ?? t)
    last = t
    if isAfterGap { phase = .unknown }
    if phase == .foreground { least += passed }
    if phase != .background { greatest += passed }
  }

  /// Finds out from the records after a gap, up to the next one, whether the gap ended in the
  /// foreground.
  ///
  /// Only an app in the foreground becomes active, resigns or enters the background.
  mutating func lookAhead(_ events: ArraySlice<Event>) {
    for event in events {
      switch event.kind {
      case .appEnteredBackground, .appBecameActive, .appResignedActive:
        phase = .foreground
        return
      case .appEnteringForeground: return
      default: break
      }
    }
  }

  mutating func see(_ kind: EventKind) {
    switch kind {
    case .appEnteredBackground: phase = .background
    case .appEnteringForeground: phase = .foreground
    case .appBecameActive, .appResignedActive:
      if phase == .unknown { phase = .foreground }
    default: break
    }
  }
}
