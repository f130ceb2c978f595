/// What is known of one ad.
public struct AdState: Sendable {
  /// Its name.
  public var ad = Symbol.absent
  /// Its unit, from the first event that says it.
  public var unit = Symbol.absent
  /// Its format, from the first event that says it.
  public var format = Word.absent
  /// The index of the event that said the format; -1 where none did.
  public var formatIndex = -1
  /// Its scene: that of its `ad.loaded`, else of its `ad.requested`.
  public var scene = Symbol.absent
  /// Its scene is unknown: its `ad.requested`, which could name one, may lie in a gap.
  public var isSceneUncertain = false
  /// The scene that it was last shown in.
  public var shownScene = Symbol.absent
  /// The request that delivered it, as a number of ``Session/requests``; -1 where unknown.
  public var request = -1
  /// The last load of its request that had delivered an ad without a name when it was loaded, as a
  /// number of ``Session/loads``; -1 for none.
  public var anonymousLoad = -1
  /// The adapter's load whose last `adapter.completed` named it; absent for none.
  public var completedLoad = Symbol.absent
  /// The index of its last `native.mapped` without a load; -1 for none.
  public var lastMapped = -1
  /// The slot that holds it, as a number of ``Session/slots``; -1 before it was loaded.
  public var slot = -1
  /// The index of its `ad.loaded` (its birth); -1 where none was seen.
  public var loadedIndex = -1
  /// Where it is in its life.
  public var phase = AdPhase.unknown
  /// Whether its last show may have been the content of an interaction, which a gap hides.
  public var hasUncertainShow = false
  /// The index of the `ad.clicked` since it was last shown; -1 for none.
  public var clickedWhileShown = -1
  /// The index of the last `ad.will_present` of which it cannot be told whether it is an overlay.
  public var vagueShow = -1
  /// The scene in which it waits for the answer to a call of present; -1 while it does not wait.
  public var pendingScene = -1
  /// The ad that was asked to show before it in the same scene and waits as well; -1 for none.
  public var pendingBefore = -1
  /// The ad that was asked to show after it in the same scene and waits as well; -1 for none.
  public var pendingAfter = -1
}

/// The phases of an ad's life.
public enum AdPhase: String, CaseIterable, Sendable {
  /// Nothing is known: no `ad.loaded` was seen.
  case unknown
  /// Loaded, and not asked to show.
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
  /// The network took it back.
  case expired
  /// The app let go of it.
  case discarded
}

/// What is known of one request.
public struct RequestState: Sendable {
  /// Its name.
  public var request = Symbol.absent
  /// The index of its `ad.requested`; -1 where none was seen.
  public var requestedIndex = -1
  /// The index of its first completion; -1 while it is in flight.
  public var completedIndex = -1
  /// How often it delivered, counting an ad that came twice twice.
  public var loadedCount = 0
  /// How often it failed.
  public var failedCount = 0
  /// Its slot.
  public var slot = -1
  /// The index of the last `adapter.completed` with an ad and no name, before its ad was loaded.
  public var lastAnonymousLoad = -1
}

/// What is known of one slot: a unit in a scene.
public struct SlotState: Sendable {
  /// The ad unit.
  public var unit = Symbol.absent
  /// The scene; absent: the only one.
  public var scene = Symbol.absent
  /// The format of its first request.
  public var format = Word.absent
  /// The requests without completion, oldest first; those that timed out are still among them.
  public internal(set) var inFlight = OrderedNumbers()
  /// The indexes of the `ad.failed_to_load` since the last `ad.loaded`, oldest first.
  public internal(set) var failures = OrderedNumbers()
  /// The index of the last `ad.failed_to_load`; -1 for none.
  public var lastFailure = -1
  /// The index of the last `ad.loaded`; -1 for none.
  public var lastLoaded = -1
  /// The index of the last `ad.requested`; -1 for none.
  public var lastRequested = -1
  /// The index of the last `ad.requested` that no resize, new configuration or user asked for; -1
  /// for none.
  public var lastUnaskedRequest = -1
  /// The index of the last `ad.discarded` that certainly is of the slot; -1 for none.
  public var lastDiscarded = -1
  /// The index of the last `view_did_appear` request; -1 for none.
  public var lastAppearRequest = -1
  /// The index of the last request of reason `resized`; -1 for none.
  public var lastResizeRequest = -1
  /// The ads that were loaded and have not been attempted, expired or discarded, oldest first.
  public internal(set) var heldAds = OrderedNumbers()
  /// Where it stands in ``Session/appOpenHolders``; -1 where it does not.
  package internal(set) var holderPlace = -1
  /// The index of the last `view.*` event of its ads; -1 for none.
  public var lastView = -1
  /// The index of the last `ad.loaded` of a banner; -1 for none.
  public var lastBanner = -1
}

/// What is known of one ad unit.
public struct UnitState: Sendable {
  /// The ad unit.
  public var unit = Symbol.absent
  /// The index of the first request; -1 for none.
  public var firstRequested = -1
  /// The index of the last `ad.loaded`; -1 for none.
  public var lastLoaded = -1
  /// The index of the last load failure with a configuration code; -1 for none.
  public var configurationFailure = -1
  /// The scene of the load that failed so.
  public var configurationFailureScene = Symbol.absent
  /// That scene is unknown: the record that could name it may lie in a gap.
  public var isConfigurationFailureVague = false
  /// The index of the last `ad.loaded` of an ad whose scene only a lost record could tell; -1 for none.
  public var lastVagueLoad = -1
  /// The index of the last such `ad.failed_to_load`; -1 for none.
  public var lastVagueFailure = -1
  /// The index of the last `ad.discarded` of such an ad; -1 for none.
  public var lastVagueDiscard = -1
  /// The index of the last `view.*` event of the unit in an unknown scene; -1 for none.
  public var lastVagueView = -1
}

/// What is known of one window scene.
public struct SceneState: Sendable {
  /// Its name; absent: the only one.
  public var scene = Symbol.absent
  /// The index of the last `scene.connected` or `scene.resized`; -1 for none.
  public var lastSize = -1
  /// The index of the last `scene.connected`; -1 for none.
  public var lastConnected = -1
  /// The index of the last `scene.resized`; -1 for none.
  public var lastResized = -1
  /// The index of its `scene.disconnected`; -1 while it is open.
  public var disconnected = -1
  /// The ad that is shown in it, as a number of ``Session/ads``; -1 for none.
  public var shownAd = -1
  /// The index of the last `ad.will_present` in it, overlays left out; -1 for none.
  public var lastShow = -1
  /// The index of the last show of an ad that was certainly in this scene; -1 for none.
  public var lastCertainShow = -1
  /// The ad that came up in it last, as a number of ``Session/ads``, whether or not it is gone; -1
  /// for none.
  public var upAd = -1
  /// The index of the first `ad.will_present` of that ad here since it was gone or another was up.
  public var upSince = -1
  /// The ad that was last asked to show here and got no answer yet; -1 for none.
  public var lastPending = -1
  /// The full-screen ads that were loaded for it; ``Session/heldAds(in:)`` says which are left.
  var loadedAds = OrderedNumbers()
  /// How many of them were left when it was looked through last.
  var keptAds = 0
  /// The slots that a banner was loaded in for it.
  public internal(set) var bannerSlots = OrderedNumbers()
  /// The index of the open `splash.began`; -1 for none.
  public var splash = -1
  /// The index of the last `splash.finished` of a loading screen that was, or may have been, up; -1 for
  /// none.
  public var splashFinished = -1
  /// The index of the last `content.shown`; -1 for none.
  public var contentShown = -1
  /// The index of the window that is up; -1 for none.
  public var window = -1
}

/// What is known of one call of an adapter.
public struct AdapterLoadState: Sendable {
  /// Its name.
  public var load = Symbol.absent
  /// The index of its `adapter.load_called`; -1 where none was seen.
  public var calledIndex = -1
  /// The index of its first `adapter.completed`; -1 for none.
  public var completedIndex = -1
  /// The index of its first `adapter.completed` with an ad; -1 for none.
  public var deliveredIndex = -1
  /// How often it completed.
  public var completions = 0
  /// How often it reported an impression.
  public var impressions = 0
  /// The index of the first `adapter.reported(impression)`; -1 for none.
  public var firstImpression = -1
  /// Its format.
  public var format = Word.absent
  /// The request that it serves, as a number of ``Session/requests``; -1 where unknown.
  public var request = -1
  /// The ad that its completion named.
  public var ad = Symbol.absent
}

/// The `native.mapped` that may be of one adapter's load.
struct MappedLoad: Sendable {
  /// The load.
  var load = Symbol.absent
  /// Their indexes, rising.
  var indexes = OrderedNumbers()
}

/// A stay in the background: from `app.entered_background` to the next `app.entering_foreground`.
public struct BackgroundSpan: Sendable {
  /// What caused it.
  public enum Cause: Sendable {
    /// The user left the app.
    case real
    /// The screen was locked.
    case lock
    /// A gap hides which.
    case unknown
  }

  /// The index of `app.entered_background`.
  public var begin: Int
  /// Its `t`.
  public var beginT: Int64 = 0
  /// The index of `app.entering_foreground`, or of the record after a gap that shows that the gap
  /// hides it; -1 while it lasts.
  public var end = -1
  /// The index of the `device.locked` that caused it; -1 for none.
  public var lock = -1
  /// What caused it; final once it has ended.
  public var cause: Cause
}
