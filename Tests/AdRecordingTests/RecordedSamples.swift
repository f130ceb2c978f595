// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

import AdRecording
import AdReplay
import AdSession

/// Every typed event, with every field and with the required ones alone.
enum RecordedSamples {
  static var full: [any RecordedEvent] {
    [
      Recorded.SessionBegan.sessionBegan(
        app: "app-0", appVersion: "app_version-1", build: .debug, os: "os-3",
        osVersion: "os_version-4", device: "device-5", sdk: "sdk-6", sdkVersion: "sdk_version-7",
        install: "install-8", utcOffsetMin: 16, timezone: "timezone-10", launchCount: 18,
        multiScene: false, testDevice: true, captures: [.session, .app, .load, .present],
        policy: [PolicySetting(.dailyCap, 5)], checksums: false, redacted: ["response"]
      ),
      Recorded.SessionEnded.sessionEnded(reason: .terminated),
      Recorded.ConfigChanged.configChanged(
        policy: [PolicySetting(.dailyCap, 5)], source: .local, version: "version-2"
      ),
      Recorded.Note.note(text: "text-0"),
      Recorded.AppLaunched.appLaunched(cold: false),
      Recorded.AppBecameActive.appBecameActive,
      Recorded.AppResignedActive.appResignedActive,
      Recorded.AppEnteredBackground.appEnteredBackground,
      Recorded.AppEnteringForeground.appEnteringForeground,
      Recorded.AppTerminating.appTerminating,
      Recorded.AppMemoryWarning.appMemoryWarning,
      Recorded.AppTimeChanged.appTimeChanged(utcOffsetMin: 7, reason: .zone),
      Recorded.DeviceLocked.deviceLocked(confidence: .known),
      Recorded.DeviceUnlocked.deviceUnlocked(confidence: .known),
      Recorded.SplashBegan.splashBegan(scene: "scene-0"),
      Recorded.SplashFinished.splashFinished(scene: "scene-0"),
      Recorded.ContentShown.contentShown(scene: "scene-0"),
      Recorded.UserActed.userActed(what: "what-0", scene: "scene-1"),
      Recorded.SuppressionBegan.suppressionBegan(why: .picker),
      Recorded.SuppressionEnded.suppressionEnded(why: .picker),
      Recorded.SceneConnected.sceneConnected(
        scene: "scene-0", width: 8, height: 9, fullScreen: true, orientation: .landscape
      ),
      Recorded.SceneResized.sceneResized(
        scene: "scene-0", width: 8, height: 9, fullScreen: true, orientation: .landscape
      ),
      Recorded.SceneDisconnected.sceneDisconnected(scene: "scene-0"),
      Recorded.WindowShown.windowShown(window: "window-0", scene: "scene-1", level: 9),
      Recorded.WindowClosed.windowClosed(window: "window-0"),
      Recorded.ConsentUpdated.consentUpdated(canRequestAds: false, status: "status-1"),
      Recorded.ConsentFormShown.consentFormShown,
      Recorded.ConsentFormClosed.consentFormClosed,
      Recorded.SdkStarted.sdkStarted,
      Recorded.TrackingAnswered.trackingAnswered(status: "status-0"),
      Recorded.AdRequested.adRequested(
        unit: "unit-0", format: .interstitial, request: "request-2", scene: "scene-3",
        reason: .failedToPresent, orientation: .unknown, width: 13, count: 14, test: false
      ),
      Recorded.AdLoaded.adLoaded(
        unit: "unit-0", format: .interstitial, request: "request-2", ad: "ad-3", scene: "scene-4",
        adapter: "adapter-5", response: "response-6", latencyMs: 14,
        waterfall: [.init(adapter: "A", latencyMs: 12, errorCode: 3), .init(adapter: "B")]
      ),
      Recorded.AdFailedToLoad.adFailedToLoad(
        unit: "unit-0", format: .interstitial, request: "request-2", scene: "scene-3",
        errorDomain: "error_domain-4", errorCode: 12, errorMessage: "error_message-6",
        adapter: "adapter-7",
        waterfall: [.init(adapter: "A", latencyMs: 12, errorCode: 3), .init(adapter: "B")]
      ),
      Recorded.AdExpired.adExpired(ad: "ad-0", unit: "unit-1"),
      Recorded.AdDiscarded.adDiscarded(ad: "ad-0", unit: "unit-1", reason: .resized),
      Recorded.AdPresentRequested.adPresentRequested(
        ad: "ad-0", unit: "unit-1", format: .rewarded, scene: "scene-3", trigger: .transition,
        orientation: .unknown
      ),
      Recorded.AdWillPresent.adWillPresent(
        ad: "ad-0", unit: "unit-1", format: .rewarded, scene: "scene-3"
      ),
      Recorded.AdFailedToPresent.adFailedToPresent(
        ad: "ad-0", unit: "unit-1", format: .rewarded, scene: "scene-3",
        errorDomain: "error_domain-4", errorCode: 12, errorMessage: "error_message-6"
      ),
      Recorded.AdWillDismiss.adWillDismiss(
        ad: "ad-0", unit: "unit-1", format: .rewarded, scene: "scene-3"
      ),
      Recorded.AdDismissed.adDismissed(
        ad: "ad-0", unit: "unit-1", format: .rewarded, scene: "scene-3"
      ),
      Recorded.AdShowDecided.adShowDecided(
        unit: "unit-0", format: .interstitial, outcome: .show, reason: .showing, ad: "ad-4",
        scene: "scene-5", remaining: 13, trigger: .foreground
      ),
      Recorded.AdFitChecked.adFitChecked(
        ad: "ad-0", unit: "unit-1", scene: "scene-2", fits: true, errorCode: 11
      ),
      Recorded.AdDelegateSet.adDelegateSet(ad: "ad-0", unit: "unit-1"),
      Recorded.AdPaidHandlerSet.adPaidHandlerSet(ad: "ad-0", unit: "unit-1"),
      Recorded.AdImpression.adImpression(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdClicked.adClicked(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdPaid.adPaid(
        ad: "ad-0", unit: "unit-1", format: .rewarded, valueMicros: 10, currency: "currency-4",
        precision: .estimated
      ),
      Recorded.AdRewardEarned.adRewardEarned(
        ad: "ad-0", unit: "unit-1", type: "type-2", amount: 2.5
      ),
      Recorded.AdRewardGranted.adRewardGranted(
        ad: "ad-0", unit: "unit-1", type: "type-2", amount: 2.5
      ),
      Recorded.VideoPlayed.videoPlayed(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoPaused.videoPaused(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoEnded.videoEnded(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoMuted.videoMuted(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoUnmuted.videoUnmuted(ad: "ad-0", unit: "unit-1"),
      Recorded.NativeMapped.nativeMapped(
        ad: "ad-0", unit: "unit-1", load: "load-2", headline: true, media: false, body: true,
        icon: false, callToAction: true, adChoices: false, images: 16, imagesAs: .image,
        hasVideo: true, handlesImpressions: false, handlesClicks: true, extras: ["store", "price"]
      ),
      Recorded.NativeRendered.nativeRendered(
        ad: "ad-0", unit: "unit-1", viewPassed: false, scene: "scene-3"
      ),
      Recorded.NativeUntracked.nativeUntracked(ad: "ad-0", unit: "unit-1"),
      Recorded.ViewAppeared.viewAppeared(ad: "ad-0", unit: "unit-1"),
      Recorded.ViewHidden.viewHidden(ad: "ad-0", unit: "unit-1"),
      Recorded.AdapterLoadCalled.adapterLoadCalled(
        load: "load-0", request: "request-1", adapter: "adapter-2", format: .rewardedInterstitial,
        unit: "unit-4", parameterPresent: true, disableImageLoading: false, test: true
      ),
      Recorded.AdapterCompleted.adapterCompleted(
        load: "load-0", adapter: "adapter-1", hasAd: false, hasError: true, errorCode: 11,
        ad: "ad-5"
      ),
      Recorded.AdapterReported.adapterReported(
        load: "load-0", adapter: "adapter-1", what: .willPresent
      ),
      Recorded.AdapterTold.adapterTold(load: "load-0", adapter: "adapter-1", what: .rendered),
    ]
  }

  static var short: [any RecordedEvent] {
    [
      Recorded.SessionBegan.sessionBegan(
        app: "app-0", appVersion: "app_version-1", build: .debug, os: "os-3",
        osVersion: "os_version-4", sdk: "sdk-5", sdkVersion: "sdk_version-6", utcOffsetMin: 14
      ),
      Recorded.SessionEnded.sessionEnded(),
      Recorded.ConfigChanged.configChanged(policy: [PolicySetting(.dailyCap, 5)]),
      Recorded.Note.note(text: "text-0"),
      Recorded.AppLaunched.appLaunched(cold: false),
      Recorded.AppBecameActive.appBecameActive,
      Recorded.AppResignedActive.appResignedActive,
      Recorded.AppEnteredBackground.appEnteredBackground,
      Recorded.AppEnteringForeground.appEnteringForeground,
      Recorded.AppTerminating.appTerminating,
      Recorded.AppMemoryWarning.appMemoryWarning,
      Recorded.AppTimeChanged.appTimeChanged(),
      Recorded.DeviceLocked.deviceLocked(),
      Recorded.DeviceUnlocked.deviceUnlocked(),
      Recorded.SplashBegan.splashBegan(),
      Recorded.SplashFinished.splashFinished(),
      Recorded.ContentShown.contentShown(),
      Recorded.UserActed.userActed(),
      Recorded.SuppressionBegan.suppressionBegan(),
      Recorded.SuppressionEnded.suppressionEnded(),
      Recorded.SceneConnected.sceneConnected(
        scene: "scene-0", width: 8, height: 9, fullScreen: true
      ),
      Recorded.SceneResized.sceneResized(scene: "scene-0", width: 8, height: 9, fullScreen: true),
      Recorded.SceneDisconnected.sceneDisconnected(scene: "scene-0"),
      Recorded.WindowShown.windowShown(window: "window-0"),
      Recorded.WindowClosed.windowClosed(window: "window-0"),
      Recorded.ConsentUpdated.consentUpdated(canRequestAds: false),
      Recorded.ConsentFormShown.consentFormShown,
      Recorded.ConsentFormClosed.consentFormClosed,
      Recorded.SdkStarted.sdkStarted,
      Recorded.TrackingAnswered.trackingAnswered(),
      Recorded.AdRequested.adRequested(unit: "unit-0", format: .interstitial, request: "request-2"),
      Recorded.AdLoaded.adLoaded(
        unit: "unit-0", format: .interstitial, request: "request-2", ad: "ad-3"
      ),
      Recorded.AdFailedToLoad.adFailedToLoad(
        unit: "unit-0", format: .interstitial, request: "request-2", errorCode: 10
      ),
      Recorded.AdExpired.adExpired(ad: "ad-0", unit: "unit-1"),
      Recorded.AdDiscarded.adDiscarded(ad: "ad-0", unit: "unit-1"),
      Recorded.AdPresentRequested.adPresentRequested(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdWillPresent.adWillPresent(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdFailedToPresent.adFailedToPresent(
        ad: "ad-0", unit: "unit-1", format: .rewarded, errorCode: 10
      ),
      Recorded.AdWillDismiss.adWillDismiss(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdDismissed.adDismissed(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdShowDecided.adShowDecided(unit: "unit-0", format: .interstitial, outcome: .show),
      Recorded.AdFitChecked.adFitChecked(ad: "ad-0", unit: "unit-1", scene: "scene-2", fits: true),
      Recorded.AdDelegateSet.adDelegateSet(ad: "ad-0", unit: "unit-1"),
      Recorded.AdPaidHandlerSet.adPaidHandlerSet(ad: "ad-0", unit: "unit-1"),
      Recorded.AdImpression.adImpression(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdClicked.adClicked(ad: "ad-0", unit: "unit-1", format: .rewarded),
      Recorded.AdPaid.adPaid(
        ad: "ad-0", unit: "unit-1", format: .rewarded, valueMicros: 10, currency: "currency-4",
        precision: .estimated
      ),
      Recorded.AdRewardEarned.adRewardEarned(ad: "ad-0", unit: "unit-1"),
      Recorded.AdRewardGranted.adRewardGranted(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoPlayed.videoPlayed(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoPaused.videoPaused(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoEnded.videoEnded(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoMuted.videoMuted(ad: "ad-0", unit: "unit-1"),
      Recorded.VideoUnmuted.videoUnmuted(ad: "ad-0", unit: "unit-1"),
      Recorded.NativeMapped.nativeMapped(
        ad: "ad-0", unit: "unit-1", headline: false, media: true, handlesImpressions: false,
        handlesClicks: true
      ),
      Recorded.NativeRendered.nativeRendered(ad: "ad-0", unit: "unit-1"),
      Recorded.NativeUntracked.nativeUntracked(ad: "ad-0", unit: "unit-1"),
      Recorded.ViewAppeared.viewAppeared(ad: "ad-0", unit: "unit-1"),
      Recorded.ViewHidden.viewHidden(ad: "ad-0", unit: "unit-1"),
      Recorded.AdapterLoadCalled.adapterLoadCalled(
        load: "load-0", request: "request-1", adapter: "adapter-2", format: .rewardedInterstitial,
        parameterPresent: false
      ),
      Recorded.AdapterCompleted.adapterCompleted(
        load: "load-0", adapter: "adapter-1", hasAd: false, hasError: true
      ),
      Recorded.AdapterReported.adapterReported(
        load: "load-0", adapter: "adapter-1", what: .willPresent
      ),
      Recorded.AdapterTold.adapterTold(load: "load-0", adapter: "adapter-1", what: .rendered),
    ]
  }
}
