import AdRules
import AdSession

extension OtherShows {
  /// The app-open shows of the other processes of an install: they share its daily cap.
  static func shows(besides number: Int, in traces: [Trace]) -> OtherShows {
    var shows: [OtherShows.Show] = []
    for (place, trace) in traces.enumerated() where place != number {
      var offset = trace.header?.utcOffsetMinutes ?? 0
      for event in trace.events {
        if event.kind == .appTimeChanged, let changed = event.first { offset = changed }
        guard event.kind == .adWillPresent, event.format == .appOpen else { continue }
        let day = WallClock.localDay(event.wall, utcOffsetMinutes: offset)
        shows.append(OtherShows.Show(wall: event.wall, day: day))
      }
    }
    if shows.isEmpty { return .none }
    return OtherShows(shows: shows.sorted { $0.wall < $1.wall }, lost: [:])
  }
}
