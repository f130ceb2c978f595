internal import AdRules
internal import AdSession
internal import AdSimulator

/// The violations of an install that a fault causes by itself, whatever the manager does.
///
/// An exemption belongs to one occurrence of a fault. It covers only violations about the same ad
/// or the same unit. Faults about the whole process, such as a jump of the wall clock, cover
/// violations that come after them.
///
/// A configuration error of one window does not speak for a window of another size, and a row of a
/// list does not repeat the request of another row. A banner need not follow its window to a width
/// that it has already. A manager cannot call back an ad when the policy changes before it appears,
/// nor close a loading screen before the app is ready.
struct Exemptions {
  private let worlds: [World]
  private let occurrences: [[Strike]]

  init(_ worlds: [World]) {
    self.worlds = worlds
    occurrences = worlds.map(\.occurrences)
  }

  /// Whether a fault can have caused a violation.
  func cover(_ violation: Violation, of rule: Rule, in trace: Trace, process: Int) -> Bool {
    let isExempt =
      switch rule.id {
      case "daily-cap": occurrences[..<process].joined().contains(where: breaks(rule))
      case "no-retry-on-configuration-error": !trace.repeatsFailure(at: violation.certainAt)
      case "request-once-per-appearance": trace.isFirstOfItsRow(violation.certainAt)
      case "splash-closes-with-its-ad": worlds[process].closesSplashWhenReady(violation, in: trace)
      case "banner-follows-width": trace.bannerFits(violation)
      default: false
      }
    if isExempt || trace.wouldRepeatFailure(violation) || trace.changesPolicyOfAd(violation) {
      return true
    }
    let end = trace.events[violation.certainAt].t
    let witness = violation.witness.map { trace.events[$0] }
    return occurrences[process].contains { strike in
      breaks(rule)(strike) && strike.time <= end && isAbout(strike, witness, rule)
    }
  }

  private func breaks(_ rule: Rule) -> (Strike) -> Bool {
    { $0.fault.breaks.contains(rule.id) }
  }

  private func isAbout(_ strike: Strike, _ witness: [Event], _ rule: Rule) -> Bool {
    if strike.unit.isPresent && !strike.ad.isPresent
      || rule.id == "load-failure-does-not-silence-slot" && strike.unit.isPresent
    {
      return witness.contains { $0.unit == strike.unit }
    }
    if strike.ad.isPresent { return witness.contains { $0.ad == strike.ad } }
    return true
  }
}

extension World {
  /// Whether the app was ready only after the ad on its loading screen was gone, and the screen
  /// closed, or can still close, soon after that.
  fileprivate func closesSplashWhenReady(_ violation: Violation, in trace: Trace) -> Bool {
    guard let dismissed = violation.witness.first else { return false }
    guard let ready = contentReadyAt else { return true }
    if ready < trace.events[dismissed].t { return false }
    let closed = trace.events.first { $0.kind == .splashFinished }
    let waited = activeTime(since: ready) - (closed.map { activeTime(since: $0.t) } ?? 0)
    return waited <= splashCloses
  }
}

extension Trace {
  /// Whether an ad appeared against a threshold that changed after the call of present.
  fileprivate func changesPolicyOfAd(_ violation: Violation) -> Bool {
    let shown = violation.certainAt
    let ad = events[shown].ad
    guard events[shown].kind == .adWillPresent, ad.isPresent else { return false }
    let keys = violation.policy.map(\.key)
    let asked = (0..<shown).last { events[$0].kind == .adPresentRequested && events[$0].ad == ad }
    return policyChanges.contains { index, settings in
      asked.map { $0 < index && index < shown } ?? false
        && settings.contains { keys.contains($0.key) }
    }
  }

  /// Whether a request follows a configuration error of its unit in a window of the same size, and
  /// neither an ad of the unit nor another configuration came since.
  func repeatsFailure(at request: Int) -> Bool {
    let event = events[request]
    return isMisconfigured(
      event.unit, windowSize(of: event.scene, before: request), before: request
    ) { _ in true }
  }

  /// Whether a missing request would have followed a configuration error of its unit in a window of
  /// the same size, and neither an ad for that size nor another configuration came since.
  fileprivate func wouldRepeatFailure(_ violation: Violation) -> Bool {
    let slot = violation.witness.last { $0 < violation.certainAt && events[$0].unit.isPresent }
    guard violation.missing?.kind == .adRequested, let slot else { return false }
    let scene = scene(of: slot)
    return (slot...violation.certainAt).contains { index in
      let window = windowSize(of: scene, before: index)
      return isMisconfigured(events[slot].unit, window, before: index) { $0 == window }
    }
  }

  /// Whether a unit failed with a configuration error in a window of a size, and no other
  /// configuration came since.
  ///
  /// The second answer to a request does not count.
  ///
  /// - Parameter isRepaired: Whether an ad for a window of a size shows that the unit works again.
  private func isMisconfigured(
    _ unit: Symbol, _ window: [Int64?]?, before end: Int, isRepaired: ([Int64?]) -> Bool
  ) -> Bool {
    for index in (0..<end).reversed() {
      let event = events[index]
      if event.kind == .configChanged { return false }
      if event.unit != unit { continue }
      let size = windowSize(ofRequestBefore: index)
      if event.kind == .adLoaded, size.map(isRepaired) ?? true { return false }
      if isConfigurationError(event), isFirstAnswer(index), size ?? window == window {
        return true
      }
    }
    return false
  }

  /// Whether a request for the appearance of a row repeats none of the same row.
  fileprivate func isFirstOfItsRow(_ request: Int) -> Bool {
    let (unit, row) = (events[request].unit, events[request].placement)
    if !row.isPresent { return false }
    for event in events[..<request].reversed() where event.unit == unit {
      if event.kind == .adFailedToLoad || event.kind == .adDiscarded { return true }
      let isForAppearance = event.kind == .adRequested && event.reason == .viewDidAppear
      if isForAppearance && event.placement == row { return false }
    }
    return true
  }

  /// Whether the window has the width again for which its last banner was requested.
  fileprivate func bannerFits(_ violation: Violation) -> Bool {
    let past = events[...violation.certainAt]
    let resized = violation.witness.map { events[$0] }.first { $0.kind == .sceneResized }
    guard let scene = resized?.scene,
      let window = past.last(where: { $0.kind == .sceneResized && $0.scene == scene }),
      let request = past.last(where: {
        $0.kind == .adRequested && $0.format == .banner && $0.scene == scene
      })
    else { return false }
    return window.width != nil && request.width == window.width
  }

  private func isConfigurationError(_ event: Event) -> Bool {
    event.kind == .adFailedToLoad
      && World.configurationCodes.contains { $0 == event.errorCode }
  }

  private func isFirstAnswer(_ answer: Int) -> Bool {
    !events[..<answer].contains {
      $0.request == events[answer].request
        && ($0.kind == .adFailedToLoad || $0.kind == .adLoaded)
    }
  }

  /// The size of the window for which the request of an answer was made.
  private func windowSize(ofRequestBefore answer: Int) -> [Int64?]? {
    let name = events[answer].request
    let request = (0..<answer).last {
      events[$0].kind == .adRequested && events[$0].request == name
    }
    return request.flatMap { windowSize(of: events[$0].scene, before: $0) }
  }

  /// The scene of a record, or the one that its ad was loaded for.
  private func scene(of index: Int) -> Symbol {
    let event = events[index]
    if event.scene.isPresent { return event.scene }
    let load = events[..<index].last { $0.kind == .adLoaded && $0.ad == event.ad }
    return load?.scene ?? .absent
  }

  /// The size of a window before a record, in points; nil if it is not known.
  private func windowSize(of scene: Symbol, before index: Int) -> [Int64?]? {
    if !scene.isPresent { return nil }
    let sized = (0..<index).last {
      events[$0].scene == scene
        && (events[$0].kind == .sceneConnected || events[$0].kind == .sceneResized)
    }
    return sized.map { [events[$0].width, events[$0].height] }
  }
}
