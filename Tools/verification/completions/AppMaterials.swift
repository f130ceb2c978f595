import AdRules
import AdSession

extension Materials {
  mutating func addApp() {
    for kind: EventKind in [
      .appEnteredBackground, .appEnteringForeground, .appBecameActive, .appResignedActive,
      .deviceLocked, .deviceUnlocked, .appMemoryWarning,
    ] {
      add(Event(kind))
    }
    for scene in scenes {
      for kind: EventKind in [.splashBegan, .splashFinished, .contentShown, .userActed] {
        var event = Event(kind)
        event.scene = scene
        add(event)
      }
    }
    for cold in [true, false] where !trace.events.contains(where: { $0.kind == .appLaunched }) {
      var event = Event(.appLaunched)
      event.cold = cold
      add(event)
    }
    addSuppressions()
    addWindows()
  }

  /// Pairs of records that say where the app is, and what was on the screen.
  mutating func addPhases() {
    var events = [
      EventKind.appEnteredBackground, .appEnteringForeground, .appBecameActive, .appResignedActive,
      .deviceLocked,
    ].map { Event($0) }
    for kind: EventKind in [.splashBegan, .splashFinished, .contentShown] {
      var event = Event(kind)
      event.scene = scenes.first ?? .absent
      events.append(event)
    }
    for one in events {
      for other in events where other.kind != one.kind { add([one, other]) }
    }
  }

  mutating func addSuppressions() {
    var whys = Set(trace.events.filter { $0.kind == .suppressionBegan }.map(\.why))
    whys.insert(Word.named("share"))
    for why in whys.sorted(by: { $0.rawValue < $1.rawValue }) {
      for kind: EventKind in [.suppressionBegan, .suppressionEnded] {
        var event = Event(kind)
        event.why = why
        add(event)
      }
    }
  }

  mutating func addWindows() {
    let names = Set(trace.events.filter { $0.kind == .windowShown }.map(\.window))
    for name in names.sorted(by: { $0.id < $1.id }) {
      var event = Event(.windowClosed)
      event.window = name
      add(event)
    }
    for scene in scenes {
      var event = Event(.windowShown)
      event.window = fresh.window
      event.scene = scene
      add(event)
    }
  }

  mutating func addScenes() {
    for scene in scenes where scene.isPresent {
      for kind: EventKind in [.sceneResized, .sceneConnected] {
        for (width, isSplit) in [(375, false), (812, false), (507, true)] as [(Int64, Bool)] {
          var event = Event(kind)
          event.scene = scene
          event.width = width
          event.height = 600
          event.fullScreen = !isSplit
          event.orientation = Word.named(isSplit ? "landscape" : "portrait")
          add(event)
        }
      }
      var event = Event(.sceneDisconnected)
      event.scene = scene
      add(event)
    }
  }
}
