internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdManaging
  internal import Foundation
  internal import GoogleMobileAds

  /// Does with the SDK and UIKit what an app-open manager wants.
  @MainActor final class SDKHands: AppOpenHands {
    weak var ads: AppOpenAds?
    weak var manager: AppOpenManager?
    private let recorder: AdRecorder
    private let listener = Listener()
    private var held: [String: RecordedAd<AppOpenAd>] = [:]
    /// The ad that is up, or was last: the SDK does not keep it alive.
    private var shown: RecordedAd<AppOpenAd>?
    private var windows: [String: UIWindow] = [:]

    init(_ recorder: AdRecorder) { self.recorder = recorder }

    func load(_ request: AppOpenRequest) {
      let asked = Request()
      asked.scene = scene(request.scene)
      recorder.load(
        AppOpenAd.self, with: request.unit, request: asked, reason: request.reason
      ) { [weak self] ad, _ in
        // Nothing is presented from within the callback of a load, on whichever thread it comes.
        if let ad { DispatchQueue.main.async { self?.keep(ad) } }
      }
    }

    private func keep(_ ad: RecordedAd<AppOpenAd>) {
      // One that is delivered twice is the same ad: nothing that happened since is undone. One that
      // comes when nobody is there to have it presented is let go of.
      if ads == nil || shown?.id == ad.id { return }
      ad.delegate = ads?.delegate ?? listener
      let app = ads?.paidEventHandler
      ad.paidEventHandler = { app?($0) }
      held[ad.id] = ad
      manager?.got(ad.id)
    }

    /// Lets go of all but what is up.
    func leave() { held = [:] }

    func present(_ ad: String, as presentation: AppOpenPresentation) {
      guard let recorded = held.removeValue(forKey: ad) else { return }
      shown = recorded
      recorded.present(from: presenter(in: presentation.scene), trigger: presentation.trigger)
    }

    func checkFit(of ad: String, in scene: String) {
      // What it says is recorded, and that is what the manager goes by.
      try? held[ad]?.canPresent(from: presenter(in: scene))
    }

    func drop(_ ad: String, _ reason: Recorded.AdDiscarded.Reason) {
      held.removeValue(forKey: ad)?.discard(reason)
    }

    /// Above the status bar, as a splash is, in the scene of the ad.
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

    private static let level: CGFloat = 1_001

    func closeWindow(_ name: String) {
      guard let window = windows.removeValue(forKey: name) else { return }
      window.isHidden = true
      window.windowScene = nil
    }

    func closeSplash(in scene: String?) { ads?.closeSplash(self.scene(scene)) }

    /// What to present from: the own window's controller where there is one.
    private func presenter(in scene: String?) -> UIViewController? {
      let windowScene = self.scene(scene)
      // Of several windows that would do, always the same one.
      let own = windows.sorted { $0.key < $1.key }
        .first { scene == nil || $0.value.windowScene === windowScene }?.value
      return own?.rootViewController ?? ads?.presenter(windowScene)
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

  /// The delegate of an ad whose app has none: the journal says that somebody listens, since the
  /// manager does.
  private final class Listener: NSObject, FullScreenContentDelegate {}
#endif
