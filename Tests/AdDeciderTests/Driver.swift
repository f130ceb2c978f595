import AdDecider
import AdSession

/// Drives a decider through a scripted session.
///
/// After every record, it asks for decisions, performs them at once and keeps them.
final class Driver {
  let trace = Trace()
  var decider: Decider
  var now = Instant(t: 0, wall: 1_800_000_000_000)
  /// All decisions so far, oldest first.
  var decisions: [Decision] = []
  private var requests = 0
  private var windows = 0

  static let appOpen = "ca-app-pub-1234567890123456/1"
  static let interstitial = "ca-app-pub-1234567890123456/2"
  static let rewarded = "ca-app-pub-1234567890123456/3"
  static let banner = "ca-app-pub-1234567890123456/4"
  static let native = "ca-app-pub-1234567890123456/5"

  /// The limits that an app decides, as the app of most tests states them.
  static let limits = [
    PolicySetting(.dailyCap, 20), PolicySetting(.minBackgroundSeconds, 10),
    PolicySetting(.firstAdMinLaunches, 3), PolicySetting(.interstitialMinGapSeconds, 30),
  ]

  /// Creates a session with one record, `session.began`.
  ///
  /// `policy` comes after `limits`, so that it can replace them.
  init(
    _ profile: DeciderProfile = DeciderProfile(), launches: Int64 = 9,
    limits: [PolicySetting] = Driver.limits, policy: [PolicySetting] = [],
    shownBefore: [PastShow] = []
  ) {
    let header = Header()
    header.os = "iOS"
    header.sdk = "google-mobile-ads"
    header.launchCount = launches
    header.policy = limits + policy
    header.captures = ClassSet(EventClass.allCases.map { ClassSet($0) })
    trace.header = header
    decider = Decider(profile, trace: trace, shownBefore: shownBefore)
    record(.sessionBegan)
  }

  func symbol(_ text: String) -> Symbol { text.isEmpty ? .absent : trace.symbols.intern(text) }

  func placement(_ unit: String, _ format: Word, scene: String = "") -> Placement {
    Placement(unit: symbol(unit), format: format, scene: symbol(scene))
  }

  /// Creates a session of an active app with consent and a started SDK, whose content is shown.
  static func started(
    _ units: [(String, Word)], profile: DeciderProfile = DeciderProfile(), launches: Int64 = 9,
    limits: [PolicySetting] = Driver.limits, policy: [PolicySetting] = [],
    shownBefore: [PastShow] = []
  ) -> Driver {
    let driver = Driver(
      profile, launches: launches, limits: limits, policy: policy, shownBefore: shownBefore)
    for unit in units { driver.decider.open(driver.placement(unit.0, unit.1)) }
    driver.record(.appLaunched) { $0.cold = false }
    driver.record(.appBecameActive)
    driver.record(.contentShown)
    driver.record(.consentUpdated) { $0.canRequestAds = true }
    driver.record(.sdkStarted)
    return driver
  }

  /// Advances both clocks by a number of milliseconds and performs the decisions.
  func wait(_ milliseconds: Int64) {
    now.t += milliseconds
    now.wall += milliseconds
    ask()
  }

  @discardableResult
  func record(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) -> Int {
    let index = write(kind, fill)
    ask()
    return index
  }

  /// Performs decisions until there is none.
  func ask() {
    decider.receive()
    while let decision = decider.next(at: now) {
      decisions.append(decision)
      perform(decision)
      decider.receive()
    }
  }

  func offer(_ occasion: Occasion) {
    decider.offer(occasion)
    ask()
  }

  /// The decisions after the first `count`.
  func since(_ count: Int) -> [Decision] { Array(decisions.dropFirst(count)) }

  private func write(_ kind: EventKind, _ fill: (inout Event) -> Void) -> Int {
    var event = Event(kind)
    fill(&event)
    event.seq = Int64(trace.events.count + 1)
    event.line = UInt32(event.seq)
    event.t = now.t
    event.wall = now.wall
    trace.events.append(event)
    return trace.events.count - 1
  }

  private func perform(_ decision: Decision) {
    switch decision {
    case .request(let request): perform(request)
    case .show(let show): perform(show)
    case .skip(let skip):
      decided(skip.placement, .skip, skip.reason, skip.trigger, skip.remaining)
    case .discard(let ad, let reason):
      _ = write(.adDiscarded) {
        ofAd(ad, &$0)
        $0.reason = reason
      }
    case .setDelegate(let ad): _ = write(.adDelegateSet) { ofAd(ad, &$0) }
    case .setPaidHandler(let ad): _ = write(.adPaidHandlerSet) { ofAd(ad, &$0) }
    case .grant(let ad, let type, _):
      _ = write(.adRewardGranted) {
        ofAd(ad, &$0)
        $0.type = type
      }
    case .openWindow(let scene):
      windows += 1
      let window = symbol("w-\(windows)")
      _ = write(.windowShown) {
        $0.window = window
        $0.scene = scene
      }
    case .closeWindow(let window): _ = write(.windowClosed) { $0.window = window }
    case .closeSplash(let scene): _ = write(.splashFinished) { $0.scene = scene }
    case .checkFit, .fillView: break
    }
  }

  private func ofAd(_ ad: Symbol, _ event: inout Event) {
    event.ad = ad
    guard let number = decider.session.state.adNumber(ad) else { return }
    event.unit = decider.session.state.ads[number].unit
  }

  private func perform(_ request: RequestDecision) {
    requests += 1
    let name = symbol("r-\(requests)")
    _ = write(.adRequested) {
      $0.request = name
      $0.unit = request.placement.unit
      $0.format = request.placement.format
      $0.scene = request.placement.scene
      $0.reason = request.reason
      $0.orientation = request.orientation
    }
  }

  private func perform(_ show: ShowDecision) {
    decided(show.placement, .show, .ready, show.trigger, show.remaining)
    _ = write(.adPresentRequested) {
      $0.ad = show.ad
      $0.unit = show.placement.unit
      $0.format = show.placement.format
      $0.scene = show.placement.scene
      $0.trigger = show.trigger
    }
  }

  private func decided(
    _ placement: Placement, _ outcome: Word, _ reason: Word, _ trigger: Word, _ remaining: Int64?
  ) {
    _ = write(.adShowDecided) {
      $0.unit = placement.unit
      $0.format = placement.format
      $0.scene = placement.scene
      $0.reason = reason
      $0.outcome = outcome
      $0.trigger = trigger
      $0.remaining = remaining
    }
  }
}
