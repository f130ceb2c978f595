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
/// list does not repeat the request of another row.
struct Exemptions {
  private let occurrences: [[Strike]]

  init(_ worlds: [World]) { occurrences = worlds.map(\.occurrences) }

  /// Whether a fault can have caused a violation.
  func cover(_ violation: Violation, of rule: Rule, in trace: Trace, process: Int) -> Bool {
    if rule.id == "daily-cap" && occurrences[..<process].joined().contains(where: breaks(rule)) {
      return true
    }
    if rule.id == "no-retry-on-configuration-error"
      && !trace.repeatsFailure(at: violation.certainAt)
    {
      return true
    }
    if rule.id == "request-once-per-appearance" && trace.isFirstOfItsRow(violation.certainAt) {
      return true
    }
    if occurrences[process].isEmpty { return false }
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

extension Trace {
  /// Whether a request follows a configuration error of its unit in a window of the same size, and
  /// neither an ad of the unit nor another configuration came since.
  ///
  /// Returns true where a window is unknown, as in an app with a single window.
  fileprivate func repeatsFailure(at request: Int) -> Bool {
    guard let window = windowSize(at: request) else { return true }
    let unit = events[request].unit
    for index in (0..<request).reversed() {
      let event = events[index]
      if event.kind == .configChanged { return false }
      if event.unit != unit { continue }
      if event.kind == .adLoaded { return false }
      if isConfigurationError(event), windowSize(ofRequestBefore: index) ?? window == window {
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

  private func isConfigurationError(_ event: Event) -> Bool {
    event.kind == .adFailedToLoad
      && World.configurationCodes.contains { $0 == event.errorCode }
  }

  /// The size of the window for which the request of an answer was made.
  private func windowSize(ofRequestBefore answer: Int) -> [Int64?]? {
    let name = events[answer].request
    let request = (0..<answer).last {
      events[$0].kind == .adRequested && events[$0].request == name
    }
    return request.flatMap { windowSize(at: $0) }
  }

  /// The size of the window of a record, in points; nil if it names no window.
  private func windowSize(at index: Int) -> [Int64?]? {
    let scene = events[index].scene
    if !scene.isPresent { return nil }
    let sized = (0..<index).last {
      events[$0].scene == scene
        && (events[$0].kind == .sceneConnected || events[$0].kind == .sceneResized)
    }
    return sized.map { [events[$0].width, events[$0].height] }
  }
}
