internal import AdSession
internal import AdSimulator

/// A loaded ad of the simulated SDK; it can be presented once.
public final class SimulatedFullScreenAd: LoadedAd {
  /// The placement that it was loaded for.
  public let placement: AdPlacement
  /// The name of the ad in the journal, such as `a-1`.
  public let name: String
  /// The time at which it was loaded, in ``SimulatedPhone/milliseconds``.
  public let loadedAt: Int64
  let symbol: Symbol
  private weak var phone: SimulatedPhone?
  var reward: (type: Symbol, amount: Double)?

  /// The receiver of its callbacks; without one, nothing is reported.
  ///
  /// Setting it is recorded in the journal.
  public weak var delegate: (any SimulatedAdDelegate)? {
    didSet {
      hasSetDelegate = delegate != nil
      if delegate != nil { phone?.world(for: "delegate")?.setDelegate(symbol) }
    }
  }
  /// Whether the manager set a delegate; if there is none then, it was released.
  private(set) var hasSetDelegate = false
  /// Whether a delegate heard that the ad was dismissed or failed to present.
  var hasReportedOutcome = false

  init(_ placement: AdPlacement, _ symbol: Symbol, _ phone: SimulatedPhone, _ world: World) {
    self.placement = placement
    self.symbol = symbol
    self.phone = phone
    name = world.text(symbol)
    loadedAt = world.now
  }

  /// Records that the manager listens to the revenue of the ad.
  public func setPaidHandler() { phone?.world(for: "setPaidHandler")?.setPaidHandler(symbol) }

  /// Asks the SDK to show the ad in the window of its ``placement``; the outcome arrives at the
  /// ``delegate``.
  public func present(_ trigger: ShowTrigger) {
    phone?.supervisor.note("\(name).present(.\(trigger))")
    phone?.world(for: "present")?.present(symbol, trigger: Word.named(trigger.rawValue))
  }

  /// Asks the SDK to show the ad in a window, as `present(from:)` shows it in the window of a view
  /// controller; the outcome arrives at the ``delegate``.
  ///
  /// An ad belongs into the window of its ``placement``; any other one breaks the rule
  /// `shown-in-its-own-scene`.
  public func present(_ trigger: ShowTrigger, in window: AdWindow) {
    phone?.supervisor.note("\(name).present(.\(trigger), in: \(window.name))")
    guard let world = phone?.world(for: "present") else { return }
    world.present(symbol, trigger: Word.named(trigger.rawValue), scene: world.symbol(window.name))
  }

  /// Returns whether the ad fits its window now, as the SDK reports it.
  public func checkFit() -> Bool { phone?.world(for: "checkFit")?.checkFit(symbol) ?? false }

  /// Records that the manager gives up the ad without showing it again.
  public func discard(_ reason: DiscardReason) {
    phone?.supervisor.note("\(name).discard(.\(reason))")
    phone?.world(for: "discard")?.discard(symbol, reason: Word.named(reason.rawValue))
  }

  /// Grants the user the reward that the ad earned.
  public func grantReward() {
    guard let phone, let world = phone.world(for: "grantReward") else { return }
    phone.supervisor.note("\(name).grantReward()")
    world.grant(
      symbol, type: reward?.type ?? world.symbol("none"), amount: reward?.amount ?? 0)
  }
}

/// The trigger of a presentation: a value of the field `trigger` of `ad.present_requested`.
public enum ShowTrigger: String, Sendable, CaseIterable {
  case launch, foreground, active, user, transition, loaded
}

/// The reason why an ad is given up: a value of the field `reason` of `ad.discarded`.
public enum DiscardReason: String, Sendable, CaseIterable {
  case expired, replaced, resized, memory, shown, other
  case sceneClosed = "scene_closed"
}
