/// The state of one ad.
public struct AdState: Sendable {
  /// Its name.
  public var ad = Symbol.absent
  /// Its unit, from the first event that names it.
  public var unit = Symbol.absent
  /// Its format, from the first event that names it.
  public var format = Word.absent
  /// The event that named the format.
  public var formatIndex = EventIndex.none
  /// The scene that its `ad.loaded` names, else its `ad.requested`.
  public var scene = Symbol.absent
  /// The scene that it was last shown in.
  public var shownScene = Symbol.absent
  /// The request that delivered it, in ``Session/requests``.
  public var request = OptionalIndex<RequestState>.none
  /// The last adapter load, in ``Session/loads``, that delivered an ad without a name to its
  /// request before it was loaded.
  public var anonymousLoad = OptionalIndex<AdapterLoadState>.none
  /// The adapter load whose last `adapter.completed` named it; absent for none.
  public var completedLoad = Symbol.absent
  /// Its last `native.mapped` without a load.
  public var lastMapped = EventIndex.none
  /// Its slot, in ``Session/slots``; none before it was loaded.
  public var slot = OptionalIndex<SlotState>.none
  /// Its `ad.loaded`.
  public var loadedIndex = EventIndex.none
  /// Its phase.
  public var phase = AdPhase.unknown
  /// Whether its last show is unsure: it can be the content of a click on a show that a gap hides.
  public var hasUnsureShow = false
  /// Its last `ad.dismissed`, or `ad.failed_to_present` that certainly answers no call on screen.
  public var gone = EventIndex.none
  /// The `ad.clicked` since it was last shown.
  public var clickedWhileShown = EventIndex.none
  /// The last `ad.will_present` that is a show or an overlay.
  public var unsureShow = EventIndex.none
  /// The scene in which its presentation is pending.
  public var pendingScene = OptionalIndex<SceneState>.none
  /// The ad with the previous pending presentation in the same scene.
  public var pendingBefore = OptionalIndex<AdState>.none
  /// The ad with the next pending presentation in the same scene.
  public var pendingAfter = OptionalIndex<AdState>.none
}

/// The phases of an ad's life.
public enum AdPhase: String, CaseIterable, Sendable {
  /// Unknown, because the journal has no `ad.loaded`.
  case unknown
  /// Loaded and not presented.
  case ready
  /// The app called present; the SDK has not answered.
  case presenting
  /// On screen.
  case showing
  /// Its dismissal began.
  case dismissing
  /// Gone from the screen.
  case dismissed
  /// It could not be shown.
  case failedToPresent
  /// The network reported it as expired.
  case expired
  /// The app discarded it.
  case discarded
}

/// The state of one request.
public struct RequestState: Sendable {
  /// Its name.
  public var request = Symbol.absent
  /// Its `ad.requested`.
  public var requestedIndex = EventIndex.none
  /// Its first completion; none while it is in flight.
  public var completedIndex = EventIndex.none
  /// The `ad.request_abandoned` with which the app gave it up.
  public var abandonedIndex = EventIndex.none
  /// The number of its `ad.loaded`, including repeated ones.
  public var loadedCount = 0
  /// The number of its failures.
  public var failedCount = 0
  /// Its slot.
  public var slot = OptionalIndex<SlotState>.none
  /// The scene that its `ad.requested` names.
  public var scene = Symbol.absent
  /// The last adapter load that delivered an ad without a name before its ad was loaded.
  public var lastAnonymousLoad = OptionalIndex<AdapterLoadState>.none
}

/// The state of one slot: a unit in a scene.
public struct SlotState: Sendable {
  /// The ad unit.
  public var unit = Symbol.absent
  /// The scene that its first record names; in a session of one scene, others may name another.
  public var scene = Symbol.absent
  /// The format of its first request.
  public var format = Word.absent
  /// The last request that an ad answered; earlier requests are no longer in flight.
  var lastAnswered = EventIndex.none
  /// Requests in flight, oldest first, with completed ones in the middle and timed-out ones.
  var inFlight = OrderedNumbers()
  /// The indexes of the `ad.failed_to_load` since the last `ad.loaded`, oldest first.
  public internal(set) var failures = OrderedNumbers()
  /// Those of ``failures`` that are the first answer to their request.
  package internal(set) var failedLoads = OrderedNumbers()
  /// The last `ad.failed_to_load`.
  public var lastFailure = EventIndex.none
  /// The last `ad.loaded`.
  public var lastLoaded = EventIndex.none
  /// The last `ad.requested`.
  public var lastRequested = EventIndex.none
  /// The last `ad.requested` that was not caused by a resize, new configuration, the user or a
  /// preloader.
  public var lastUnaskedRequest = EventIndex.none
  /// The last `ad.discarded`.
  public var lastDiscarded = EventIndex.none
  /// The last `view_did_appear` request.
  public var lastAppearRequest = EventIndex.none
  /// The last request of reason `resized`.
  public var lastResizeRequest = EventIndex.none
  /// The ads that were loaded and have not been attempted, expired or discarded, oldest first.
  public internal(set) var heldAds = OrderedNumbers()
  /// Its index in ``Session/appOpenHolders``.
  package internal(set) var holderIndex = OptionalIndex<Int32>.none
  /// The last `view.*` event of its ads.
  public var lastView = EventIndex.none
  /// The last `ad.loaded` of a banner.
  public var lastBanner = EventIndex.none
  /// Whether a banner was requested or loaded.
  var hasBanner = false

  /// The first request without completion, in ``Session/requests``; it can have timed out.
  public var firstInFlight: Int? { inFlight.first.map { Int($0) } }
  /// The last request without completion, in ``Session/requests``; it can have timed out.
  public var lastInFlight: Int? { inFlight.last.map { Int($0) } }
}

/// The last records of unknown scene, by what they can be of a slot.
public struct UnsureRecords: Sendable {
  /// The last `ad.requested`.
  public internal(set) var request = EventIndex.none
  /// The last `ad.loaded`.
  public internal(set) var load = EventIndex.none
  /// The last `ad.failed_to_load`.
  public internal(set) var failure = EventIndex.none
  /// The last `ad.discarded`.
  public internal(set) var discard = EventIndex.none
  /// The last `ad.failed_to_present`.
  public internal(set) var refusal = EventIndex.none
  /// The last `view.*`.
  public internal(set) var view = EventIndex.none

  mutating func note(_ kind: EventKind, at index: Int) {
    let index = EventIndex(index)
    switch kind {
    case .adRequested: request = index
    case .adLoaded: load = index
    case .adFailedToLoad: failure = index
    case .adDiscarded: discard = index
    case .adFailedToPresent: refusal = index
    default: view = index
    }
  }
}

/// The state of one ad unit.
public struct UnitState: Sendable {
  /// The ad unit.
  public var unit = Symbol.absent
  /// The first request.
  public var firstRequested = EventIndex.none
  /// The last `ad.loaded`.
  public var lastLoaded = EventIndex.none
  /// The number of its full-screen ads that were loaded and not attempted, expired or discarded.
  public internal(set) var held = 0
  /// The last `ad.failed_to_load`.
  public var lastFailed = EventIndex.none
  /// The last load failure with the cause `configuration`.
  public var configurationFailure = EventIndex.none
  /// The scene that this failure names.
  public var configurationFailureScene = Symbol.absent
  /// Whether it may have named one: a gap can hide its `ad.requested`.
  public var hasUnsureFailureScene = false
  /// The last load failure of undetermined cause that names a scene, or may.
  public var undeterminedFailureInScene = EventIndex.none
  /// The last load failure of undetermined cause that names no scene.
  public var undeterminedFailureInNoScene = EventIndex.none
  /// The last `preload.started` or `preload.stopped`.
  public internal(set) var lastPreloader = EventIndex.none
  /// The last records of the unit whose scene is unknown: they may be of any of its slots.
  public internal(set) var unsure = UnsureRecords()
}

/// The state of one window scene.
public struct SceneState: Sendable {
  /// Its name; absent: the only one.
  public var scene = Symbol.absent
  /// The last `scene.connected` or `scene.resized`.
  public var lastSize = EventIndex.none
  /// The last `scene.connected`.
  public var lastConnected = EventIndex.none
  /// The last `scene.resized`.
  public var lastResized = EventIndex.none
  /// Its `scene.disconnected`.
  public var disconnected = EventIndex.none
  /// The ad that is shown in it, in ``Session/ads``.
  public var shownAd = OptionalIndex<AdState>.none
  /// The last `ad.will_present` in it, except for overlays.
  public var lastShow = EventIndex.none
  /// The `t` of ``lastShow``.
  var lastShowT: Int64 = 0
  /// The last record that shows that no ad covers it: the user acts in the app.
  public var uncovered = EventIndex.none
  /// The last record that shows it only if a gap or an unknown threshold permits.
  public var mayBeUncovered = EventIndex.none
  /// The ad that came up last, in ``Session/ads``, even if it is gone.
  public var upAd = OptionalIndex<AdState>.none
  /// The last show of another ad before it.
  public var shownBefore = EventIndex.none
  /// The first `ad.will_present` of that ad in this scene since it last came up.
  public var upSince = EventIndex.none
  /// The ad with the last pending presentation.
  public var lastPending = OptionalIndex<AdState>.none
  /// The full-screen ads that were loaded for it; ``Session/heldAds(in:atMost:while:)`` returns
  /// those still held.
  var loadedAds = OrderedNumbers()
  /// The slots for whose banners a request or a load was seen.
  public internal(set) var bannerSlots = OrderedNumbers()
  /// The open `splash.began`.
  public var splash = EventIndex.none
  /// The last `splash.finished` of a loading screen that was possibly up.
  public var splashFinished = EventIndex.none
  /// The last `content.shown`.
  public var contentShown = EventIndex.none
  /// The last `window.shown`.
  public var window = EventIndex.none
}

/// The state of one adapter load.
public struct AdapterLoadState: Sendable {
  /// Its name.
  public var load = Symbol.absent
  /// Its `adapter.load_called`.
  public var calledIndex = EventIndex.none
  /// Its first `adapter.completed`.
  public var completedIndex = EventIndex.none
  /// Its first `adapter.completed` with an ad.
  public var deliveredIndex = EventIndex.none
  /// The number of its completions.
  public var completions = 0
  /// The number of its reported impressions.
  public var impressions = 0
  /// The first `adapter.reported(impression)`.
  public var firstImpression = EventIndex.none
  /// Its format.
  public var format = Word.absent
  /// The request that it serves, in ``Session/requests``.
  public var request = OptionalIndex<RequestState>.none
  /// The ad that its completion named.
  public var ad = Symbol.absent
}

/// The possible `native.mapped` of one adapter load.
struct MappedLoad: Sendable {
  /// The load.
  var load = Symbol.absent
  /// Their indexes, rising.
  var indexes = OrderedNumbers()
}

/// A background span, from `app.entered_background` to the next `app.entering_foreground`.
public struct BackgroundSpan: Sendable {
  /// The cause of a background span.
  public enum Cause: Sendable {
    /// The user left the app.
    case real
    /// The screen was locked.
    case lock
    /// A gap hides the cause.
    case unknown
  }

  /// The index of `app.entered_background`.
  public var begin: Int
  /// Its `t`.
  public var beginT: Int64 = 0
  /// The `app.entering_foreground`; if a gap hides it, the first record that shows that the span
  /// ended.
  public var end = EventIndex.none
  /// The `device.locked` that caused it.
  public var lock = EventIndex.none
  /// The cause; final once the span has ended.
  public var cause: Cause
}
