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
  /// The last `splash.*` or `content.shown` whose scene is unknown.
  public var lastUnsure = EventIndex.none
  /// The last `user.acted`.
  public var userActed = EventIndex.none
  /// The last act of the user in the app whose scene is unknown: no ad covers that scene.
  public var uncoveredSomewhere = EventIndex.none
  /// The `t` of ``uncoveredSomewhere``.
  var uncoveredSomewhereT: Int64 = 0
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
  /// The last `scene.disconnected`.
  public var sceneDisconnected = EventIndex.none
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
    lastUnsure = .none
    userActed = .none
    uncoveredSomewhere = .none
    actions = 0
    suppressionEnded = .none
    firstSceneConnected = .none
    sceneDisconnected = .none
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
  /// The last `consent.form_shown` or `consent.form_closed`.
  public var lastForm = EventIndex.none
  /// The last `tracking.prompt_shown`.
  public var trackingShown = EventIndex.none
  /// The last `tracking.answered`.
  public var trackingAnswered = EventIndex.none
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
  /// Whether each interstitial show since the last dismissal is unsure, so that the next one can be
  /// the first after the dismissal.
  public var mayFollowDismissal = false
  /// The last `ad.dismissed` of an interstitial.
  public var interstitialDismissed = EventIndex.none
  /// The last `ad.dismissed` of a full-screen ad.
  public var dismissed = EventIndex.none
  /// The last `ad.failed_to_present` of a full-screen ad.
  public var presentFailed = EventIndex.none
  /// The last end of a full-screen ad: `ad.dismissed`, `ad.failed_to_present`, or the act of the
  /// user that shows that it is over.
  public var lastEnd = EventIndex.none
  /// The last `ad.clicked` of any ad.
  public var clicked = EventIndex.none
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
  /// What is open about shows.
  public internal(set) var unsure = UnsureShows()

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

/// The last presentation records about which something is open.
public struct UnsureShows: Sendable {
  /// The last `ad.will_present` that is a show or an overlay, or whose scene is unknown.
  public private(set) var show = EventIndex.none
  /// The `t` of ``show``.
  private(set) var showT: Int64 = 0
  /// The ad of ``show``.
  private var ad = Symbol.absent
  /// The last such record of another ad.
  private var showBefore = EventIndex.none
  /// The last `ad.present_requested` of an ad that is pending in a scene, but maybe not in this
  /// one.
  public var call = EventIndex.none
  /// The last `ad.will_present` of an app-open ad that is no certain show, and no certain overlay.
  public var appOpen = EventIndex.none
  /// The number of these records on each local day.
  public internal(set) var appOpenByDay = ShortTable<Int64, Int64>()
  /// The last `ad.will_present` of an interstitial that is a show or an overlay.
  public var interstitial = EventIndex.none
  /// The last attempt whose call of present a gap can hide, while an app-open ad is ready.
  public var use = EventIndex.none

  /// The last ``show`` of another ad than this one.
  public func lastShow(ofOtherThan ad: Symbol) -> EventIndex { self.ad == ad ? showBefore : show }

  mutating func noteShow(_ event: Event, at index: Int) {
    if ad != event.ad { showBefore = show }
    ad = event.ad
    show = EventIndex(index)
    showT = event.t
  }

  mutating func noteAppOpen(_ day: Int64?, at index: Int) {
    appOpen = EventIndex(index)
    appOpenByDay.add(1, to: day ?? .min)
  }
}

extension ShortTable<Int64, Int64> {
  /// Adds to the number of a key, which is 0 if the key is new.
  mutating func add(_ more: Int64, to key: Int64) { set(key, to: (self[key] ?? 0) + more) }
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
