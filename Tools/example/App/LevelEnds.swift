import AppJournal
import GoogleMobileAds
import UIKit

/// An interstitial between levels.
///
/// The app calls the recorder instead of the SDK; nothing else changes.
@MainActor final class LevelEnds: NSObject, FullScreenContentDelegate {
  private let recorder: AdRecorder
  private let unit = "ca-app-pub-3940256099942544/4411468910"
  private var ad: GoogleJournal.RecordedAd<InterstitialAd>?

  init(_ recorder: AdRecorder) { self.recorder = recorder }

  func load() async {
    do {
      let ad = try await recorder.load(InterstitialAd.self, with: unit, reason: .notReady)
      ad.delegate = self
      ad.paidEventHandler = { _ in }  // report revenue here
      self.ad = ad
    } catch {
      ad = nil
    }
  }

  func levelEnded(in controller: UIViewController) {
    recorder.userActed("level")
    guard let ad else { return }
    self.ad = nil
    ad.present(from: controller, trigger: .transition)
  }

  func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {
    Task { await load() }
  }
}
