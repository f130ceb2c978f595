/// The app's life cycle so far.
public struct AppState: Sendable {
  /// The phases that the notifications tell apart.
  public enum Phase: String, CaseIterable, Sendable {
    /// Nothing was said yet.
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
  /// The index of the first `app.launched`; -1 for none.
  public var launched = -1
  /// The index of the last `app.launched`; -1 for none.
  public var lastLaunched = -1
  /// Whether the first `app.launched` was cold; nil where there was none.
  public var isCold: Bool?
  /// The index of the last `app.became_active`; -1 for none.
  public var becameActive = -1
  /// The index of the last `app.resigned_active`; -1 for none.
  public var resignedActive = -1
  /// The index of the last `app.entered_background`; -1 for none.
  public var enteredBackground = -1
  /// The index of the last `app.entering_foreground`; -1 for none.
  public var enteringForeground = -1
  /// The index of the first `app.terminating`; -1 for none.
  public var terminating = -1
  /// The index of the last `device.locked`; -1 for none.
  public var locked = -1
  /// The stays in the background that have begun, oldest first.
  public internal(set) var spans = Table<BackgroundSpan>()
  /// The numbers in ``spans`` of those that ended and are real, oldest first.
  public var realReturns: [Int32] = []
  /// The numbers in ``spans`` of those that ended and that no lock certainly caused, oldest first.
  public var possibleReturns: [Int32] = []
  /// The index of the last `app.entering_foreground` of a span whose cause a gap hides, or of the
  /// first record after the gap that hides it; -1: none.
  public var unknownReturn = -1
  /// How many `app.entering_foreground` there were from spans whose beginning a gap hides.
  public var hiddenReturns = 0
  /// How many of ``possibleReturns`` a gap hides.
  public var lostReturns = 0
  /// The index at which the launch span ended; -1 while it lasts.
  public var launchEnded = -1

  /// The stay in the background that lasts; nil in the foreground.
  public var openSpan: BackgroundSpan? { spans.last.flatMap { $0.end < 0 ? $0 : nil } }

  /// The last stay in the background that ended; nil: there was none.
  public var lastEndedSpan: BackgroundSpan? {
    spans.last(where: { $0.end >= 0 })
  }

  /// The last return from a span that was certainly real: its span; nil: there was none.
  public var lastRealReturn: BackgroundSpan? { realReturns.last.map { spans[Int($0)] } }

  /// Forgets everything and keeps the memory of the lists.
  mutating func clear() {
    spans.removeAll()
    realReturns.forget()
    possibleReturns.forget()
    // Exchanged, not copied: nothing counts a reference.
    var fresh = AppState()
    swap(&fresh.spans, &spans)
    swap(&fresh.realReturns, &realReturns)
    swap(&fresh.possibleReturns, &possibleReturns)
    self = fresh
  }
}

/// What was on the app's screens, apart from ads.
public struct ScreenState: Sendable {
  /// The index of the last `splash.began`; -1 for none.
  public var splashBegan = -1
  /// The index of the last `splash.finished`; -1 for none.
  public var splashFinished = -1
  /// The index of the last `content.shown`; -1 for none.
  public var contentShown = -1
  /// The index of the last `user.acted`; -1 for none.
  public var userActed = -1
  /// How often the user acted.
  public var actions = 0
  /// The open suppressions: why (with its text, where it is not listed), and the index at which each
  /// began; -1 for one in place of those that are too many.
  public var openSuppressions: [(why: Word, text: Symbol, began: Int)] = []
  /// The index of the last `suppression.ended`; -1 for none.
  public var suppressionEnded = -1
  /// The index of the first `scene.connected`; -1 for none.
  public var firstSceneConnected = -1
  /// The windows of the ad module that are up: the index of `window.shown` by name.
  public var openWindows: [Symbol: Int] = [:]
  /// The loading screens that began, oldest first, those behind the last that is up left out: number
  /// of the scene and index of `splash.began`.
  var splashes = Table<(scene: Int, began: Int)>()

  /// The index of the youngest `splash.began` whose loading screen is up; nil: none is.
  public var openSplash: Int? { splashes.last?.began }

  /// Forgets everything and keeps the memory of the list that most sessions have.
  mutating func clear() {
    splashes.removeAll()
    if !openSuppressions.isEmpty { openSuppressions = [] }
    if !openWindows.isEmpty { openWindows = [:] }
    splashBegan = -1
    splashFinished = -1
    contentShown = -1
    userActed = -1
    actions = 0
    suppressionEnded = -1
    firstSceneConnected = -1
  }
}

/// Consent, the SDK's start and the forms.
public struct ConsentState: Sendable {
  /// The index of the last `consent.updated`; -1 for none.
  public var updated = -1
  /// Whether the last `consent.updated` allows requests; nil before the first.
  public var canRequestAds: Bool?
  /// The index of the first `sdk.started`; -1 for none.
  public var sdkStarted = -1
  /// The index of the open `consent.form_shown`; -1 for none.
  public var formShown = -1
}

/// What was shown so far, across ads.
public struct ShowState: Sendable {
  /// The indexes of the app-open shows, oldest first.
  public internal(set) var appOpen = Table<Int32>()
  /// The local day of each of ``appOpen``; the least number where the zone was unknown.
  public internal(set) var appOpenDays = Table<Int64>()
  /// How many app-open shows there were on each local day.
  public internal(set) var appOpenByDay = ShortTable<Int64, Int64>()
  /// The index of the last interstitial show; -1 for none.
  public var interstitialShown = -1
  /// Whether each interstitial show since the last dismissal of one may be an overlay of a show that
  /// a gap hides, so that the next one may be the first after it.
  public var mayFollowDismissal = false
  /// The index of the last `ad.dismissed` of an interstitial; -1 for none.
  public var interstitialDismissed = -1
  /// The index of the last `ad.dismissed` of a full-screen ad; -1 for none.
  public var dismissed = -1
  /// The ad of ``dismissed``.
  public var dismissedAd = Symbol.absent
  /// The index of the last `ad.dismissed` of any other full-screen ad than that; -1 for none.
  public var dismissedBefore = -1
  /// The index of the last attempt of an app-open ad; -1 for none.
  public var appOpenAttempt = -1
  /// The index of the last `ad.failed_to_present` of an app-open ad; -1 for none.
  public var appOpenFailure = -1
  /// The last app-open decision with `remaining`; nil: there was none.
  public var capDecision: CapDecision?
  /// The last of them that decided to show; nil: there was none.
  public var capShow: CapDecision?
  /// The indexes of the last decision or attempt of each unit, by number of the unit; attempts are
  /// left out where no other app-open ad lies ready.
  public internal(set) var unitUses = ShortTable<Int, Int>()
  /// The index of the last such attempt that may have been made earlier, in a gap; -1 for none.
  public var uncertainUse = -1

  /// The index of the last `ad.will_present` of which a gap hides in what scene it was, or whether
  /// it was an overlay; -1 for none.
  public var unplacedShow = -1
  /// The ad of ``unplacedShow``.
  public var unplacedAd = Symbol.absent
  /// The index of the last such show of any other ad than that; -1 for none.
  public var unplacedBefore = -1
  /// The index of the last app-open show that may be an overlay of one which a gap hides; -1 for none.
  public var uncertainShow = -1
  /// How many of ``appOpenByDay`` are such shows.
  public internal(set) var uncertainByDay = ShortTable<Int64, Int64>()
  /// The index of the last app-open `ad.will_present` that is no show for all that is seen, and may be
  /// one for all that a gap hides; -1 for none.
  public var vagueShow = -1
  /// The same of interstitials.
  public var vagueInterstitial = -1
  /// How many of ``vagueShow`` there were on each local day.
  public internal(set) var vagueByDay = ShortTable<Int64, Int64>()
  /// The index of the last `ad.present_requested` whose scene a gap hides; -1 for none.
  public var unplacedRequest = -1

  /// Notes an `ad.will_present` of which a gap hides in what scene it was, or whether it was an overlay.
  mutating func noteUnplaced(_ ad: Symbol, at index: Int) {
    if unplacedAd != ad { unplacedBefore = unplacedShow }
    unplacedAd = ad
    unplacedShow = index
  }

  /// The last show of an ad other than this one that is ``unplacedShow`` or came before; -1 for none.
  public func lastUnplaced(ofOtherThan ad: Symbol) -> Int {
    unplacedAd == ad ? unplacedBefore : unplacedShow
  }

  /// The last dismissal of a full-screen ad other than this one; -1 for none.
  public func lastDismissal(ofOtherThan ad: Symbol) -> Int {
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

/// A decision that says how many shows are left today, and under what it was taken.
public struct CapDecision: Sendable {
  /// Its index.
  public var index: Int
  /// Its local day; nil where the zone is unknown.
  public var day: Int64?
  /// The daily cap in force; nil where it is unknown.
  public var cap: Int64?
  /// How many app-open shows the session had before it.
  public var shows: Int
}
