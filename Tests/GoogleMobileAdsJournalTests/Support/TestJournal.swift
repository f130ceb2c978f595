import AdRecording
import GoogleMobileAds
import TestSessions

@testable import AppJournal
@testable import GoogleMobileAdsJournal

extension TestJournal {
  convenience init(configure: (inout SessionFacts) -> Void = { _ in }) throws {
    try self.init(sdk: "google-mobile-ads", configure: configure)
  }

  /// Lets time pass for the recorder of a banner view, without waiting.
  @MainActor func wait(seconds: Int64, for view: BannerView) {
    let banner: BannerRecorder? = recorder.recorder(of: view)
    guard let banner else { return }
    let before = banner.now
    banner.now = { before() + seconds * 1_000_000_000 }
  }
}
