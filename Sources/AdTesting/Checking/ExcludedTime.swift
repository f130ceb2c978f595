internal import AdRules
internal import AdSession

/// The time that the deadline of a violation does not count: the app was in the background, or, for
/// the loading screen, an ad or a consent form was up.
struct ExcludedTime {
  private let violation: Violation
  private let rule: Rule
  private let trace: Trace

  init(_ violation: Violation, of rule: Rule, in trace: Trace) {
    (self.violation, self.rule, self.trace) = (violation, rule, trace)
  }

  /// The rules without a deadline that measure time in use.
  private static let measuring = ["one-full-screen-at-a-time", "one-load-in-flight"]

  /// Which part of the time does not count; nil if all of it does.
  var text: String? {
    guard violation.missing != nil || Self.measuring.contains(rule.id), let first = start,
      first.t < end
    else { return nil }
    let away = length(from: .appEnteredBackground, to: .appEnteringForeground)
    let covered =
      rule.id == "splash-ends"
      ? length(from: .adWillPresent, to: .adDismissed)
        + length(from: .consentFormShown, to: .consentFormClosed) : 0
    var parts: [String] = []
    if away > 0 { parts.append("\(CaseClock.duration(away)) in the background") }
    if covered > 0 { parts.append("\(CaseClock.duration(covered)) under an ad or a form") }
    if parts.isEmpty { return nil }
    return "of the \(CaseClock.duration(end - first.t)) since \(CaseClock.time(first.t)), "
      + parts.joined(separator: " and ") + " do not count"
  }

  /// The record from which the time is measured.
  private var start: Event? {
    violation.witness.first { $0 < violation.certainAt }.map { trace.events[$0] }
  }

  private var end: Int64 { trace.events[violation.certainAt].t }

  /// The time between records of two kinds, from the start to the end.
  private func length(from beginning: EventKind, to ending: EventKind) -> Int64 {
    guard let start else { return 0 }
    var length: Int64 = 0
    var since: Int64?
    for event in trace.events where event.t <= end {
      if event.kind == beginning { since = since ?? event.t }
      if event.kind == ending, let began = since {
        length += max(0, event.t - max(began, start.t))
        since = nil
      }
    }
    return length + (since.map { end - max($0, start.t) } ?? 0)
  }
}
