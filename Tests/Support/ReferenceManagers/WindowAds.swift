internal import AdTesting

/// Shows interstitials in an app with several windows, each in the window that it was loaded for.
class WindowAds: InterstitialAds {
  var windows: [String: AdWindow] = [:]

  static var windowApp: TestedApp {
    var app = InterstitialAds.app
    app.hasSeveralWindows = true
    return app
  }

  override func canLoad(_ placement: AdPlacement) -> Bool {
    guard let scene = placement.scene, let window = windows[scene] else { return false }
    return super.canLoad(placement) && window.supportsFullScreenAds
  }

  func placements(in window: AdWindow) -> [AdPlacement] {
    slots.keys.filter { $0.scene == window.name }
  }

  override func windowOpened(_ window: AdWindow) {
    windows[window.name] = window
    for placement in phone.placements
    where placement.scene == window.name && placement.unit.format.isFullScreen {
      add(placement).load(.launch)
    }
  }

  override func windowResized(_ window: AdWindow) {
    windows[window.name] = window
    for placement in placements(in: window) { check(placement) }
  }

  func check(_ placement: AdPlacement) {
    guard let slot = slots[placement] else { return }
    if let ad = slot.ad, !ad.checkFit() { slot.giveUp(.resized) }
    slot.load(.resized)
  }

  override func windowClosed(_ window: AdWindow) {
    windows[window.name] = nil
    for placement in placements(in: window) {
      slots[placement]?.giveUp(.sceneClosed)
      slots[placement] = nil
    }
  }

  override func present(_ placement: AdPlacement, _ trigger: ShowTrigger) -> Bool {
    if let ad = slots[placement]?.freshAd, canPresent, !ad.checkFit() {
      slots[placement]?.giveUp(.resized)
    }
    return super.present(placement, trigger)
  }

  override func show(_ ad: SimulatedFullScreenAd, _ trigger: ShowTrigger) {
    guard let window = ad.placement.scene.flatMap({ windows[$0] }) else { return }
    ad.present(trigger, in: window)
  }
}
