internal import AdSession
internal import AdSimulator

/// A loaded banner or native ad of the simulated SDK, which a view of the app shows.
public final class SimulatedViewAd: LoadedAd {
  /// The placement that it was loaded for.
  public let placement: AdPlacement
  /// The name of the ad in the journal, such as `a-1`.
  public let name: String
  /// The time at which it was loaded, in ``SimulatedPhone/milliseconds``.
  public let loadedAt: Int64
  let symbol: Symbol
  private weak var phone: SimulatedPhone?

  /// The receiver of its callbacks; without one, nothing is reported.
  public weak var delegate: (any SimulatedAdDelegate)?

  init(_ placement: AdPlacement, _ symbol: Symbol, _ phone: SimulatedPhone, _ world: World) {
    self.placement = placement
    self.symbol = symbol
    self.phone = phone
    name = world.text(symbol)
    loadedAt = world.now
  }

  /// Puts the ad into a view, by default the one that it was loaded for, instead of the ad there.
  ///
  /// It comes into view while the view is on the screen. Does nothing if the view is gone for good.
  public func show(in placement: AdPlacement? = nil) {
    guard let phone, let world = phone.world(for: "show") else { return }
    let target = placement ?? self.placement
    phone.supervisor.note("\(name).show(in: \(target))")
    let view = world.view(of: phone.simulated(target, world), row: phone.row(of: target, world))
    if let view { world.show(symbol, in: view) }
  }

  /// Takes the ad out of its view, like a `NativeAdView` whose `nativeAd` is set to nil.
  public func removeFromView() {
    phone?.supervisor.note("\(name).removeFromView()")
    phone?.world(for: "removeFromView")?.takeOut(symbol)
  }

  /// Takes the ad out of its view, and records that the manager gives it up for good.
  public func discard(_ reason: DiscardReason) {
    phone?.supervisor.note("\(name).discard(.\(reason))")
    phone?.world(for: "discard")?.discard(symbol, reason: Word.named(reason.rawValue))
  }
}

/// An ad of any format.
protocol LoadedAd: AnyObject {
  var placement: AdPlacement { get }
  var name: String { get }
  var symbol: Symbol { get }
  var delegate: (any SimulatedAdDelegate)? { get }
}
