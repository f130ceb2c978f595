internal import AdSession
internal import AdSimulator

/// Describes the changes of the wall clock and the time zone for the timeline.
struct ClockChanges {
  /// How far the wall clock is ahead of the time since the process began, in milliseconds.
  private var lead: Int64
  private var zone: Int64

  init(_ world: World) { (lead, zone) = (world.wall - world.now, world.utcOffsetMinutes) }

  /// What an event says about the time, such as
  /// `the wall clock jumps 1 h 0 min ahead, to 14:20:00`.
  mutating func line(_ event: Event, _ world: World) -> String {
    let jump = world.wall - world.now - lead
    let oldZone = zone
    self = ClockChanges(world)
    if jump != 0 {
      let direction = jump > 0 ? "ahead" : "back"
      return "the wall clock jumps \(CaseClock.duration(abs(jump))) \(direction), to "
        + CaseClock.timeOfDay(world)
    }
    if zone != oldZone {
      return "the time zone changes from \(CaseClock.zone(oldZone)) to \(CaseClock.zone(zone))"
    }
    return event.reason == .midnight ? "a local day begins" : "the time changed"
  }
}
