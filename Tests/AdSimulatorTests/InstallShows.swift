import AdRules
import AdSession

extension OtherShows {
  /// The app-open shows of the other processes of an install: they share its daily cap.
  static func shows(besides number: Int, in traces: [Trace]) -> OtherShows {
    var shows: [OtherShows.Show] = []
    for (place, trace) in traces.enumerated() where place != number {
      shows += trace.appOpenShows
    }
    if shows.isEmpty { return .none }
    return OtherShows(shows: shows.sorted { $0.wall < $1.wall }, lost: [:])
  }
}

extension Trace {
  /// When app-open ads came up, the content of their clicks left out.
  fileprivate var appOpenShows: [OtherShows.Show] {
    guard events.contains(where: { $0.kind == .adWillPresent && $0.format == .appOpen }) else {
      return []
    }
    var session = Session()
    session.begin(self)
    for (index, event) in events.enumerated() {
      session.evolve(event, at: index, session.facts(of: event, at: index), self)
    }
    return zip(session.shows.appOpen, session.shows.appOpenDays).map {
      OtherShows.Show(wall: events[Int($0)].wall, day: $1)
    }
  }
}
