import AdRecording
import JournalEncoding
import JournalFormat
import AdDecider
import AdManaging
import AdSession
import AdSimulator
import Foundation

/// A simulated app with the real recorder and the real app-open manager.
///
/// It records the events of the simulated world as an app would, and performs the manager's
/// decisions in that world.
final class SimulatedApp: AdManager, @unchecked Sendable {
  private let world: World
  private let unit: Symbol
  private let clock: PhoneClock
  let recorder: SessionRecorder
  private let presenter: WorldPresenter
  private var manager: AppOpenManager?
  private let others: OtherFormats
  private var encoder = RecordEncoder()

  init(_ world: World, folder: String) {
    self.world = world
    unit = world.placements.first { $0.format == .appOpen }?.unit ?? world.symbol("ca-app-pub-1/2")
    let clock = PhoneClock(t: world.now, wall: world.wall)
    self.clock = clock
    recorder = SessionRecorder(folder: folder, facts: Self.facts(world), system: clock.system)
    presenter = WorldPresenter(world, unit)
    others = OtherFormats(world)
    let main = MainThread(
      isCurrent: { true }, enqueue: { _ in },
      after: { [presenter] delay, action in presenter.call(action, after: delay) },
      inBackground: { $0() })
    let (recorder, name) = (recorder, world.text(unit))
    let profile: DeciderProfile = world.profile.name == "splash" ? .splashModule : .appOpenManager
    MainActor.assumeIsolated {
      manager = AppOpenManager(
        recorder, unit: name, profile: profile, store: .file(folder + "/app-open-shows"),
        main: main)
      presenter.manager = manager
      manager?.start(by: presenter)
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
    presenter.handOver(event)
    others.decide()
  }

  /// Sets the recorder's clocks; before a jump all records are written, because the writer reads
  /// the clocks itself.
  private func setClock() {
    if clock.willJump(to: world.now, wall: world.wall) {
      _ = recorder.recorder.flushAndWait()
    }
    clock.set(to: world.now, wall: world.wall)
    presenter.clock = setClock
  }

  /// Records an event of the world, unless the manager recorded it itself.
  private func mirror(_ event: Event, _ index: Int) {
    guard event.kind != .sessionBegan, !presenter.isMuted(event.kind),
      let eventClass = event.kind.eventClass, world.trace.captured.contains(ClassSet(eventClass)),
      let line = encoder.line(
        event, of: "s", world.trace.symbols, header: nil,
        policy: world.trace.policyChanges[index] ?? []),
      let copy = try? EventLine(Array(line.dropLast()))
    else { return }
    recorder.recorder.record(copy)
  }

  func wantsToShow(_ placement: Placement, trigger: Word, in world: World) {
    setClock()
    if placement.format != .appOpen { others.wantsToShow(placement, trigger) }
  }

  func viewAppeared(_ placement: Placement, in world: World) { others.viewAppeared(placement) }

  func contentIsReady(in world: World) {
    setClock()
    others.contentIsReady()
    let scene = world.placements.first { $0.format == .appOpen }?.scene ?? .absent
    let name = scene.isPresent ? world.text(scene) : nil
    MainActor.assumeIsolated { manager?.contentIsReady(in: name) }
  }
}
