import AdDecider
import AdRecording
import AdManaging
import AdSession
import AdSimulator

/// Performs a manager's decisions in the simulated world.
final class WorldPresenter: AppOpenAdPresenter, @unchecked Sendable {
  private nonisolated(unsafe) let world: World
  private nonisolated let unit: Symbol
  nonisolated(unsafe) weak var manager: AppOpenManager?
  nonisolated(unsafe) var clock: () -> Void = {}
  /// The kinds of events that the manager records itself while the world performs its decision.
  private nonisolated(unsafe) var muted: [EventKind] = []
  private nonisolated(unsafe) var windows: [String: Symbol] = [:]

  nonisolated init(_ world: World, _ unit: Symbol) {
    self.world = world
    self.unit = unit
  }

  nonisolated func isMuted(_ kind: EventKind) -> Bool { muted.contains(kind) }

  nonisolated func call(_ action: @escaping @MainActor @Sendable () -> Void, after delay: Int64) {
    world.schedule(after: delay) { [self] in
      clock()
      MainActor.assumeIsolated { action() }
    }
  }

  /// Sets the delegates of a loaded ad and hands it to the manager.
  nonisolated func handOver(_ event: Event) {
    guard event.kind == .adLoaded, event.unit == unit else { return }
    world.setDelegate(event.ad)
    world.setPaidHandler(event.ad)
    let name = world.text(event.ad)
    MainActor.assumeIsolated { manager?.adDidBecomeAvailable(name) }
  }

  private func muting(_ kinds: EventKind..., body: () -> Void) {
    muted += kinds
    body()
    muted.removeLast(kinds.count)
  }

  func load(_ request: AppOpenRequest) {
    let placement = Placement(unit: unit, format: .appOpen, scene: symbol(request.scene))
    world.load(
      placement,
      LoadRequest(
        reason: request.reason.map { Word.named($0.text) } ?? .absent,
        orientation: request.orientation.map { $0 == .landscape ? .landscape : .portrait }
          ?? .absent))
  }

  func present(_ ad: String, as presentation: AppOpenPresentation) {
    world.present(
      world.symbol(ad), trigger: Word.named(presentation.trigger.map { "\($0)" } ?? ""),
      scene: presentation.scene.map { world.symbol($0) })
  }

  func checkFit(of ad: String, in scene: String) { world.checkFit(world.symbol(ad)) }

  func discard(_ ad: String, _ reason: Recorded.AdDiscarded.Reason) {
    world.discard(
      world.symbol(ad), reason: reason == .sceneClosed ? .sceneClosed : Word.named("\(reason)"))
  }

  func openWindow(_ name: String, in scene: String?) -> Int? {
    muting(.windowShown) { windows[name] = world.showWindow(in: symbol(scene)) }
    return 1_001
  }

  func closeWindow(_ name: String) {
    muting(.windowClosed) { if let window = windows[name] { world.closeWindow(window) } }
  }

  func closeSplash(in scene: String?) { muting(.splashFinished) { world.finishSplash() } }

  private func symbol(_ name: String?) -> Symbol { name.map { world.symbol($0) } ?? .absent }
}

extension Recorded.AdRequested.Reason {
  /// The value in the journal.
  var text: String {
    switch self {
    case .failedToPresent: "failed_to_present"
    case .notReady: "not_ready"
    case .viewDidLoad: "view_did_load"
    case .viewDidAppear: "view_did_appear"
    default: "\(self)"
    }
  }
}
