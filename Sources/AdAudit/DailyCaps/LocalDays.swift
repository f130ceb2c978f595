internal import AdSession

/// The local days of a session's records, nearly always one.
struct LocalDays {
  let zone: ZoneInForce
  private(set) var first: Int64 = 0
  /// The other days, in the order of the records.
  private(set) var more: [Int64] = []
  /// Whether a record may change the zone.
  private(set) var hasZones = false

  init(_ events: [Event], _ offset: Int64) {
    zone = ZoneInForce(offset)
    guard let start = events.first?.wall else { return }
    var offset = offset
    var day = WallClock.localDay(start, utcOffsetMinutes: offset)
    first = day
    var midnight = Self.start(of: day, offset)
    for index in 0..<events.count {
      // Nearly every record has the day of the one before. An earlier time wraps to a great number.
      let sinceMidnight = UInt64(bitPattern: events[index].wall &- midnight)
      if sinceMidnight < 86_400_000, events[index].kind != .appTimeChanged { continue }
      if events[index].kind == .appTimeChanged, let changed = events[index].utcOffsetMin {
        offset = changed
        hasZones = true
      }
      let next = WallClock.localDay(events[index].wall, utcOffsetMinutes: offset)
      midnight = Self.start(of: next, offset)
      if next != day { more.append(next) }
      day = next
    }
  }

  /// The wall clock at which a local day begins.
  private static func start(of day: Int64, _ offset: Int64) -> Int64 {
    day * 86_400_000 - WallClock.offset(offset)
  }
}
