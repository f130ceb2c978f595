package import AdSession

/// The zone in force, as the records of a session go by.
package struct ZoneInForce {
  package var offset: Int64
  private var passed = 0

  package init(_ offset: Int64) { self.offset = offset }

  /// Takes over what the records up to one say.
  package mutating func pass(_ events: UnsafeBufferPointer<Event>, upTo index: Int) {
    while passed <= index {
      if events[passed].kind == .appTimeChanged { offset = events[passed].utcOffsetMin ?? offset }
      passed += 1
    }
  }
}
