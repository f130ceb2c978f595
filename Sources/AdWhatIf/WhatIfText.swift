public import AdReports
internal import AdDecider
public import AdSession

/// A session under another policy, for people.
public struct WhatIfText {
  private let result: WhatIf
  private let policy: [PolicySetting]
  private let paint: Paint

  /// Makes the text of what a policy would change.
  public init(_ result: WhatIf, policy: [PolicySetting], paint: Paint) {
    self.result = result
    self.policy = policy
    self.paint = paint
  }

  /// The lines, without line feeds.
  public var lines: [String] {
    [title] + identity + [""] + [heading] + changes + counts
  }

  private var title: String {
    paint.bold("session \(Harmless.text(result.trace.id))")
      + "  \(AuditText.count(result.opportunities.count, "decision")) about full-screen ads, "
      + AuditText.count(result.requests, "request")
  }

  // MARK: Under the recorded policy

  private var identity: [String] {
    var lines: [String] = []
    if !result.trace.gaps.isEmpty {
      lines.append(paint.yellow("records are missing: what they would tell may change anything"))
    }
    if result.differences.isEmpty {
      lines.append("under the recorded policy the decider decides the same every time")
    } else {
      let count = AuditText.count(result.differences.count, "time")
      lines.append(
        paint.yellow("under the recorded policy the decider decides otherwise \(count):"))
      lines += result.differences.map { "  \(line($0.index)): \(text($0))" }
    }
    return lines
  }

  private func text(_ difference: DecisionDifference) -> String {
    let event = result.trace.events[difference.index]
    switch difference.kind {
    case .wouldSkip(let reason):
      return "\(name(event)) was to be shown; it would not: \(Words.text(reason))"
    case .wouldShow(let reason):
      return "\(place(event)) was skipped (\(reason.text ?? "no reason")); it would be shown"
    case .otherReason(let own, let other):
      return "\(place(event)) was skipped for \(own.text ?? "no reason"); "
        + "the decider's reason is \(Words.text(other))"
    case .otherRemaining(let own, let other):
      return "\(place(event)) left \(own) shows today; the decider counts \(other)"
    case .wouldNotRequest(let objection):
      return "\(place(event)) was requested; it would not: \(text(objection, event))"
    }
  }

  // MARK: Under the other policy

  private var heading: String {
    let settings = policy.map { setting in
      let recorded = result.recordedValue(of: setting.key)
      let value = AuditText.number(setting.value)
      return "\(setting.key.name)=\(value) (recorded \(AuditText.number(recorded)))"
    }
    return paint.bold("with \(settings.joined(separator: ", "))")
  }

  private var changes: [String] {
    let decisions = result.changes.map { ($0.opportunity.index, text($0)) }
    let requests = result.notRequested.map { request in
      let event = result.trace.events[request.index]
      let why = text(request.why, event)
      return (request.index, "\(place(event)) would not be requested then: \(why)")
    }
    let all = (decisions + requests).sorted { $0.0 < $1.0 }
    if all.isEmpty { return ["  no decision would be another one"] }
    return all.map { "  \(line($0.0)): \($0.1)" }
  }

  private func text(_ change: WhatIf.Change) -> String {
    let event = result.trace.events[change.opportunity.index]
    switch change.kind {
    case .notShown(let reason):
      return "\(name(event)) would not be shown: \(Words.text(reason))"
    case .otherReason(let reason):
      return "\(place(event)) would be skipped for another reason: \(Words.text(reason))"
    case .shown where change.opportunity.ad == nil:
      return "\(place(event)) would be shown, where it was skipped "
        + "(\(change.opportunity.reason.text ?? "no reason")); it may fail to come up"
    case .shown: return "\(place(event)) would be shown with another ad than \(name(event))"
    case .unknown(let reason):
      return "\(place(event)) may or may not be shown: that depends on an answer of the SDK that "
        + "nobody observed; without it: \(Words.text(reason))"
    }
  }

  private var counts: [String] {
    let shows = result.shows.map { shows in
      "\(shows.format.text ?? "") \(shows.recorded), would be \(range(shows.least, shows.most))"
    }
    var lines = ["shows: " + (shows.isEmpty ? "none" : shows.joined(separator: "; "))]
    let unobserved = result.shows.reduce(0) { $0 + $1.most - $1.least }
    for revenue in result.revenue {
      let recorded = AuditText.money(revenue.recorded, revenue.currency)
      var line = "revenue of these shows: \(recorded), would be "
      line += unobserved > 0 ? "at least " : ""
      lines.append(line + AuditText.money(revenue.least, revenue.currency))
    }
    if unobserved > 0 {
      lines.append("up to \(AuditText.count(unobserved, "show")) that nobody observed")
    }
    return lines + [violations]
  }

  private var violations: String {
    let found = result.violations
    let rules = found.rules.isEmpty ? "" : " (\(found.rules.joined(separator: ", ")))"
    let all = "violations: \(found.recorded) by the recorded policy; \(found.other) by this one"
    if found.other == found.left { return all + rules }
    return all + ", \(found.left) of them not of what would be decided otherwise\(rules)"
  }

  // MARK: Words

  private func line(_ index: Int) -> String {
    let event = result.trace.events[index]
    return "line \(event.line), \(AuditText.clock(event.t))"
  }

  private func place(_ event: Event) -> String {
    let scene = event.scene.isPresent ? " in \(symbol(event.scene))" : ""
    return "\(event.format.text ?? "")\(scene)"
  }

  private func name(_ event: Event) -> String {
    event.ad.isPresent ? "\(place(event)) ad \(symbol(event.ad))" : place(event)
  }

  private func symbol(_ symbol: Symbol) -> String {
    Harmless.text(result.trace.symbols.text(symbol))
  }

  private func range(_ least: Int, _ most: Int) -> String {
    least == most ? "\(least)" : "\(least) to \(most)"
  }

  private func text(_ objection: LoadObjection, _ event: Event) -> String {
    switch objection {
    case .terminating: "the app is ending"
    case .closedScene: "its scene is closed"
    case .splitScreen: "its scene is landscape in split screen"
    case .noConsent: "consent does not allow it"
    case .notStarted: "the SDK was not started"
    case .misconfigured: "the unit failed for its configuration"
    case .capReached: "the day has no show left"
    case .inFlight(let rest): "a load is in flight, for up to \(seconds(rest)) more"
    case .pausing(let end): "the pause after failed loads runs \(seconds(end - event.t)) more"
    case .holdsAd: "an ad is ready that was never shown"
    }
  }

  private func seconds(_ milliseconds: Int64) -> String {
    "\(AuditText.number(Double(milliseconds) / 1000)) s"
  }
}

/// The reasons of decisions, in words.
private enum Words {
  static func text(_ reason: Word) -> String {
    guard let why = sentences[reason] else { return reason.text ?? "no reason" }
    return "\(reason.text ?? "") (\(why))"
  }

  private static let sentences: [Word: String] = [
    .notReady: "no ad is ready", .expired: "what it holds is too old",
    .showing: "another ad is up or asked to be", .dailyCap: "the day has no show left",
    .interval: "too soon after an absence, an ad, an action or a failure",
    .locked: "the phone was locked, not left",
    .suppressed: "the app is not in front for the user to see an ad",
    .firstLaunches: "the install is too new", .noConsent: "consent does not allow ads",
    .doesNotFit: "the ad or its scene does not fit", .contentShown: "the content is up",
  ]
}

extension WhatIf {
  /// The value of a threshold when the session began.
  func recordedValue(of key: PolicyKey) -> Double {
    trace.header?.policy.last { $0.key == key }?.value ?? key.defaultValue
  }
}
