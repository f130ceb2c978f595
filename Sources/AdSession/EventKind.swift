/// The kinds of event of the journal format, version 1, in the order of its vocabulary.
///
/// What a kind means and carries is its ``Vocabulary`` entry; what it changes is its `evolve`.
public enum EventKind: UInt8, CaseIterable, Sendable {
  /// A kind that the vocabulary does not have: kept, counted and shown, never judged.
  case unknown
  /// `session.began`: the header; always seq 1.
  case sessionBegan
  /// `session.ended`: the app had the time to end.
  case sessionEnded
  /// `config.changed`: thresholds from now on.
  case configChanged
  /// `recorder.gap`: the recorder itself lost records.
  case recorderGap
  /// `session.continued`: first record of the second and later files of one session; seq goes on.
  case sessionContinued
  /// `session.sealed`: last record of a finished file.
  case sessionSealed
  /// `note`: anything a person or the app wants to say.
  case note
  /// `app.launched`: did finish launching.
  case appLaunched
  /// `app.became_active`: did become active.
  case appBecameActive
  /// `app.resigned_active`: will resign active.
  case appResignedActive
  /// `app.entered_background`: did enter background.
  case appEnteredBackground
  /// `app.entering_foreground`: will enter foreground.
  case appEnteringForeground
  /// `app.terminating`: will terminate.
  case appTerminating
  /// `app.memory_warning`.
  case appMemoryWarning
  /// `app.time_changed`: significant time or zone change.
  case appTimeChanged
  /// `device.locked`: screen lock.
  case deviceLocked
  /// `device.unlocked`.
  case deviceUnlocked
  /// `splash.began`: the loading screen is up.
  case splashBegan
  /// `splash.finished`: the loading screen is gone.
  case splashFinished
  /// `content.shown`: the app's main content is up.
  case contentShown
  /// `user.acted`: a deliberate action of the user in the app.
  case userActed
  /// `suppression.began`: a return to active shows nothing until ended.
  case suppressionBegan
  /// `suppression.ended`.
  case suppressionEnded
  /// `scene.connected`.
  case sceneConnected
  /// `scene.resized`: the transition is complete.
  case sceneResized
  /// `scene.disconnected`.
  case sceneDisconnected
  /// `window.shown`: the ad module put its own window above the app.
  case windowShown
  /// `window.closed`: and took it down.
  case windowClosed
  /// `consent.updated`.
  case consentUpdated
  /// `consent.form_shown`: a consent form is up.
  case consentFormShown
  /// `consent.form_closed`.
  case consentFormClosed
  /// `sdk.started`: the SDK start was requested.
  case sdkStarted
  /// `tracking.answered`: the tracking prompt was answered.
  case trackingAnswered
  /// `ad.requested`: the app called load.
  case adRequested
  /// `ad.loaded`: the load delivered an ad.
  case adLoaded
  /// `ad.failed_to_load`: the load failed.
  case adFailedToLoad
  /// `ad.expired`: the network said that the ad expired.
  case adExpired
  /// `ad.discarded`: the app dropped its reference.
  case adDiscarded
  /// `ad.present_requested`: the app called present.
  case adPresentRequested
  /// `ad.will_present`: full-screen content is about to be shown.
  case adWillPresent
  /// `ad.failed_to_present`.
  case adFailedToPresent
  /// `ad.will_dismiss`.
  case adWillDismiss
  /// `ad.dismissed`: full-screen content is gone.
  case adDismissed
  /// `ad.show_decided`: the app decided to show or to skip, and why.
  case adShowDecided
  /// `ad.fit_checked`: the can-present check.
  case adFitChecked
  /// `ad.delegate_set`: full-screen content delegate assigned.
  case adDelegateSet
  /// `ad.paid_handler_set`: paid-event handler assigned.
  case adPaidHandlerSet
  /// `ad.impression`.
  case adImpression
  /// `ad.clicked`.
  case adClicked
  /// `ad.paid`.
  case adPaid
  /// `ad.reward_earned`: the SDK said so.
  case adRewardEarned
  /// `ad.reward_granted`: the app gave it to the user.
  case adRewardGranted
  /// `video.played`.
  case videoPlayed
  /// `video.paused`.
  case videoPaused
  /// `video.ended`.
  case videoEnded
  /// `video.muted`.
  case videoMuted
  /// `video.unmuted`.
  case videoUnmuted
  /// `native.mapped`: the mediated ad's assets, as the adapter mapped them.
  case nativeMapped
  /// `native.rendered`: the ad is in a view.
  case nativeRendered
  /// `native.untracked`: the view let go of the ad.
  case nativeUntracked
  /// `view.appeared`: the banner or native view can be seen.
  case viewAppeared
  /// `view.hidden`.
  case viewHidden
  /// `adapter.load_called`: the waterfall reached this adapter.
  case adapterLoadCalled
  /// `adapter.completed`: the adapter called its completion handler.
  case adapterCompleted
  /// `adapter.reported`: the adapter told the SDK.
  case adapterReported
  /// `adapter.told`: the SDK told the adapter.
  case adapterTold
}
