import AdRecording
import AdManaging
import Foundation

/// Hands for which every load is answered at once with an ad.
@MainActor final class QuickHands: AppOpenHands {
  private let recorder: SessionRecorder
  weak var manager: AppOpenManager?
  /// Whether an ad comes up as soon as it is presented.
  var comesUp = false
  /// The ad that is up.
  private(set) var shown: (ad: String, scene: String?)?
  private let prefix: String
  private var count = 0

  /// - Parameter prefix: What the names of its ads and requests begin with.
  init(_ recorder: SessionRecorder, prefix: String = "") {
    self.recorder = recorder
    self.prefix = prefix
  }

  func load(_ request: AppOpenRequest) {
    count += 1
    let (ad, name) = ("\(prefix)a-\(count)", "\(prefix)r-\(count)")
    recorder.record(
      .adRequested(
        unit: request.unit, format: .appOpen, request: name, scene: request.scene,
        reason: request.reason))
    recorder.record(
      .adLoaded(
        unit: request.unit, format: .appOpen, request: name, ad: ad, scene: request.scene))
    manager?.got(ad)
  }

  func present(_ ad: String, as presentation: AppOpenPresentation) {
    let scene = presentation.scene
    recorder.record(
      .adPresentRequested(
        ad: ad, unit: "u", format: .appOpen, scene: scene, trigger: presentation.trigger))
    guard comesUp else { return }
    shown = (ad, scene)
    recorder.record(.adWillPresent(ad: ad, unit: "u", format: .appOpen, scene: scene))
    recorder.record(.adImpression(ad: ad, unit: "u", format: .appOpen))
  }

  /// The user closes the ad that is up.
  func dismiss() {
    guard let (ad, scene) = shown else { return }
    shown = nil
    recorder.record(.adWillDismiss(ad: ad, unit: "u", format: .appOpen, scene: scene))
    recorder.record(.adDismissed(ad: ad, unit: "u", format: .appOpen, scene: scene))
  }

  func checkFit(of ad: String, in scene: String) {
    recorder.record(.adFitChecked(ad: ad, unit: "u", scene: scene, fits: true))
  }

  func drop(_ ad: String, _ reason: Recorded.AdDiscarded.Reason) {
    recorder.record(.adDiscarded(ad: ad, unit: "u", reason: reason))
  }

  func openWindow(_ name: String, in scene: String?) -> Int? { nil }
  func closeWindow(_ name: String) {}
  func closeSplash(in scene: String?) {}
}

extension MainThread {
  /// The thread that the test begins on; what comes from others is dropped.
  static func onlyHere() -> MainThread {
    let here = pthread_self()
    return MainThread(
      isCurrent: { pthread_equal(pthread_self(), here) != 0 }, soon: { _ in }, after: { _, _ in },
      aside: { $0() })
  }
}
