internal import AdDecider
internal import AdSession

/// The app-open shows of the install: those of earlier sessions, and this one's as they happen.
struct ShowLedger {
  /// The shows before this session.
  private(set) var before: [PastShow]
  private let store: ShowStore
  private let main: MainThread
  private var all: [PastShow]
  private var seen = 0

  /// - Parameter session: This session so far; what it has shown already can be in the store, too.
  init(_ store: ShowStore, _ main: MainThread, session: Trace) {
    self.store = store
    self.main = main
    before = Self.shows(store, besides: session)
    all = before
  }

  private static func shows(_ store: ShowStore, besides session: Trace) -> [PastShow] {
    let walls = Set(session.events.map(\.wall))
    return store.read().filter { !walls.contains($0.wall) }
  }

  /// Reads again where nothing was there; whether there is something now.
  ///
  /// It may not have been readable before, as on a phone that was not unlocked yet.
  mutating func readAgain(_ trace: Trace) -> Bool {
    guard seen == 0, before.isEmpty else { return false }
    before = Self.shows(store, besides: trace)
    all = before
    return !before.isEmpty
  }

  /// Keeps the shows that are new.
  mutating func keep(_ shows: borrowing ShowState, _ trace: Trace) {
    let count = shows.appOpen.count
    guard seen < count else { return }
    _ = readAgain(trace)
    for number in seen..<count {
      let wall = trace.events[Int(shows.appOpen[number])].wall
      all.append(PastShow(wall: wall, day: shows.appOpenDays[number]))
    }
    seen = count
    if all.count > ShowStore.most { all.removeFirst(all.count - ShowStore.most) }
    let (store, shows) = (store, all)
    main.aside { store.write(shows) }
  }
}
