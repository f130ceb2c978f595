internal import AdDecider
import AdSession

/// The state of the simulated SDK.
struct SDKState {
  /// All ads of this process, oldest first.
  var ads: [SimulatedAd] = []
  var requestsSoFar = 0
  var adsSoFar = 0
  var adapterLoadsSoFar = 0
  /// The error code of every call of present during a storm of failures, and the end of the storm.
  var storm: (code: Int64, until: Int64)?
  /// What fails with a configuration error until the configuration changes.
  var broken: [Misconfiguration] = []
  /// The configuration errors of an app under test at any time.
  var misconfigurations: [Misconfiguration] = []

  /// The number of impressions in a row without revenue, of ads with a handler.
  var unpaid = 0

  /// The last load of each placement.
  var lastLoads: [Placement: SimulatedLoad] = [:]

  /// The probability of a failure, in a process with failing loads.
  var failureRate = 0.25
  var adapterBugs: AdapterBugs = []

  /// The ad with a name; nil if this process never loaded it.
  func ad(_ name: Symbol) -> SimulatedAd? { ads.last { $0.name == name } }

  /// The full-screen ads on the screen, oldest first.
  var up: [SimulatedAd] { ads.filter(\.isUp) }

  /// Notes the answer to a load, unless a later load of the placement waits for its own.
  mutating func answer(_ load: LoadInProgress, _ outcome: SimulatedLoad.Outcome) {
    guard let last = lastLoads[load.placement] else { return }
    if last.name == load.name || last.outcome != .open {
      lastLoads[load.placement]?.outcome = outcome
    }
  }
}

/// A configuration error of a unit, in all windows or in those of one size.
struct Misconfiguration {
  let unit: Symbol
  let code: Int64
  /// The size of the windows that it concerns; nil if it concerns all.
  let size: WindowSize?

  /// The error code of a size that a network does not support.
  static let invalidSize: Int64 = 10

  init(_ placement: Placement, _ code: Int64, size: WindowSize?) {
    (unit, self.code) = (placement.unit, code)
    self.size = code == Self.invalidSize ? size : nil
  }

  /// Whether a request of a unit in a window of a size has the error.
  func concerns(_ unit: Symbol, _ window: WindowSize?) -> Bool {
    self.unit == unit && (size == nil || size == window)
  }
}

/// The last load of a placement, and what became of it.
struct SimulatedLoad {
  /// What the SDK answered to a load.
  enum Outcome: Equatable {
    case open, delivered
    /// With an error code.
    case failed(Int64)
  }

  let name: Symbol
  var outcome = Outcome.open
}

/// An ad object of the simulated SDK.
final class SimulatedAd {
  let name: Symbol
  let placement: Placement
  let request: Symbol
  let loadedAt: Int64
  /// The window for which the ad was loaded, with its size at that time.
  let window: SceneWindow?
  /// The adapter that delivered the ad; nil for the network of the SDK.
  var adapter: SimulatedAdapterCall?
  var hasDelegate = false
  var hasPaidHandler = false
  var isPresented = false
  /// The time of the last call of present, in milliseconds of the world; 0 before.
  var presentedAt: Int64 = 0
  var isUp = false
  var isGone = false
  var hasExpired = false
  var isDiscarded = false
  var hasImpression = false
  var isPaid = false
  var isVisible = false
  var isRendered = false
  var isUntracked = false
  /// The number of clicks so far.
  var clicks = 0
  /// When it was clicked last, in milliseconds of the world; nil before.
  var lastClick: Int64?
  /// The scene in which the ad was presented.
  var shownScene = Symbol.absent

  init(name: Symbol, placement: Placement, request: Symbol, loadedAt: Int64, window: SceneWindow?) {
    self.name = name
    self.placement = placement
    self.request = request
    self.loadedAt = loadedAt
    self.window = window
  }
}

/// A call of a mediation adapter, with the capabilities of the adapter.
struct SimulatedAdapterCall {
  var load: Symbol
  var adapter: Symbol
  var handlesImpressions = false
  var handlesClicks = false
  var hasVideo = false
  var wantsImageURLs: Bool?
}
