internal import AdRecording

#if canImport(UIKit)
  internal import AdManaging
  internal import AppJournal
  internal import Foundation
  internal import UIKit

  /// Performs the decisions of an app-open manager with the ads of an SDK and UIKit.
  @MainActor final class AppOpenScreens<Ad: WaitingAppOpenAd>: AppOpenAdPresenter {
    weak var driver: AppOpenDriver<Ad>?
    weak var manager: AppOpenManager?
    var loadAd: AppOpenDriver<Ad>.Loading = { _, _ in }
    private let recorder: AdRecorder
    private var held: [String: Ad] = [:]
    /// The ad that is or was shown last, because the SDK does not retain it.
    private var shown: Ad?
    private var windows: [String: UIWindow] = [:]

    init(_ recorder: AdRecorder) { self.recorder = recorder }

    func load(_ request: AppOpenRequest) {
      let load = AppOpenLoad(
        unit: request.unit, scene: scene(request.scene), reason: request.reason)
      loadAd(load) { [weak self] ad, prepare in
        // An ad is never presented from within the callback of its load.
        DispatchQueue.main.async { self?.keep(ad, prepare) }
      }
    }

    private func keep(_ ad: Ad, _ prepare: @MainActor (Ad) -> Void) {
      // An ad that is delivered twice is kept once. After the app released its driver, an ad that
      // loads late is dropped.
      if driver == nil || shown?.id == ad.id { return }
      prepare(ad)
      held[ad.id] = ad
      manager?.adDidBecomeAvailable(ad.id)
    }

    /// Releases all ads except the shown one.
    func releaseWaitingAds() { held = [:] }

    func present(_ ad: String, as presentation: AppOpenPresentation) {
      guard let recorded = held.removeValue(forKey: ad) else { return }
      shown = recorded
      recorded.present(
        from: presentingController(in: presentation.scene), trigger: presentation.trigger,
        placement: nil)
    }

    func checkFit(of ad: String, in scene: String) {
      // The outcome is recorded, and the manager reads the record.
      try? held[ad]?.canPresent(from: presentingController(in: scene))
    }

    func discard(_ ad: String, _ reason: Recorded.AdDiscarded.Reason) {
      held.removeValue(forKey: ad)?.discard(reason)
    }

    /// Opens a window above the status bar in the scene of the ad.
    func openWindow(_ name: String, in scene: String?) -> Int? {
      guard let windowScene = self.scene(scene) ?? (scene == nil ? anyScene : nil) else {
        return nil
      }
      let window = UIWindow(windowScene: windowScene)
      window.windowLevel = UIWindow.Level(rawValue: Self.level)
      window.rootViewController = UIViewController()
      window.isHidden = false
      windows[name] = window
      return Int(Self.level)
    }

    private static var level: CGFloat { 1_001 }

    func closeWindow(_ name: String) {
      guard let window = windows.removeValue(forKey: name) else { return }
      window.isHidden = true
      window.windowScene = nil
    }

    func closeSplash(in scene: String?) { driver?.closeSplash(self.scene(scene)) }

    /// The view controller to present from: that of the window in the scene, if there is one.
    private func presentingController(in scene: String?) -> UIViewController? {
      let windowScene = self.scene(scene)
      // Sorted, so that the choice among several windows is deterministic.
      let own = windows.sorted { $0.key < $1.key }
        .first { scene == nil || $0.value.windowScene === windowScene }?.value
      return own?.rootViewController ?? driver?.presentingController(windowScene)
    }

    private func scene(_ name: String?) -> UIWindowScene? {
      guard let name else { return nil }
      return windowScenes.first { recorder.name(of: $0) == name }
    }

    private var anyScene: UIWindowScene? {
      windowScenes.first { $0.activationState == .foregroundActive }
        ?? windowScenes.first { $0.activationState == .foregroundInactive } ?? windowScenes.first
    }

    private var windowScenes: [UIWindowScene] {
      UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
    }
  }
#endif
