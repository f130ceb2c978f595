/// What surrounds the ads: what the user paid for, the connection, the app's content and its sound.
public struct Surroundings: Sendable {
  /// The last `entitlement.changed`.
  public var entitlement = EventIndex.none
  /// The last `connectivity.changed`.
  public var connectivity = EventIndex.none
  /// The last `content.paused` or `content.resumed`.
  public var content = EventIndex.none
  /// The last `audio.interrupted` or `audio.resumed`.
  public var audio = EventIndex.none

  mutating func note(_ kind: EventKind, at index: Int) {
    switch kind {
    case .entitlementChanged: entitlement = EventIndex(index)
    case .connectivityChanged: connectivity = EventIndex(index)
    case .contentPaused, .contentResumed: content = EventIndex(index)
    case .audioInterrupted, .audioResumed: audio = EventIndex(index)
    default: break
    }
  }
}
