package import AdSession

/// The origin of an event: the app, the SDK, or the rest of the phone.
package enum EventOrigin {
  /// An action of the app.
  case app
  /// An event that happens whatever the app does.
  case environment
  /// A response of the SDK to an action of the app.
  case response

  package init(_ kind: EventKind) {
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
      self = .response
    default: self = .environment
    }
  }
}
