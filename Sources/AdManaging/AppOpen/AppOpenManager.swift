package import AdRecording
package import AdDecider
internal import AdSession

/// An app-open manager: follows a recorder, decides with `Decider`, and acts through a presenter.
///
/// It updates after every record, whatever its source: life cycle, consent, SDK callbacks, other
/// ads. If the record comes from the main thread, it updates at once. A session that it drives
/// violates no rule of the ad manager, whatever device, user and SDK do. The thresholds are those
/// of the recorder's policy; a limit without a value there (daily cap, shortest absence, first
/// launches) does not exist.
///
/// If several managers follow one recorder, only the oldest acts. When it is released, the next one
/// acts, which also knows the session from its beginning. A manager that was asked to ``retire()``
/// remains until its ad is dismissed.
@MainActor
package final class AppOpenManager {
  private let recorder: SessionRecorder
  private let main: MainThread
  private let trace: Trace
  private let unit: String
  private let unitSymbol: Symbol
  private var decider: Decider
  private var ledger: ShowLedger
  private var scenes = OpenScenes()
  private var loads = ManagedLoads()
  /// The number of windows that the session has recorded.
  private var windows = 0
  /// The open windows of this manager; other windows belong to the app.
  private var ownWindows: [Symbol] = []
  private var follower: RecordFeed.Follower?
  /// The number of events read so far.
  private var seen = 0
  private weak var presenter: (any AppOpenAdPresenter)?
  /// Whether the manager starts nothing new.
  private var isRetiring = false
  /// Keeps this manager and its presenter alive until the shown ad is dismissed.
  private var selfUntilRetired: (AppOpenManager, any AppOpenAdPresenter)?
  /// Whether a decision is being performed; records are then only read.
  private var isDeciding = false
  /// The `t` of the next scheduled update; `nil` if there is none.
  private var scheduledUpdate: Int64?

  /// Starts to follow a recorder.
  ///
  /// Returns `nil` if the recorder has already dropped records that the manager would need.
  ///
  /// - Parameters:
  ///   - unit: The ad unit ID.
  ///   - profile: The kind of manager.
  ///   - store: The store of app-open shows of all sessions.
  package init?(
    _ recorder: SessionRecorder, unit: String, profile: DeciderProfile, store: ShowStore,
    main: MainThread
  ) {
    self.recorder = recorder
    self.main = main
    self.unit = unit
    trace = recorder.followedTrace
    unitSymbol = trace.symbols.intern(unit)
    ledger = ShowLedger(store, main, session: trace)
    decider = Decider(profile, trace: trace, shownBefore: ledger.before)
    follower = recorder.feed.follow { [weak self] in
      if main.isCurrent() {
        MainActor.assumeIsolated { self?.update() }
      } else {
        main.enqueue { self?.update() }
      }
    }
    if follower == nil { return nil }
  }

  /// Whether this manager acts: no older one follows the recorder.
  package var isActing: Bool { follower?.isFirst == true }

  /// Starts to decide and to act through a presenter, which is not retained.
  package func start(by presenter: any AppOpenAdPresenter) {
    self.presenter = presenter
    update()
  }

  /// Stops the manager from starting anything new.
  ///
  /// A shown ad and its window stay until the user closes the ad. Until then the manager and its
  /// presenter stay alive.
  package func retire() {
    isRetiring = true
    if let presenter { selfUntilRetired = (self, presenter) }
    update()
    if !isActing { selfUntilRetired = nil }
  }

  /// Reports that an ad of ``AppOpenAdPresenter/load(_:)`` can be presented from now on.
  package func adDidBecomeAvailable(_ ad: String) {
    loads.didReceive(trace.symbols.intern(ad))
    update()
  }

  /// Reports that the content under the loading screen of a scene is ready.
  package func contentIsReady(in scene: String?) {
    readEvents()
    decider.offer(.contentReady(scene: symbol(scene)))
    decide()
  }

  /// Returns why no ad would be shown on a return now, as a reason of `ad.show_decided`; `nil` if
  /// one would.
  package func reasonToSkip(in scene: String?) -> String? {
    readEvents()
    let placement = Placement(unit: unitSymbol, format: .appOpen, scene: symbol(scene))
    let now = Instant(recorder.moment)
    guard case .skip(let skip) = decider.consider(placement, trigger: .foreground, at: now) else {
      return nil
    }
    return skip.reason.text
  }

  private func update() {
    readEvents()
    decide()
  }

  /// Reads the records since the last call.
  private func readEvents() {
    recorder.feed.move(to: trace)
    let news = trace.events[seen...]
    for event in news {
      scenes.observe(event)
      loads.observe(event, unit: unitSymbol)
      if event.kind == .windowShown { windows += 1 }
      if loads.isForeign(event, unit: unitSymbol) { decider.markForeign(event.ad) }
    }
    seen = trace.events.count
    decider.receive()
    if news.contains(where: { $0.kind == .appBecameActive }), ledger.retryReading(trace) {
      decider.setShownBefore(ledger.before)
    }
    ledger.keep(decider.session.state.shows, trace)
    while let scene = scenes.next() {
      decider.open(Placement(unit: unitSymbol, format: .appOpen, scene: scene))
    }
  }

  private func decide() {
    guard !isDeciding, presenter != nil, isActing else { return }
    isDeciding = true
    defer { isDeciding = false }
    while isRetiring || !loads.isAwaitingAd {
      // All earlier records are read, and no later record can precede those of the decision.
      let now = recorder.hold()
      defer { recorder.letGo() }
      readEvents()
      let decision =
        isRetiring
        ? decider.nextWhileRetiring(at: Instant(now)) : decider.next(at: Instant(now))
      recorder.letGo(after: decision?.lastRecordAtItsTime)
      guard let decision, perform(decision) else { break }
    }
    if isRetiring, !decider.isUp(unitSymbol) { selfUntilRetired = nil } else { scheduleUpdate() }
  }

  /// Schedules an update at the decider's deadline.
  ///
  /// There is no deadline in the background, where the next system event leads to an update.
  private func scheduleUpdate() {
    guard let deadline = decider.deadline, scheduledUpdate.map({ deadline < $0 }) ?? true else {
      return
    }
    scheduledUpdate = deadline
    main.after(max(1, deadline - recorder.moment.t)) { [weak self] in
      guard let self else { return }
      if scheduledUpdate == deadline { scheduledUpdate = nil }
      update()
    }
  }
}

// Performing decisions.
extension AppOpenManager {
  /// Performs a decision; returns false if that was not possible and must not be repeated at once.
  private func perform(_ decision: Decision) -> Bool {
    guard let presenter else { return false }
    switch decision {
    case .request(let request): load(request, presenter)
    case .show(let show): present(show, presenter)
    case .skip(let skip): record(skip)
    case .discard(let ad, let reason): presenter.discard(text(ad), .init(reason) ?? .other)
    case .checkFit(let ad, let scene): presenter.checkFit(of: text(ad), in: text(scene))
    case .openWindow(let scene): return openWindow(in: name(scene), presenter)
    case .closeWindow(let window): closeWindow(window, presenter)
    case .closeSplash(let scene):
      recorder.record(.splashFinished(scene: name(scene)))
      presenter.closeSplash(in: name(scene))
    // The presenter sets delegate and handler itself; the other decisions concern other formats.
    case .setDelegate, .setPaidHandler, .grant, .fillView: break
    }
    return true
  }

  private func load(_ request: RequestDecision, _ presenter: any AppOpenAdPresenter) {
    loads.isRequesting = true
    presenter.load(
      AppOpenRequest(
        unit: unit, scene: name(request.placement.scene), reason: .init(request.reason),
        orientation: .init(request.orientation)))
    readEvents()
    loads.isRequesting = false
  }

  private func present(_ show: ShowDecision, _ presenter: any AppOpenAdPresenter) {
    let ad = text(show.ad)
    let presentation = AppOpenPresentation(
      scene: name(show.placement.scene), trigger: .init(show.trigger),
      orientation: .init(show.orientation))
    recorder.record(
      .adShowDecided(
        unit: unit, format: .appOpen, outcome: .show, reason: .ready, ad: ad,
        scene: presentation.scene, remaining: show.remaining.map { Int($0) },
        trigger: presentation.trigger))
    presenter.present(ad, as: presentation)
  }

  private func record(_ skip: SkipDecision) {
    recorder.record(
      .adShowDecided(
        unit: unit, format: .appOpen, outcome: .skip, reason: .init(skip.reason),
        scene: name(skip.placement.scene), remaining: skip.remaining.map { Int($0) },
        trigger: .init(skip.trigger)))
  }

  private func openWindow(in scene: String?, _ presenter: any AppOpenAdPresenter) -> Bool {
    let name = "app-open-\(windows + 1)"
    guard let level = presenter.openWindow(name, in: scene) else { return false }
    ownWindows.append(trace.symbols.intern(name))
    recorder.record(.windowShown(window: name, scene: scene, level: level))
    return true
  }

  private func closeWindow(_ window: Symbol, _ presenter: any AppOpenAdPresenter) {
    guard let own = ownWindows.firstIndex(of: window) else { return }
    ownWindows.remove(at: own)
    presenter.closeWindow(text(window))
    recorder.record(.windowClosed(window: text(window)))
  }

  private func text(_ symbol: Symbol) -> String { trace.symbols.text(symbol) }

  private func name(_ symbol: Symbol) -> String? { symbol.isPresent ? text(symbol) : nil }

  private func symbol(_ name: String?) -> Symbol {
    name.map { trace.symbols.intern($0) } ?? .absent
  }
}

extension Decision {
  /// The last record that has the time of the decision; `nil` if all records have their own times.
  ///
  /// So an ad that is fresh when the decision is made is fresh in the journal, too.
  fileprivate var lastRecordAtItsTime: EventKind? {
    switch self {
    case .show: .adPresentRequested
    case .skip: .adShowDecided
    default: nil
    }
  }
}

extension Instant {
  fileprivate init(_ moment: RecordMoment) {
    self.init(t: moment.t, wall: moment.wallMilliseconds)
  }
}
