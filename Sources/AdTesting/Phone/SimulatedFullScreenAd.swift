internal import AdSession
internal import AdSimulator

/// One ad that the simulated SDK delivered; it can be presented once.
public final class SimulatedFullScreenAd {
  /// Where it belongs.
  public let placement: AdPlacement
  /// The name that the journal has for it.
  public let name: String
  /// When it was loaded, in ``SimulatedPhone/milliseconds``.
  public let loadedAt: Int64
  let symbol: Symbol
  private unowned let phone: SimulatedPhone
  var reward: (type: Symbol, amount: Double)?

  /// Who is told what happens to it; without a delegate nothing is told.
  public weak var delegate: (any SimulatedAdDelegate)? {
    didSet { if delegate != nil { phone.here("delegate")?.setDelegate(symbol) } }
  }

  init(_ placement: AdPlacement, _ symbol: Symbol, _ phone: SimulatedPhone, _ world: World) {
    self.placement = placement
    self.symbol = symbol
    self.phone = phone
    name = world.text(symbol)
    loadedAt = world.now
  }

  /// Says that its revenue is listened to.
  public func setPaidHandler() { phone.here("setPaidHandler")?.setPaidHandler(symbol) }

  /// Asks the SDK to show it.
  public func present(_ trigger: ShowTrigger) {
    phone.here("present")?.present(symbol, trigger: Word.named(trigger.rawValue))
  }

  /// Asks the SDK whether it fits its window.
  public func checkFit() -> Bool { phone.here("checkFit")?.checkFit(symbol) ?? false }

  /// Lets go of it.
  public func discard(_ reason: DiscardReason) {
    phone.here("discard")?.discard(symbol, reason: Word.named(reason.rawValue))
  }

  /// Gives the user the reward that it earned.
  public func grantReward() {
    guard let world = phone.here("grantReward") else { return }
    world.grant(
      symbol, type: reward?.type ?? world.symbol("none"), amount: reward?.amount ?? 0)
  }
}

/// What makes an ad come up.
public enum ShowTrigger: String, Sendable, CaseIterable {
  case launch, foreground, active, user, transition, loaded
}

/// Why an ad is let go of.
public enum DiscardReason: String, Sendable, CaseIterable {
  case expired, replaced, resized, memory, shown, other
  case sceneClosed = "scene_closed"
}
