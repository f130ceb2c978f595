package import AdRecording
package import AdDecider
internal import AdSession

/// An app-open manager: follows what a recorder records, decides by ``Decider``, has it done.
///
/// It looks whenever something is recorded, whoever records it, at once where that is the main
/// thread: life cycle, consent, the SDK's answers, other ads. A session that it drives breaks no
/// rule, whatever phone, user and SDK do; what the rules allow is the recorder's policy.
///
/// Of several that follow one recorder, the one that has done so longest acts; when it is gone the next
/// one does, which knows the session from its beginning, too. One that is told to ``leave()`` is gone
/// when its ad is.
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
  private var loads = OwnLoads()
  /// How many windows the session has had.
  private var windows = 0
  /// Those of its own that are up; the app may have others, and takes them down itself.
  private var ownWindows: [Symbol] = []
  private var follower: RecordFeed.Follower?
  /// How many events it has seen.
  private var seen = 0
  private weak var hands: (any AppOpenHands)?
  /// Whether nothing new is begun any more.
  private var isLeaving = false
  /// What stays until the ad is gone that is up: this one and its hands, which nobody else keeps.
  private var stay: (AppOpenManager, any AppOpenHands)?
  /// Whether a decision is being carried out: what is recorded meanwhile is only folded.
  private var isDeciding = false
  /// The `t` of the earliest call back that was asked for; nil: none is.
  private var planned: Int64?

  /// Begins to follow a recorder; nil where it has recorded too much unfollowed for the session to
  /// be known from its beginning.
  ///
  /// - Parameters:
  ///   - unit: The ad unit.
  ///   - profile: What kind of manager it is.
  ///   - store: Where the shows are kept for the sessions to come.
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
        MainActor.assumeIsolated { self?.look() }
      } else {
        main.soon { self?.look() }
      }
    }
    if follower == nil { return nil }
  }

  /// Whether it acts: no other one has followed the recorder for longer.
  package var isFirst: Bool { follower?.isFirst == true }

  /// Begins to act.
  package func start(by hands: any AppOpenHands) {
    self.hands = hands
    look()
  }

  /// Has it begin nothing any more: an ad that is up stays until the user closes it, and a window
  /// as long; until then it stays, too, and so do its hands.
  package func leave() {
    isLeaving = true
    if let hands { stay = (self, hands) }
    look()
    if !isFirst { stay = nil }
  }

  /// An ad of ``AppOpenHands/load(_:)`` can be presented from now on.
  package func got(_ ad: String) {
    loads.got(trace.symbols.intern(ad))
    look()
  }

  /// Nothing but an ad keeps the loading screen of a scene up any more.
  package func contentIsReady(in scene: String?) {
    fold()
    decider.offer(.contentReady(scene: symbol(scene)))
    decide()
  }

  /// What it would do if the app had an occasion now: nil to show, else why not.
  package func reasonToSkip(in scene: String?) -> String? {
    fold()
    let place = Place(unit: unitSymbol, format: .appOpen, scene: symbol(scene))
    let now = Instant(recorder.moment)
    guard case .skip(let skip) = decider.consider(place, trigger: .foreground, at: now) else {
      return nil
    }
    return skip.reason.text
  }

  private func look() {
    fold()
    decide()
  }

  /// Takes what was recorded since the last time.
  private func fold() {
    recorder.feed.move(to: trace)
    let news = trace.events[seen...]
    for event in news {
      scenes.see(event)
      loads.see(event, unit: unitSymbol)
      if event.kind == .windowShown { windows += 1 }
      if loads.areOthers(event, unit: unitSymbol) { decider.leave(event.ad) }
    }
    seen = trace.events.count
    decider.receive()
    if news.contains(where: { $0.kind == .appBecameActive }), ledger.readAgain(trace) {
      decider.know(shownBefore: ledger.before)
    }
    ledger.keep(decider.session.state.shows, trace)
    while let scene = scenes.next() {
      decider.open(Place(unit: unitSymbol, format: .appOpen, scene: scene))
    }
  }

  private func decide() {
    guard !isDeciding, hands != nil, isFirst else { return }
    isDeciding = true
    defer { isDeciding = false }
    while isLeaving || !loads.areAwaited {
      // What others recorded before this moment is folded, and nothing later comes before the act.
      let now = recorder.hold()
      defer { recorder.letGo() }
      fold()
      let decision =
        isLeaving
        ? decider.nextBeforeLeaving(at: Instant(now)) : decider.next(at: Instant(now))
      recorder.letGo(after: decision?.lastOfItsMoment)
      guard let decision, perform(decision) else { break }
    }
    if isLeaving, !decider.isUp(unitSymbol) { stay = nil } else { planCall() }
  }

  /// No clock runs in the background: the next call of the system brings the next look.
  private func planCall() {
    guard let deadline = decider.deadline, planned.map({ deadline < $0 }) ?? true else { return }
    planned = deadline
    main.after(max(1, deadline - recorder.moment.t)) { [weak self] in
      guard let self else { return }
      if planned == deadline { planned = nil }
      look()
    }
  }
}

/// Carrying out.
extension AppOpenManager {
  /// Does what was decided; false where that was not possible and must not be tried again at once.
  private func perform(_ decision: Decision) -> Bool {
    guard let hands else { return false }
    switch decision {
    case .request(let request): load(request, hands)
    case .show(let show): present(show, hands)
    case .skip(let skip): record(skip)
    case .discard(let ad, let reason): hands.drop(text(ad), .init(reason) ?? .other)
    case .checkFit(let ad, let scene): hands.checkFit(of: text(ad), in: text(scene))
    case .openWindow(let scene): return openWindow(in: name(scene), hands)
    case .closeWindow(let window): closeWindow(window, hands)
    case .closeSplash(let scene):
      recorder.record(.splashFinished(scene: name(scene)))
      hands.closeSplash(in: name(scene))
    // The hands set both before they say that they have an ad; the others are of other formats.
    case .setDelegate, .setPaidHandler, .grant, .place: break
    }
    return true
  }

  private func load(_ request: RequestDecision, _ hands: any AppOpenHands) {
    loads.isAsking = true
    hands.load(
      AppOpenRequest(
        unit: unit, scene: name(request.place.scene), reason: .init(request.reason),
        orientation: .init(request.orientation)))
    fold()
    loads.isAsking = false
  }

  private func present(_ show: ShowDecision, _ hands: any AppOpenHands) {
    let ad = text(show.ad)
    let presentation = AppOpenPresentation(
      scene: name(show.place.scene), trigger: .init(show.trigger),
      orientation: .init(show.orientation))
    recorder.record(
      .adShowDecided(
        unit: unit, format: .appOpen, outcome: .show, reason: .ready, ad: ad,
        scene: presentation.scene, remaining: show.remaining.map { Int($0) },
        trigger: presentation.trigger))
    hands.present(ad, as: presentation)
  }

  private func record(_ skip: SkipDecision) {
    recorder.record(
      .adShowDecided(
        unit: unit, format: .appOpen, outcome: .skip, reason: .init(skip.reason),
        scene: name(skip.place.scene), remaining: skip.remaining.map { Int($0) },
        trigger: .init(skip.trigger)))
  }

  private func openWindow(in scene: String?, _ hands: any AppOpenHands) -> Bool {
    let name = "app-open-\(windows + 1)"
    guard let level = hands.openWindow(name, in: scene) else { return false }
    ownWindows.append(trace.symbols.intern(name))
    recorder.record(.windowShown(window: name, scene: scene, level: level))
    return true
  }

  private func closeWindow(_ window: Symbol, _ hands: any AppOpenHands) {
    guard let own = ownWindows.firstIndex(of: window) else { return }
    ownWindows.remove(at: own)
    hands.closeWindow(text(window))
    recorder.record(.windowClosed(window: text(window)))
  }

  private func text(_ symbol: Symbol) -> String { trace.symbols.text(symbol) }

  private func name(_ symbol: Symbol) -> String? { symbol.isPresent ? text(symbol) : nil }

  private func symbol(_ name: String?) -> Symbol {
    name.map { trace.symbols.intern($0) } ?? .absent
  }
}

extension Decision {
  /// The last record that is of the moment of the decision; nil: what is done takes its own times.
  ///
  /// An ad that was young enough when it was decided to show it is so in the journal, too.
  fileprivate var lastOfItsMoment: EventKind? {
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
