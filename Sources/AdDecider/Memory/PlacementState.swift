import AdSession

/// The decider's state of one placement, in addition to the slot in the session state.
struct PlacementState: Sendable {
  let placement: Placement

  // Occasions that wait for a decision.
  /// The trigger of an opportunity that the app offered; absent if there is none.
  var opportunity = Word.absent
  /// The index of the `splash.began` over which a first ad may be shown; `nil` after the decision.
  var launch: Int?
  /// The index of an `app.entering_foreground` without a decision yet.
  var foreground: Int?
  /// The index of an `app.entered_background` that should lead to a request.
  var background: Int?

  // Requests.
  /// The reason of the next request.
  var cause = Word.launch
  /// The index of the first `ad.failed_to_load` since the last request, unless its error was one of
  /// configuration; another request must follow it.
  var unansweredFailure: Int?
  /// The index of the last record at which an ad of the placement expired.
  var expired = EventIndex.none
  /// Whether an ad was dismissed or failed to present, so that the next request is due at once.
  var isDue = false
  /// The number of requests since the connection was lost, other than those for the user.
  var offlineRequests: Int64 = 0
  /// Whether an ad that does not fit must be replaced, even if others are held.
  var replacesMisfit = false

  // Placements in a feed.
  /// Whether the view appeared.
  var hasAppeared = false
  /// The ad in the view.
  var inFeed = Symbol.absent
  /// Whether that ad had an impression.
  var wasSeen = false
  /// Whether the window was resized since the last request.
  var needsWidth = false
  /// The width of the last request in points.
  var width: Int64?

  init(_ placement: Placement) { self.placement = placement }
}

/// A call of `present` whose ad has neither appeared nor failed.
struct Attempt: Sendable {
  var ad: Symbol
  var unit: Symbol
  var scene: Symbol
  var format: Word
  /// The index of its `ad.present_requested`.
  var index: Int
}

struct PresentFailure: Sendable {
  var unit: Symbol
  var scene: Symbol
  var code: Int64?
  var t: Int64
}

struct OpenSplash: Sendable {
  var scene: Symbol
  /// The index of its `splash.began`.
  var index: Int
  /// The value of ``SplashClock`` when it began, in milliseconds.
  var began: Int64
  /// Whether the content is ready, so that only an ad keeps the loading screen.
  var isContentReady = false
  /// Whether the ad over it was dismissed.
  var mustClose = false
}

/// An open window of the ad module itself.
struct OpenWindow: Sendable {
  var window: Symbol
  var scene: Symbol
}
