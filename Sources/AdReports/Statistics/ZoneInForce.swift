internal import AdSession

/// The zone in force at one record of a session after the other.
struct ZoneInForce {
  var offset: Int64
  private var passed = 0

  init(_ offset: Int64) { self.offset = offset }

  /// Applies the changes of the zone in the records up to an index.
  mutating func pass(_ events: [Event], upTo index: Int) {
    while passed <= index {
      if events[passed].kind == .appTimeChanged { offset = events[passed].utcOffsetMin ?? offset }
      passed += 1
    }
  }
}
