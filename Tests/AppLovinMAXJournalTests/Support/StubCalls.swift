import AppJournal
import AppLovinSDK
import Foundation
import TestSessions

@testable import AppLovinMAXJournal

/// The callbacks about one ad.
enum Callback: String, CaseIterable {
  case started, loaded, failed, displayed, failedToDisplay, clicked, rewarded, paid, reviewed
  case hidden
}

extension RecordableAd {
  /// Calls the delegates of a full-screen object on the current thread, as the SDK does.
  func send(_ callback: Callback, _ ad: MAAd, code: MAErrorCode = .unspecified) {
    let (target, unit) = (delegate as? any MAAdDelegate, adUnitIdentifier)
    switch callback {
    case .started: requestDelegate?.didStartAdRequest(forAdUnitIdentifier: unit)
    case .loaded: target?.didLoad(ad)
    case .failed:
      target?.didFailToLoadAd(forAdUnitIdentifier: unit, withError: MAError(stubCode: code))
    case .displayed: target?.didDisplay(ad)
    case .failedToDisplay: target?.didFail(toDisplay: ad, withError: MAError(stubCode: code))
    case .clicked: target?.didClick(ad)
    case .rewarded:
      (target as? any MARewardedAdDelegate)?.didRewardUser(for: ad, with: MAReward())
    case .paid: revenueDelegate?.didPayRevenue(for: ad)
    case .reviewed: adReviewDelegate?.didGenerateCreativeIdentifier("c-1", for: ad)
    case .hidden: target?.didHide(ad)
    }
  }

  /// Sends callbacks about an ad in order.
  func send(_ callbacks: [Callback], _ ad: MAAd) {
    for callback in callbacks { send(callback, ad) }
  }

  /// Answers a load of the app with a new ad.
  func deliver(_ ad: MAAd? = nil) -> MAAd {
    let ad = ad ?? MAAd(stubUnit: adUnitIdentifier)
    send([.started, .loaded], ad)
    return ad
  }
}

extension TestJournal {
  convenience init() throws { try self.init(sdk: "applovin-max") }
}

extension Recording {
  /// The ids of the violated rules, without those that only a test is too fast for.
  var violatedAtAnyPace: [String] { violated.filter { !Self.paced.contains($0) } }

  private static let paced: Set<String> = [
    "accidental-click", "app-open-not-after-other-ad", "clicks-bounded",
    "dismissal-leads-to-no-other-ad",
    "full-screen-ad-is-seen", "interstitial-min-gap", "retry-backs-off",
    "reload-storm-after-present-failure",
  ]
}
