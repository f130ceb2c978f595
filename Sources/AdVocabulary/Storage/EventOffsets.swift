// Embedded Swift has no key paths, so that the offsets come from addresses. The optimizer turns
// them into constants.

extension Event {
  /// The offset of a stored property in an event, in bytes.
  @inlinable @inline(__always)
  package static func offset(
    _ address: (UnsafeMutablePointer<Event>) -> UnsafeMutableRawPointer
  ) -> Int {
    var event = Event(.unknown)
    return withUnsafeMutablePointer(to: &event) { address($0) - UnsafeMutableRawPointer($0) }
  }

  /// The address of a property that is passed with `&`.
  @inlinable @inline(__always)
  package static func address(_ property: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    property
  }
}

extension Event.SymbolSlot {
  /// The offset of the slot in an ``Event``, in bytes.
  @inlinable public var offset: Int {
    switch self {
    case .unit: Event.offset { Event.address(&$0.pointee.unit) }
    case .scene: Event.offset { Event.address(&$0.pointee.scene) }
    case .ad: Event.offset { Event.address(&$0.pointee.ad) }
    case .request: Event.offset { Event.address(&$0.pointee.request) }
    case .load: Event.offset { Event.address(&$0.pointee.load) }
    case .text: Event.offset { Event.address(&$0.pointee.text) }
    }
  }
}

extension Event.WordSlot {
  /// The offset of the slot in an ``Event``, in bytes.
  @inlinable public var offset: Int {
    switch self {
    case .format: Event.offset { Event.address(&$0.pointee.format) }
    case .first: Event.offset { Event.address(&$0.pointee.wordA) }
    case .second: Event.offset { Event.address(&$0.pointee.wordB) }
    case .third: Event.offset { Event.address(&$0.pointee.wordC) }
    }
  }
}

extension Event.NumberSlot {
  /// The offset of the slot in an ``Event``, in bytes.
  @inlinable public var offset: Int {
    self == .first
      ? Event.offset { Event.address(&$0.pointee.numberA) }
      : Event.offset { Event.address(&$0.pointee.numberB) }
  }
}
