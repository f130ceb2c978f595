public import AdReports
internal import AdDecider
public import AdSession

/// The text output of `adjournal whatif`.
public struct WhatIfText {
  private let result: WhatIf
  private let policy: [PolicySetting]
  private let style: TextStyle

  /// Makes the text of a result.
  public init(_ result: WhatIf, policy: [PolicySetting], style: TextStyle) {
    self.result = result
    self.policy = policy
    self.style = style
  }

  /// The lines, without line feeds.
  public var lines: [String] {
    [title] + identity + [""] + [heading] + changes + counts
  }

  private var title: String {
    style.bold("session \(TerminalEscaping.text(result.trace.id))")
      + "  \(AuditText.count(result.opportunities.count, "decision")) about full-screen ads, "
      + AuditText.count(result.requests, "request")
  }

  // MARK: Under the recorded policy

  private var identity: [String] {
    var lines: [String] = []
    if !result.trace.gaps.isEmpty {
      lines.append(style.yellow("records are missing: the result may be wrong"))
    }
    if result.differences.isEmpty {
      lines.append("under the recorded policy, the decider agrees with every decision")
    } else {
      let count = AuditText.count(result.differences.count, "time")
      lines.append(
        style.yellow("under the recorded policy, the decider disagrees \(count):"))
      lines += result.differences.map { "  \(line($0.index)): \(text($0))" }
    }
    return lines
  }

  private func text(_ difference: DecisionDifference) -> String {
    let event = result.trace.events[difference.index]
    switch difference.kind {
    case .wouldSkip(let reason):
      return "\(name(event)) was to be shown; the decider would skip it: \(ReasonText.text(reason))"
    case .wouldShow(let reason):
      return
        "\(slot(event)) was skipped (\(reason.text ?? "no reason")); the decider would show an ad"
    case .otherReason(let recorded, let other):
      return "\(slot(event)) was skipped for \(recorded.text ?? "no reason"); "
        + "the decider's reason is \(ReasonText.text(other))"
    case .otherRemaining(let recorded, let other):
      return "\(slot(event)) recorded \(recorded) shows left today; the decider counts \(other)"
    case .wouldNotRequest(let objection):
      return
        "\(slot(event)) was requested; the decider would not request it: \(text(objection, event))"
    }
  }

  // MARK: Under the other policy

  private var heading: String {
    let settings = policy.map { setting in
      let recorded = result.recordedValue(of: setting.key)
      let value = AuditText.number(setting.value)
      let before = recorded.map { "recorded \(AuditText.number($0))" } ?? "not set in the journal"
      return "\(setting.key.name)=\(value) (\(before))"
    }
    return style.bold("with \(settings.joined(separator: ", "))")
  }

  private var changes: [String] {
    let decisions = result.changes.map { ($0.opportunity.index, text($0)) }
    let requests = result.notRequested.map { request in
      let event = result.trace.events[request.index]
      let why = text(request.why, event)
      return (request.index, "\(slot(event)) would not be requested: \(why)")
    }
    let all = (decisions + requests).sorted { $0.0 < $1.0 }
    if all.isEmpty { return ["  no decision changes"] }
    return all.map { "  \(line($0.0)): \($0.1)" }
  }

  private func text(_ change: WhatIf.Change) -> String {
    let event = result.trace.events[change.opportunity.index]
    switch change.kind {
    case .notShown(let reason):
      return "\(name(event)) would not be shown: \(ReasonText.text(reason))"
    case .otherReason(let reason):
      return "\(slot(event)) would be skipped for another reason: \(ReasonText.text(reason))"
    case .shown where change.opportunity.ad == nil:
      return "\(slot(event)) would be shown instead of skipped "
        + "(\(change.opportunity.reason.text ?? "no reason")); the show may fail"
    case .shown: return "\(slot(event)) would show another ad than \(name(event))"
    case .unknown(let reason):
      return "\(slot(event)) may be shown, depending on an SDK answer that was not recorded; "
        + "otherwise skipped: \(ReasonText.text(reason))"
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
      lines.append("up to \(AuditText.count(unobserved, "unobserved show"))")
    }
    return lines + [violations]
  }

  private var violations: String {
    let found = result.violations
    let rules = found.rules.isEmpty ? "" : " (\(found.rules.joined(separator: ", ")))"
    let all =
      "violations: \(found.recorded) under the recorded policy; "
      + "\(found.other) under this policy"
    if found.other == found.unrelated { return all + rules }
    return all + " (\(found.unrelated) unrelated to a changed decision)\(rules)"
  }

  // MARK: Parts of sentences

  private func line(_ index: Int) -> String {
    let event = result.trace.events[index]
    return "line \(event.line), \(AuditText.clock(event, in: result.trace))"
  }

  private func slot(_ event: Event) -> String {
    let scene = event.scene.isPresent ? " in \(symbol(event.scene))" : ""
    return "\(event.format.text ?? "")\(scene)"
  }

  private func name(_ event: Event) -> String {
    event.ad.isPresent ? "\(slot(event)) ad \(symbol(event.ad))" : slot(event)
  }

  private func symbol(_ symbol: Symbol) -> String {
    TerminalEscaping.text(result.trace.symbols.text(symbol))
  }

  private func range(_ least: Int, _ most: Int) -> String {
    least == most ? "\(least)" : "\(least) to \(most)"
  }

  private func text(_ objection: LoadBlocker, _ event: Event) -> String {
    switch objection {
    case .terminating: "the app is terminating"
    case .closedScene: "its scene is closed"
    case .splitScreen: "its scene is landscape in split screen"
    case .adFree: "the user paid for an app without ads"
    case .preloader: "a preloader of the SDK loads this unit"
    case .offline: "there is no connection, and loads failed before"
    case .noConsent: "consent does not allow it"
    case .notStarted: "the SDK is not started"
    case .misconfigured: "the ad unit is misconfigured"
    case .capReached: "the daily cap is reached"
    case .inFlight(let rest): "a load is in flight for up to \(seconds(rest)) more"
    case .pausing(let end): "the pause after failed loads lasts \(seconds(end - event.t)) more"
    case .holdsAd: "a loaded ad was not shown yet"
    }
  }

  private func seconds(_ milliseconds: Int64) -> String {
    "\(AuditText.number(Double(milliseconds) / 1000)) s"
  }
}

/// The reasons of decisions as text.
private enum ReasonText {
  static func text(_ reason: Word) -> String {
    guard let why = sentences[reason] else { return reason.text ?? "no reason" }
    return "\(reason.text ?? "") (\(why))"
  }

  private static let sentences: [Word: String] = [
    .notReady: "no ad is ready", .expired: "the loaded ad is too old",
    .showing: "another ad is shown or about to be shown", .dailyCap: "the daily cap is reached",
    .interval: "too soon after an absence, an ad, an action or a failure",
    .locked: "the phone was locked, but the app was not left",
    .suppressed: "the user cannot see an ad of the app",
    .firstLaunches: "the install is too new", .noConsent: "consent does not allow ads",
    .doesNotFit: "the ad does not fit its scene", .contentShown: "the content is already shown",
  ]
}

extension WhatIf {
  /// The value of a threshold when the session began; nil if it had none.
  func recordedValue(of key: PolicyKey) -> Double? {
    trace.header?.policy.last { $0.key == key }?.value ?? key.defaultValue
  }
}
