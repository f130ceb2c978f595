internal import AdDecider
internal import AdSession

/// The app-open shows of the install: those of earlier sessions and, as they happen, of this one.
struct ShowLedger {
  /// The shows before this session.
  private(set) var before: [PastShow]
  private let store: ShowStore
  private let main: MainThread
  private var all: [PastShow]
  private var seen = 0

  /// Reads the shows of earlier sessions.
  ///
  /// - Parameter session: This session so far. Its shows are ignored if the store contains them.
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

  /// Reads the store again if it was empty; returns whether there are shows now.
  ///
  /// Before the first unlock of a device, the file is not readable.
  mutating func retryReading(_ trace: Trace) -> Bool {
    guard seen == 0, before.isEmpty else { return false }
    before = Self.shows(store, besides: trace)
    all = before
    return !before.isEmpty
  }

  /// Writes the shows of this session that are new.
  mutating func keep(_ shows: borrowing ShowState, _ trace: Trace) {
    let count = shows.appOpen.count
    guard seen < count else { return }
    _ = retryReading(trace)
    for number in seen..<count {
      let wall = trace.events[Int(shows.appOpen[number])].wall
      all.append(PastShow(wall: wall, day: shows.appOpenDays[number]))
    }
    seen = count
    if all.count > ShowStore.maximumCount { all.removeFirst(all.count - ShowStore.maximumCount) }
    let (store, shows) = (store, all)
    main.inBackground { store.write(shows) }
  }
}
