import AdSession

/// What the simulated SDK knows.
struct SDKState {
  /// Every ad of this process, oldest first.
  var ads: [SimulatedAd] = []
  var requestsSoFar = 0
  var adsSoFar = 0
  var adapterLoadsSoFar = 0
  /// The code with which every call of present fails for a while, and until when.
  var storm: (code: Int64, until: Int64)?
  /// The configuration codes that a unit fails with until the configuration changes.
  var brokenUnits: [(unit: Symbol, code: Int64)] = []

  /// How often a load fails where loads fail.
  var failureRate = 0.25
  /// What is wrong with the adapters.
  var adapterBugs: AdapterBugs = []

  /// The ad of a name; nil: this process never loaded it.
  func ad(_ name: Symbol) -> SimulatedAd? { ads.last { $0.name == name } }

  /// The full-screen ads that are up, oldest first.
  var up: [SimulatedAd] { ads.filter(\.isUp) }
}

/// One ad object of the simulated SDK.
final class SimulatedAd {
  let name: Symbol
  let place: AdPlace
  let request: Symbol
  let loadedAt: Int64
  /// The size of the window that it was made for; nil: there was none.
  let window: SceneWindow?
  /// The adapter that delivered it; nil: the SDK's own network.
  var adapter: AdapterCall?
  var hasDelegate = false
  var hasPaidHandler = false
  var isPresented = false
  var isUp = false
  var isGone = false
  var hasExpired = false
  var isDiscarded = false
  var hasImpression = false
  var isPaid = false
  var isVisible = false
  var isRendered = false
  var isUntracked = false
  /// The scene that it was presented in.
  var shownScene = Symbol.absent

  init(name: Symbol, place: AdPlace, request: Symbol, loadedAt: Int64, window: SceneWindow?) {
    self.name = name
    self.place = place
    self.request = request
    self.loadedAt = loadedAt
    self.window = window
  }
}

/// One call of a mediation adapter, and what the adapter is like.
struct AdapterCall {
  var load: Symbol
  var adapter: Symbol
  var handlesImpressions = false
  var handlesClicks = false
  var hasVideo = false
  var wantsImageURLs: Bool?
}
