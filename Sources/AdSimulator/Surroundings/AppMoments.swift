internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// The name that the app gives to the place of an ad; absent in most apps.
  func name(of placement: Placement) -> Symbol {
    guard hasSurroundings else { return .absent }
    switch placement.format {
    case .appOpen: return symbol("launch")
    case .interstitial: return symbol("level-end")
    case .rewarded, .rewardedInterstitial: return symbol("shop")
    default: return symbol("home")
    }
  }

  /// The app asks for a show although its manager has no ad; many apps do.
  func askAnyway(_ placement: Placement, _ trigger: Word) {
    guard hasSurroundings, around.asksAnyway, trigger != .launch else { return }
    recordShowWithoutAd(placement, trigger)
  }

  func recordShowWithoutAd(_ placement: Placement, _ trigger: Word) {
    let name = name(of: placement)
    record(.adShowWithoutAd) {
      $0.unit = placement.unit
      $0.format = placement.format
      $0.scene = placement.scene
      $0.trigger = trigger
      $0.placement = name
    }
  }

  /// The app no longer waits for the first ad of a loading screen that it closes.
  func abandonSplashLoad() {
    guard hasSurroundings else { return }
    for placement in app.placements where placement.format == .appOpen {
      guard let load = sdk.lastLoads[placement], load.outcome == .open,
        !sdk.ads.contains(where: { $0.placement == placement && $0.isPresented }),
        choices.bool(probability: 0.7)
      else { continue }
      record(.adRequestAbandoned) {
        $0.unit = placement.unit
        $0.format = placement.format
        $0.request = load.name
        $0.scene = placement.scene
        $0.reason = .timeout
      }
    }
  }
}
