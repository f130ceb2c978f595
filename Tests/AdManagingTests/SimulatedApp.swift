import AdRecording
import JournalFormat
import AdDecider
import AdManaging
import AdSession
import AdSimulator
import Foundation

/// An app of the simulated world that embeds the real recorder and the real app-open manager: what
/// happens in the world is recorded as the app's shell would do it, what the manager wants is done.
final class SimulatedApp: AdManager, @unchecked Sendable {
  private let world: World
  private let unit: Symbol
  private let clock: PhoneClock
  let recorder: SessionRecorder
  private let hands: WorldHands
  private var manager: AppOpenManager?
  private let others: OtherFormats
  private var encoder = RecordEncoder()

  init(_ world: World, folder: String) {
    self.world = world
    unit = world.places.first { $0.format == .appOpen }?.unit ?? world.symbol("ca-app-pub-1/2")
    let clock = PhoneClock(t: world.now, wall: world.wall)
    self.clock = clock
    recorder = SessionRecorder(folder: folder, facts: Self.facts(world), system: clock.system)
    hands = WorldHands(world, unit)
    others = OtherFormats(world)
    let main = MainThread(
      isCurrent: { true }, soon: { _ in },
      after: { [hands] delay, action in hands.call(action, after: delay) }, aside: { $0() })
    let (recorder, name) = (recorder, world.text(unit))
    let profile: DeciderProfile = world.profile.name == "splash" ? .splashModule : .appOpenManager
    MainActor.assumeIsolated {
      manager = AppOpenManager(
        recorder, unit: name, profile: profile, store: .file(folder + "/app-open-shows"),
        main: main)
      hands.manager = manager
      manager?.start(by: hands)
    }
  }

  private static func facts(_ world: World) -> SessionFacts {
    var facts = SessionFacts(
      app: "com.example.simulated", appVersion: "4.2.0", build: .release, os: "iOS",
      osVersion: "26.1", sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    guard let header = world.trace.header else { return facts }
    facts.utcOffsetMinutes = Int(header.utcOffsetMinutes)
    facts.launchCount = header.launchCount.map { Int($0) }
    facts.supportsSeveralWindows = header.multiScene
    facts.captures = header.captures?.classes
    facts.policy = header.policy
    return facts
  }

  func receive(_ event: Event, at index: Int, in world: World) {
    setClock()
    others.receive()
    mirror(event, index)
    hands.handOver(event)
    others.decide()
  }

  /// The writer looks at the clocks by itself: what is recorded must be written before one jumps.
  private func setClock() {
    if clock.willJump(to: world.now, wall: world.wall) {
      _ = recorder.recorder.flushAndWait()
    }
    clock.set(to: world.now, wall: world.wall)
    hands.clock = setClock
  }

  /// Records what the app records, but for what the manager itself did.
  private func mirror(_ event: Event, _ index: Int) {
    guard event.kind != .sessionBegan, !hands.isMuted(event.kind),
      let eventClass = event.kind.eventClass, world.trace.captured.contains(ClassSet(eventClass)),
      let line = encoder.line(
        event, of: "s", world.trace.symbols, header: nil,
        policy: world.trace.policyChanges[index] ?? []),
      let taken = try? EventLine(line.dropLast(), salt: nil)
    else { return }
    recorder.recorder.record(taken)
  }

  func wantsToShow(_ place: AdPlace, trigger: Word, in world: World) {
    setClock()
    if place.format != .appOpen { others.wantsToShow(place, trigger) }
  }

  func viewAppeared(_ place: AdPlace, in world: World) { others.viewAppeared(place) }

  func contentIsReady(in world: World) {
    setClock()
    others.contentIsReady()
    let scene = world.places.first { $0.format == .appOpen }?.scene ?? .absent
    let name = scene.isPresent ? world.text(scene) : nil
    MainActor.assumeIsolated { manager?.contentIsReady(in: name) }
  }
}

extension EventLine {
  fileprivate init(_ line: ArraySlice<UInt8>, salt: ResponseSalt?) throws {
    try self.init(Array(line), salt: salt)
  }
}
