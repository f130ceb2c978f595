internal import AdSession

/// The life cycles of all ads of a session, ordered by their start.
///
/// Every stage ends at a gap, because the state after it is unknown.
struct AdLives {
  private(set) var all: [AdLife] = []
  /// The index of the life of each event; nil for an event without an ad, or with an unknown one.
  private(set) var ofEvent: [Int?] = []
  private var ofRequest: [Symbol: Int] = [:]
  private var ofAd: [Symbol: Int] = [:]
  private var ofLoad: [Symbol: Int] = [:]
  /// The indexes of the lives whose stage may be open.
  private var open: [Int] = []

  init(_ trace: Trace) {
    ofEvent.reserveCapacity(trace.events.count)
    var gaps = trace.gaps[...]
    for (index, event) in trace.events.enumerated() {
      while let gap = gaps.first, gap.position <= index {
        closeAll(at: max(0, index - 1), .gap)
        gaps.removeFirst()
      }
      ofEvent.append(take(event, index))
    }
    closeAll(at: max(0, trace.events.count - 1), gaps.isEmpty ? .open : .gap)
  }

  private mutating func closeAll(at index: Int, _ ending: AdLife.Ending) {
    for life in open { all[life].close(at: index, ending) }
    open.removeAll(keepingCapacity: true)
  }

  /// Applies an event and returns the index of its life.
  private mutating func take(_ event: Event, _ index: Int) -> Int? {
    let known = life(of: event)
    switch event.kind {
    case .adRequested: return begin(event, .loading, index)
    case .adLoaded: return load(event, index)
    case .adFailedToLoad:
      if let known, !all[known].ad.isPresent {
        all[known].finish(at: index, failure: event.errorCode)
      }
    case .adWillPresent where isFullScreen(event, known), .viewAppeared, .nativeRendered:
      return show(event, known, index)
    case .adDismissed where isFullScreen(event, known),
      .adFailedToPresent where isFullScreen(event, known), .adDiscarded:
      if let known { all[known].finish(at: index) }
    case .viewHidden, .nativeUntracked: change(known, from: .showing, to: .ready, index)
    case .adExpired: change(known, from: .ready, to: .expired, index)
    case .adapterLoadCalled: ofLoad[event.load] = known
    default: break
    }
    return known
  }

  private func life(of event: Event) -> Int? {
    if event.ad.isPresent, let life = ofAd[event.ad] { return life }
    if event.request.isPresent, let life = ofRequest[event.request] { return life }
    return event.load.isPresent ? ofLoad[event.load] : nil
  }

  private func isFullScreen(_ event: Event, _ life: Int?) -> Bool {
    (event.format == .absent ? life.map { all[$0].format } ?? .absent : event.format).isFullScreen
  }

  private mutating func begin(_ event: Event, _ stage: AdLife.Stage, _ index: Int) -> Int {
    let life = all.count
    all.append(AdLife(event, stage, at: index))
    open.append(life)
    if event.request.isPresent, stage == .loading { ofRequest[event.request] = life }
    if event.ad.isPresent { ofAd[event.ad] = life }
    return life
  }

  private mutating func load(_ event: Event, _ index: Int) -> Int {
    if let known = ofAd[event.ad], all[known].request == event.request { return known }
    guard let life = ofRequest[event.request], !all[life].ad.isPresent, !all[life].isOver else {
      return begin(event, .ready, index)
    }
    all[life].name(event)
    ofAd[event.ad] = life
    change(life, to: .ready, index)
    return life
  }

  private mutating func show(_ event: Event, _ known: Int?, _ index: Int) -> Int {
    guard let life = known, !all[life].isOver else { return begin(event, .showing, index) }
    if all[life].stage != .showing { change(life, to: .showing, index) }
    return life
  }

  private mutating func change(
    _ life: Int?, from: AdLife.Stage, to stage: AdLife.Stage, _ index: Int
  ) {
    if let life, all[life].stage == from { change(life, to: stage, index) }
  }

  private mutating func change(_ life: Int, to stage: AdLife.Stage, _ index: Int) {
    all[life].enter(stage, at: index)
    open.append(life)
  }
}
