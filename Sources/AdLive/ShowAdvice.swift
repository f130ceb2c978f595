internal import AdRecording
internal import AdReplay
internal import AdReports
public import AdRules
internal import AdSession

/// Whether presenting an ad now would violate a rule.
public enum ShowAdvice: Sendable {
  /// A rule that the show would violate.
  public struct Blocker: Sendable {
    /// The rule.
    public let rule: Rule
    /// One sentence with the values.
    public let because: String
  }

  /// No rule that the app records enough for would be violated.
  case yes
  /// At least one rule would be violated.
  case no(because: [Blocker])
  /// The journal cannot decide, for the reason in the sentence.
  case unknown(String)
}

extension ShowAdvice: CustomStringConvertible {
  /// The answer with its reasons, in one line.
  public var description: String {
    switch self {
    case .yes: "yes"
    case .no(let blockers):
      "no: "
        + TerminalEscaping.text(
          blockers.map { "\($0.rule.id): \($0.because)" }.joined(separator: "; "))
    case .unknown(let reason): "unknown: \(TerminalEscaping.text(reason))"
    }
  }
}

/// A show that is judged before it happens.
struct ImaginedShow: Sendable {
  var ad: String
  var scene: String?
  var trigger: Recorded.Trigger?
}

extension SessionAudit {
  /// Judges the journal with a call of present and an immediate appearance at its end.
  func advice(on show: ImaginedShow, at point: SessionMoment) -> ShowAdvice {
    guard let trace = readTrace(), let last = trace.events.last, last.seq >= point.newest else {
      return .unknown("the recorder cannot write its newest records")
    }
    guard let loaded = trace.load(of: show.ad) else {
      return .unknown("no record loads an ad with the name \(show.ad)")
    }
    let count = trace.events.count
    let (t, wall) = (max(point.moment.t, last.t), point.moment.wallMilliseconds)
    trace.append(.unknown, at: t, wall: wall)
    let before = Set(violations(in: trace, from: count).map { "\($0.rule.id) \($0.because)" })
    trace.events.removeSubrange(count...)
    trace.append(show, loaded, at: t, wall: wall)
    let blockers = violations(in: trace, from: count)
      .filter { !before.contains("\($0.rule.id) \($0.because)") }
    if !blockers.isEmpty { return .no(because: blockers) }
    return doubt(in: trace, from: count).map { .unknown($0) } ?? .yes
  }

  /// The violations that the events from an index on made certain, without missed deadlines.
  private func violations(in trace: Trace, from count: Int) -> [ShowAdvice.Blocker] {
    zip(rules, judge(trace)).flatMap { rule, result in
      result.violations.filter { $0.certainAt >= count && $0.missing == nil }
        .map { ShowAdvice.Blocker(rule: rule, because: $0.because) }
    }
  }

  /// Why the journal cannot decide about the events from an index on; nil if it can.
  private func doubt(in trace: Trace, from count: Int) -> String? {
    let first = trace.events[count].seq
    for (rule, result) in zip(rules, judge(trace)) {
      for activation in result.undecided where activation.seq >= first {
        switch activation.why {
        case .gap: return "\(rule.id): lost records can decide"
        case .unknown, .earlierShows:
          return "\(rule.id): \(activation.because ?? "a fact that decides is not recorded")"
        case .pending, .cut: continue
        }
      }
    }
    return nil
  }
}

extension Trace {
  /// The last `ad.loaded` of an ad.
  fileprivate func load(of ad: String) -> Event? {
    guard let name = symbols.symbol(of: ad) else { return nil }
    return events.last { $0.kind == .adLoaded && $0.ad == name }
  }

  /// Adds the call of present and the appearance.
  fileprivate func append(_ show: ImaginedShow, _ loaded: Event, at t: Int64, wall: Int64) {
    for kind in [EventKind.adPresentRequested, .adWillPresent] {
      append(kind, at: t, wall: wall)
      let index = events.count - 1
      events[index].ad = loaded.ad
      events[index].unit = loaded.unit
      events[index].format = loaded.format
      if let scene = show.scene { events[index].scene = symbols.intern(scene) }
      if kind == .adPresentRequested {
        events[index].trigger = show.trigger.map { Word($0) } ?? .absent
      }
    }
  }
}

extension Word {
  fileprivate init(_ trigger: Recorded.Trigger) {
    switch trigger {
    case .launch: self = .launch
    case .foreground: self = .foreground
    case .active: self = .active
    case .user: self = .user
    case .transition: self = .transition
    case .loaded: self = .loaded
    }
  }
}
