import AdSession

/// What is known of one place beside the state of its slot.
struct PlaceMemory: Sendable {
  let place: Place

  // Occasions that wait for a decision.
  /// The trigger of a moment that the app has for an ad; absent: none.
  var moment = Word.absent
  /// The `splash.began` over which a first ad may be shown; nil: it is decided.
  var launch: Int?
  /// The `app.entering_foreground` that no decision followed yet; nil: none.
  var foreground: Int?
  /// The `app.entered_background` that is to bring a request; nil: none.
  var background: Int?

  // Requests.
  /// Why the next ad is asked for.
  var cause = Word.launch
  /// The first `ad.failed_to_load` since the last request that another request must follow.
  var unansweredFailure: Int?
  /// The last record at which an ad of the place expired; -1 for none.
  var expired = -1
  /// An ad of the place is gone or could not be shown: the next one is due at once.
  var isDue = false
  /// An ad that does not fit is to be replaced, whatever else is held.
  var replacesMisfit = false

  // Places in a feed.
  /// Whether its view appeared.
  var hasAppeared = false
  /// The ad that is in its view.
  var inFeed = Symbol.absent
  /// Whether that ad had its impression.
  var wasSeen = false
  /// Whether its window got another width since the last request.
  var needsWidth = false
  /// The width of the last request.
  var width: Int64?

  init(_ place: Place) { self.place = place }
}

/// A call of present without an answer.
struct Attempt: Sendable {
  var ad: Symbol
  var unit: Symbol
  var scene: Symbol
  var format: Word
  /// The index of the call.
  var index: Int
}

/// A present failure.
struct PresentFailure: Sendable {
  var unit: Symbol
  var scene: Symbol
  var code: Int64?
  var t: Int64
}

/// A loading screen that is up.
struct SplashMemory: Sendable {
  var scene: Symbol
  /// The index of its `splash.began`.
  var index: Int
  /// What ``SplashClock`` said when it began.
  var began: Int64
  /// Nothing but an ad keeps it up.
  var isContentReady = false
  /// The ad over it is gone.
  var mustClose = false
}

/// A window of the ad module that is up.
struct WindowMemory: Sendable {
  var window: Symbol
  var scene: Symbol
}
