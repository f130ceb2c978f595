internal import AdDecider
import AdSession

/// An ad manager as apps write it by hand, with flags, dates and callbacks; it keeps every rule.
///
/// A mutant turns on a typical bug of such managers. The manager updates its state before it calls
/// the world, because callbacks can come inside the call.
final class HandwrittenManager: AdManager {
  unowned let world: World
  let bug: Mutant?
  var slots: [HandwrittenSlot] = []
  var policy = Policy.defaults

  // The app
  var isActive = false
  var isInBackground = false
  var isTerminating = false
  var inactiveTime: Int64 = 0
  var backgroundSince: Int64?
  var wallInBackground: Int64 = 0
  var lockedAt: Int64?
  var suppressions: [Word] = []
  var suppressionEndedAt: Int64?
  var utcOffset: Int64 = 0
  var launchCount: Int64 = 0
  var canRequestAds = false
  var isSDKStarted = false
  var isPromptUp = false
  var isAdFree = false
  var isOffline = false
  var hasContent = false
  /// Whether the main content appeared since the last return that was not an unlock.
  var hasContentSinceReturn = false
  var actions = 0
  var actedAt: Int64?
  var closedScenes: [Symbol] = []
  /// The last return from the background.
  var returning: Return?

  // Presentation
  var presentations: [Presentation] = []
  var presentFailures: [(slot: Int, code: Int64, at: Int64)] = []
  var dismissals: [(ad: Symbol, format: Word, at: Int64)] = []
  var resignedAfterDismissal = true
  var actionsAtInterstitial: Int?
  var lastRemaining: (value: Int64, day: Int64, cap: Int64)?
  var granted: [Symbol] = []
  var owed: [(ad: Symbol, type: Symbol, amount: Double)] = []
  /// The ads that were ever loaded.
  var seen: [Symbol] = []
  /// The requests that the loading screen gave up.
  var abandoned: [Symbol] = []
  /// When the ads of such requests were loaded.
  var lateLoads: [(ad: Symbol, at: Int64)] = []
  let wallAtStart: Int64
  var window: Symbol?

  // Splash
  var splashBeganAt: Int64?
  var formSince: Int64?
  var formTime: Int64 = 0
  var shownOnSplash: [Symbol] = []
  var isContentReady = false

  /// A return from the background.
  struct Return {
    var isLock: Bool
    var away: Int64
    var at: Int64
    var isDecided = false
  }

  init(_ world: World, bug: Mutant? = nil) {
    self.world = world
    self.bug = bug
    wallAtStart = world.wall
  }

  /// Whether the manager has a bug.
  func has(_ mutant: Mutant) -> Bool { bug == mutant }

  /// Milliseconds since the process began, without the time in the background; used for deadlines.
  var activeNow: Int64 {
    world.now - inactiveTime - (backgroundSince.map { world.now - $0 } ?? 0)
  }

  func limit(_ key: PolicyKey) -> Int64 { policy.milliseconds(key) ?? 0 }

  /// The local day now, as days since 1970-01-01.
  var today: Int64 { WallClock.localDay(world.wall, utcOffsetMinutes: utcOffset) }

  func wantsToShow(_ placement: Placement, trigger: Word, in world: World) {
    if isTerminating { return }
    let slot = slotNumber(placement)
    if placement.format.isFullScreen {
      tryToShow(slot, trigger: trigger)
    } else {
      showInFeed(slot)
    }
  }

  func viewAppeared(_ placement: Placement, in world: World) {
    let slot = slotNumber(placement)
    if slots[slot].hasAppeared && !has(.requestOnEveryAppearance) { return showInFeed(slot) }
    slots[slot].hasAppeared = true
    let isRepeated = has(.requestOnEveryAppearance)
    request(slot, isRepeated || slots[slot].failures == 0 ? .viewDidAppear : .retry)
  }

  func contentIsReady(in world: World) {
    isContentReady = true
    leaveSplashIfDone()
  }

  func slotNumber(_ placement: Placement) -> Int {
    if let number = slots.firstIndex(where: { $0.placement == placement }) { return number }
    slots.append(HandwrittenSlot(placement: placement))
    return slots.count - 1
  }

  func slotNumber(unit: Symbol, scene: Symbol) -> Int? {
    slots.firstIndex { $0.placement.unit == unit && $0.placement.scene == scene }
  }
}

/// The state of the manager for one placement.
struct HandwrittenSlot {
  let placement: Placement
  /// The current load, and its beginning in ``HandwrittenManager/activeNow``.
  var loading: (request: Symbol, since: Int64)?
  /// The orientations of the last requests.
  var asked: [(request: Symbol, orientation: Word)] = []
  var ready: [ReadyAd] = []
  var failures = 0
  var failedAt: Int64 = 0
  var isMisconfigured = false
  var hasAppeared = false
  /// The ad that the placement shows in a feed.
  var inFeed: Symbol?
  var sawImpression = false
  /// The width of the last request.
  var width: Int64?
  /// The last known width of the window.
  var windowWidth: Int64?
  var timers = 0
  var firstLoadedAt: Int64?
  var droppedStaleAd = false
  var inFeedLoadedAt: Int64 = 0
  /// The number of requests since the connection was lost, other than those for the user.
  var offlineRequests: Int64 = 0
}

/// An ad that is ready to be shown.
struct ReadyAd {
  var ad: Symbol
  var loadedAt: Int64
  var orientation: Word
}

/// An ad whose presentation was requested.
struct Presentation {
  enum Stage { case pending, up }

  var ad: Symbol
  var slot: Int
  var scene: Symbol
  var stage = Stage.pending
  /// The beginning of the stage, in ``HandwrittenManager/activeNow``.
  var since: Int64
  var wasClicked = false
}
