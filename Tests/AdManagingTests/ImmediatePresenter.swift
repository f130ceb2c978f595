import AdRecording
import AdManaging
import Foundation

/// A presenter whose every load returns an ad at once.
@MainActor final class ImmediatePresenter: AppOpenAdPresenter {
  private let recorder: SessionRecorder
  weak var manager: AppOpenManager?
  /// Whether an ad appears as soon as it is presented.
  var appears = false
  /// The ad that is shown.
  private(set) var shown: (ad: String, scene: String?)?
  private let prefix: String
  private var count = 0

  /// - Parameter prefix: The prefix of the names of its ads and requests.
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
    manager?.adDidBecomeAvailable(ad)
  }

  func present(_ ad: String, as presentation: AppOpenPresentation) {
    let scene = presentation.scene
    recorder.record(
      .adPresentRequested(
        ad: ad, unit: "u", format: .appOpen, scene: scene, trigger: presentation.trigger))
    guard appears else { return }
    shown = (ad, scene)
    recorder.record(.adWillPresent(ad: ad, unit: "u", format: .appOpen, scene: scene))
    recorder.record(.adImpression(ad: ad, unit: "u", format: .appOpen))
  }

  /// Records that the user closes the shown ad.
  func dismiss() {
    guard let (ad, scene) = shown else { return }
    shown = nil
    recorder.record(.adWillDismiss(ad: ad, unit: "u", format: .appOpen, scene: scene))
    recorder.record(.adDismissed(ad: ad, unit: "u", format: .appOpen, scene: scene))
  }

  func checkFit(of ad: String, in scene: String) {
    recorder.record(.adFitChecked(ad: ad, unit: "u", scene: scene, fits: true))
  }

  func discard(_ ad: String, _ reason: Recorded.AdDiscarded.Reason) {
    recorder.record(.adDiscarded(ad: ad, unit: "u", reason: reason))
  }

  func openWindow(_ name: String, in scene: String?) -> Int? { nil }
  func closeWindow(_ name: String) {}
  func closeSplash(in scene: String?) {}
}

extension MainThread {
  /// The thread of the test; calls from other threads are ignored.
  static func onlyHere() -> MainThread {
    let here = pthread_self()
    return MainThread(
      isCurrent: { pthread_equal(pthread_self(), here) != 0 }, enqueue: { _ in },
      after: { _, _ in },
      inBackground: { $0() })
  }
}
