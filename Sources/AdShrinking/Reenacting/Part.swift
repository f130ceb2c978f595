internal import AdSession

/// Who does what in a session: the app itself, or the world around it.
enum Part {
  /// The app decides it.
  case app
  /// It happens to the app, whatever the app does.
  case world
  /// The SDK's answer to a deed of the app.
  case answer

  init(_ kind: EventKind) {
    switch kind {
    case .adRequested, .adDiscarded, .adPresentRequested, .adShowDecided, .adFitChecked,
      .adDelegateSet, .adPaidHandlerSet, .adRewardGranted, .windowShown, .windowClosed,
      .splashFinished, .contentShown, .sdkStarted, .adapterCompleted, .adapterReported,
      .nativeMapped, .nativeRendered:
      self = .app
    case .adLoaded, .adFailedToLoad, .adExpired, .adWillPresent, .adFailedToPresent,
      .adWillDismiss, .adDismissed, .adImpression, .adClicked, .adPaid, .adRewardEarned,
      .videoPlayed, .videoPaused, .videoEnded, .videoMuted, .videoUnmuted, .adapterLoadCalled,
      .adapterTold, .viewAppeared, .viewHidden, .nativeUntracked:
      self = .answer
    default: self = .world
    }
  }
}
