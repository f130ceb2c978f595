/// The app's life cycle so far.
public struct AppState: Sendable {
  /// The phases of the app.
  public enum Phase: String, CaseIterable, Sendable {
    /// Before the first notification.
    case launching
    /// On screen and in use.
    case active
    /// On screen, not in use: a dialog, the app switcher, a call.
    case inactive
    /// Not on screen.
    case background
    /// About to be killed.
    case terminating
  }

  /// The phase.
  public var phase = Phase.launching
  /// The first `app.launched`.
  public var launched = EventIndex.none
  /// The last `app.launched`.
  public var lastLaunched = EventIndex.none
  /// Whether the first `app.launched` was cold; nil where there was none.
  public var isCold: Bool?
  /// The last `app.became_active`.
  public var becameActive = EventIndex.none
  /// The last `app.resigned_active`.
  public var resignedActive = EventIndex.none
  /// The last `app.entered_background`.
  public var enteredBackground = EventIndex.none
  /// The last `app.entering_foreground`.
  public var enteringForeground = EventIndex.none
  /// The first `app.terminating`.
  public var terminating = EventIndex.none
  /// The last `device.locked`.
  public var locked = EventIndex.none
  /// The background spans, oldest first.
  public internal(set) var spans = Table<BackgroundSpan>()
  /// The indexes in ``spans`` of real spans that ended, oldest first.
  public var realReturns: [Int32] = []
  /// The indexes in ``spans`` of spans that ended and were not certainly caused by a lock, oldest
  /// first.
  public var possibleReturns: [Int32] = []
  /// The last `app.entering_foreground` of a span whose cause a gap hides, or the first record
  /// after the gap that hides the return.
  public var unknownReturn = EventIndex.none
  /// The number of `app.entering_foreground` of spans whose beginning a gap hides.
  public var hiddenReturns = 0
  /// The number of ``possibleReturns`` that a gap hides.
  public var lostReturns = 0
  /// The record at which the launch span ended; none while it lasts.
  public var launchEnded = EventIndex.none

  /// The open background span; nil in the foreground.
  public var openSpan: BackgroundSpan? { spans.last.flatMap { $0.end.isAbsent ? $0 : nil } }

  /// The last background span that ended.
  public var lastEndedSpan: BackgroundSpan? {
    spans.last(where: { $0.end.isPresent })
  }

  /// The last real background span that ended.
  public var lastRealReturn: BackgroundSpan? { realReturns.last.map { spans[Int($0)] } }

  /// Forgets everything and keeps the memory of the lists.
  mutating func clear() {
    spans.removeAll()
    realReturns.forget()
    possibleReturns.forget()
    // Swapping the lists avoids counting references.
    var fresh = AppState()
    swap(&fresh.spans, &spans)
    swap(&fresh.realReturns, &realReturns)
    swap(&fresh.possibleReturns, &possibleReturns)
    self = fresh
  }
}

/// The app's screens, apart from ads.
public struct ScreenState: Sendable {
  /// The last `splash.began`.
  public var splashBegan = EventIndex.none
  /// The last `splash.finished`.
  public var splashFinished = EventIndex.none
  /// The last `content.shown`.
  public var contentShown = EventIndex.none
  /// The last `user.acted`.
  public var userActed = EventIndex.none
  /// The number of `user.acted`.
  public var actions = 0
  /// The open suppressions: the reason (with its text, if it is not listed) and the first record.
  ///
  /// An entry without a first record stands for suppressions beyond the maximum.
  public var openSuppressions: [(why: Word, text: Symbol, began: EventIndex)] = []
  /// The last `suppression.ended`.
  public var suppressionEnded = EventIndex.none
  /// The first `scene.connected`.
  public var firstSceneConnected = EventIndex.none
  /// The open windows of the ad module: the index of `window.shown`, by name.
  public var openWindows: [Symbol: Int] = [:]
  /// The loading screens up to the last one that is up, oldest first: scene and index of
  /// `splash.began`.
  var splashes = Table<(scene: Int, began: Int)>()

  /// The last `splash.began` whose loading screen is up.
  public var openSplash: Int? { splashes.last?.began }

  /// Forgets everything and keeps the memory of the list that most sessions have.
  mutating func clear() {
    splashes.removeAll()
    if !openSuppressions.isEmpty { openSuppressions = [] }
    if !openWindows.isEmpty { openWindows = [:] }
    splashBegan = .none
    splashFinished = .none
    contentShown = .none
    userActed = .none
    actions = 0
    suppressionEnded = .none
    firstSceneConnected = .none
  }
}

/// Consent, the SDK's start and the forms.
public struct ConsentState: Sendable {
  /// The last `consent.updated`.
  public var updated = EventIndex.none
  /// Whether the last `consent.updated` allows requests; nil before the first.
  public var canRequestAds: Bool?
  /// The first `sdk.started`.
  public var sdkStarted = EventIndex.none
  /// The open `consent.form_shown`.
  public var formShown = EventIndex.none
}

/// The shows so far, across ads.
public struct ShowState: Sendable {
  /// The indexes of the app-open shows, oldest first.
  public internal(set) var appOpen = Table<Int32>()
  /// The local day of each of ``appOpen``; `Int64.min` where the zone was unknown.
  public internal(set) var appOpenDays = Table<Int64>()
  /// The number of app-open shows on each local day.
  public internal(set) var appOpenByDay = ShortTable<Int64, Int64>()
  /// The last interstitial show.
  public var interstitialShown = EventIndex.none
  /// Whether each interstitial show since the last dismissal can be an overlay of a hidden show, so
  /// that the next one can be the first after the dismissal.
  public var mayFollowDismissal = false
  /// The last `ad.dismissed` of an interstitial.
  public var interstitialDismissed = EventIndex.none
  /// The last `ad.dismissed` of a full-screen ad.
  public var dismissed = EventIndex.none
  /// The ad of ``dismissed``.
  public var dismissedAd = Symbol.absent
  /// The last `ad.dismissed` of another full-screen ad.
  public var dismissedBefore = EventIndex.none
  /// The last attempt of an app-open ad.
  public var appOpenAttempt = EventIndex.none
  /// The last `ad.failed_to_present` of an app-open ad.
  public var appOpenFailure = EventIndex.none
  /// The last app-open decision with `remaining`.
  public var capDecision: CapDecision?
  /// The last app-open decision to show with `remaining`.
  public var capShow: CapDecision?
  /// The last decision or attempt of each unit; attempts count only while an app-open ad is ready.
  public internal(set) var unitUses = ShortTable<Int, Int>()
  /// The last such attempt whose call of present a gap can hide.
  public var uncertainUse = EventIndex.none

  /// The last `ad.will_present` for which a gap hides the scene, or whether it was an overlay.
  public var unplacedShow = EventIndex.none
  /// The ad of ``unplacedShow``.
  public var unplacedAd = Symbol.absent
  /// The last such show of another ad.
  public var unplacedBefore = EventIndex.none
  /// The last app-open show that can be an overlay of a hidden show.
  public var uncertainShow = EventIndex.none
  /// The number of such shows on each local day.
  public internal(set) var uncertainByDay = ShortTable<Int64, Int64>()
  /// The last app-open `ad.will_present` that seems to be an overlay, but can be a show because of
  /// a gap.
  public var vagueShow = EventIndex.none
  /// The last such `ad.will_present` of an interstitial.
  public var vagueInterstitial = EventIndex.none
  /// The number of ``vagueShow`` on each local day.
  public internal(set) var vagueByDay = ShortTable<Int64, Int64>()
  /// The last `ad.present_requested` whose scene a gap hides.
  public var unplacedRequest = EventIndex.none

  /// Records an `ad.will_present` for which a gap hides the scene, or whether it was an overlay.
  mutating func noteUnplaced(_ ad: Symbol, at index: Int) {
    if unplacedAd != ad { unplacedBefore = unplacedShow }
    unplacedAd = ad
    unplacedShow = EventIndex(index)
  }

  /// The last such show of another ad than this one.
  public func lastUnplaced(ofOtherThan ad: Symbol) -> EventIndex {
    unplacedAd == ad ? unplacedBefore : unplacedShow
  }

  /// The last dismissal of another full-screen ad than this one.
  public func lastDismissal(ofOtherThan ad: Symbol) -> EventIndex {
    dismissedAd == ad ? dismissedBefore : dismissed
  }

  /// Forgets everything and keeps the memory of the lists.
  mutating func clear() {
    appOpen.removeAll()
    appOpenDays.removeAll()
    appOpenByDay.removeAll()
    unitUses.removeAll()
    // Exchanged, not copied: nothing counts a reference.
    var fresh = ShowState()
    swap(&fresh.appOpen, &appOpen)
    swap(&fresh.appOpenDays, &appOpenDays)
    swap(&fresh.appOpenByDay, &appOpenByDay)
    swap(&fresh.unitUses, &unitUses)
    self = fresh
  }
}

/// A decision with the number of remaining shows, and its circumstances.
public struct CapDecision: Sendable {
  /// Its index.
  public var index: Int
  /// Its local day; nil where the zone is unknown.
  public var day: Int64?
  /// The daily cap in force; nil where it is unknown.
  public var cap: Int64?
  /// The number of app-open shows of the session before it.
  public var shows: Int
}
