public import AdRules
public import AdSession

/// The state of a session after one of its records, as text for people.
///
/// It has what is going on: the app, the screens, each slot with its ads, what the app must still
/// do, and caps. What is over, such as dismissed ads, is only in the JSON (``StateJSON``). The text
/// has at most ``mostSlots`` slots with ``mostAds`` ads each, whatever the length of the session.
public struct StateText {
  /// The maximum number of slots that are listed.
  static let mostSlots = 50
  /// The maximum number of ads of a slot that are listed, the youngest.
  static let mostAds = 10
  /// The maximum number of obligations and of adapters that are listed.
  private static let mostOthers = 20

  private let trace: Trace
  private let rules: [Rule]
  private let overrides: [PolicySetting]
  private let style: TextStyle
  private let times: SessionTimes
  /// The index of the record.
  private let index: Int

  /// The state after the record with an index.
  ///
  /// - Parameters:
  ///   - rules: The rules whose obligations are listed.
  ///   - overrides: Thresholds that override those in the journal.
  public init(
    _ trace: Trace, after index: Int, rules: [Rule] = RuleBook.all,
    overrides: [PolicySetting] = [], style: TextStyle
  ) {
    self.trace = trace.upTo(index)
    self.rules = rules
    self.overrides = overrides
    self.style = style
    self.index = index
    times = SessionTimes(self.trace)
  }

  /// A row: a word, and a text in columns.
  package typealias Row = (name: String, text: String)

  /// The lines, without line feeds.
  ///
  /// O(records up to the record).
  public var lines: [String] {
    [style.bold(title)]
      + rows(due: obligations).map { name, text in
        "  \(FittedText.padded(style.faint(name), 8))  \(text)"
      }
  }

  /// The heading: `state after seq 17  ad.loaded`.
  package var title: String {
    let event = trace.events[index]
    let kind = event.kind == .unknown ? "(unknown kind)" : event.kind.name
    return "state after seq \(event.seq)  \(kind)"
  }

  /// The rows, with those of ``obligations`` before the caps.
  package func rows(due: [Row] = []) -> [Row] {
    let lives = SessionLives(trace, overrides: overrides)
    let clock = AuditText.clock(trace.events[index], in: trace)
    let time = trace.hasTimes ? " after the start, \(times.dayAndClock(index))" : ""
    var rows: [Row] = [("time", clock + time)]
    rows += app(lives)
    rows += screens(lives)
    rows += consent(lives.session)
    rows += slots(lives)
    rows += adapters(lives)
    rows += due
    rows += caps(lives.session)
    return rows
  }

  /// The time from a record to the state: `2 min 3 s`.
  private func age(_ index: Int) -> String {
    AuditText.passed(from: index, to: self.index, in: trace)
  }

  private func name(_ symbol: Symbol) -> String {
    TerminalEscaping.text(trace.symbols.text(symbol))
  }

  // MARK: The app

  private func app(_ lives: borrowing SessionLives) -> [Row] {
    let state = lives.session.app
    let life = lives.all.first { $0.subject == .app }
    var parts: [String] = []
    if let part = life?.parts.last {
      parts.append(
        part.ending == .gap
          ? "unknown since a gap (\(part.stage.rawValue) before it)"
          : "\(part.stage.rawValue) for \(age(part.begin))")
    } else {
      parts.append(trace.header == nil ? "unknown, its beginning is lost" : state.phase.rawValue)
    }
    if let isCold = state.isCold { parts.append(isCold ? "cold start" : "warm start") }
    let returns = state.realReturns.count
    if returns > 0 { parts.append(AuditText.count(returns, "return") + " from the background") }
    return [("app", parts.joined(separator: "; "))]
  }

  private func screens(_ lives: borrowing SessionLives) -> [Row] {
    var rows: [Row] = []
    for life in lives.all {
      guard let part = life.parts.last, part.ending != .event, rows.count < Self.mostOthers,
        let screen = screen(life)
      else { continue }
      rows.append((rows.isEmpty ? "screen" : "", "\(screen) for \(age(part.begin))\(doubt(part))"))
    }
    if let content = lives.session.screen.contentShown.index, rows.isEmpty {
      rows.append(("screen", "content, shown \(age(content)) ago"))
    }
    return rows
  }

  /// The text for a screen, dialog or window; nil for other lives.
  private func screen(_ life: Life) -> String? {
    switch life.subject {
    case .app, .adapter, .slot: nil
    case .lock: "phone locked"
    case .splash: "loading screen"
    case .consent: "consent form"
    case .suppression: "no ads wanted (\(life.why.text ?? name(life.name)))"
    case .window: "ad window \(name(life.name))"
    }
  }

  private func doubt(_ part: Life.Part) -> String { part.ending == .gap ? ", before a gap" : "" }

  private func consent(_ session: borrowing Session) -> [Row] {
    guard session.captured.contains(ClassSet(.consent)) else { return [] }
    let state = session.consent
    let requests =
      state.canRequestAds.map { $0 ? "ads can be requested" : "ads cannot be requested" }
      ?? "not known yet"
    let sdk = state.sdkStarted.index.map { "SDK started \(age($0)) ago" } ?? "SDK not started"
    return [("consent", "\(requests); \(sdk)")]
  }

  // MARK: Slots and ads

  private func slots(_ lives: borrowing SessionLives) -> [Row] {
    var keys: [Life.Subject] = []
    var livesOfSlot: [Life.Subject: [Life]] = [:]
    for number in lives.session.slots.indices {
      let slot = lives.session.slots[number]
      keys.append(.slot(unit: slot.unit, scene: slot.scene))
      livesOfSlot[keys[number]] = []
    }
    for life in lives.all {
      guard case .slot = life.subject, let part = life.parts.last, part.ending != .event else {
        continue
      }
      if livesOfSlot[life.subject] == nil { keys.append(life.subject) }
      livesOfSlot[life.subject, default: []].append(life)
    }
    var rows: [Row] = []
    for key in keys.prefix(Self.mostSlots) {
      rows += slot(key, livesOfSlot[key] ?? [], lives.session)
    }
    if keys.count > Self.mostSlots {
      rows.append(("", "and \(AuditText.count(keys.count - Self.mostSlots, "more slot"))"))
    }
    return rows
  }

  private func slot(
    _ key: Life.Subject, _ lives: [Life], _ session: borrowing Session
  ) -> [Row] {
    guard case .slot(let unit, let scene) = key else { return [] }
    let number = session.slotNumber(unit: unit, scene: scene)
    let format =
      number.flatMap { session.slots[$0].format.text } ?? lives.last?.format.text ?? "ad"
    let place = session.hasScenes && scene.isPresent ? " in scene \(name(scene))" : ""
    let unitName = unit.isPresent ? name(unit) : "(unknown unit)"
    var texts: [String] = []
    for life in lives.suffix(Self.mostAds) { texts.append(ad(life, session)) }
    if lives.count > Self.mostAds {
      texts.append("and \(AuditText.count(lives.count - Self.mostAds, "older ad"))")
    }
    if texts.isEmpty { texts.append("no ad") }
    if let failures = number.flatMap({ failures(ofSlot: $0, session) }) { texts.append(failures) }
    return [("slot", "\(format)  \(unitName)\(place)")] + texts.map { ("", "  \($0)") }
  }

  /// What an ad or a request is doing, and its age.
  private func ad(_ life: Life, _ session: borrowing Session) -> String {
    guard let part = life.parts.last else { return "" }
    if part.stage == .loading {
      let late = part.overdue == nil ? "" : ", longer than load_timeout_s"
      return "loading  \(name(life.request)) for \(age(part.begin))\(late)\(doubt(part))"
    }
    var text = "\(part.stage.rawValue)  \(life.ad.isPresent ? name(life.ad) : "(unknown ad)")"
    if part.stage != .ready { text += " for \(age(part.begin))" }
    if let loaded = session.adNumber(life.ad).flatMap({ session.ads[$0].loadedIndex.index }) {
      text += ", loaded \(age(loaded)) ago"
    }
    if part.overdue != nil { text += ", too old to be shown" }
    return text + doubt(part)
  }

  /// The failed loads of a slot since its last ad; nil without any.
  private func failures(ofSlot number: Int, _ session: borrowing Session) -> String? {
    let slot = session.slots[number]
    guard slot.failures.count > 0, let last = slot.lastFailure.index else { return nil }
    let event = trace.events[last]
    let cause = event.failureCause(under: trace.header).text.map { ", \($0)" } ?? ""
    let count = slot.failures.count == 1 ? "1 failed load" : "\(slot.failures.count) failed loads"
    return "\(count) in a row, the last \(age(last)) ago\(cause)"
  }

  private func adapters(_ lives: borrowing SessionLives) -> [Row] {
    var rows: [Row] = []
    for life in lives.all where life.subject == .adapter && rows.count < Self.mostOthers {
      guard let part = life.parts.last, part.ending != .event else { continue }
      rows.append((rows.isEmpty ? "adapters" : "", "\(name(life.name)) for \(age(part.begin))"))
    }
    return rows
  }

  // MARK: Obligations and caps

  /// What the app, the SDK or the user must still do: deadlines of rules that are open.
  ///
  /// Judges the session up to the record: it takes longer than ``rows(due:)``.
  package var obligations: [Row] {
    let results = Judge(rules: rules, overrides: overrides).judge(trace)
    var open: [(remaining: Int64, text: String)] = []
    for (rule, result) in zip(rules, results) where result.hasFindings {
      for undecided in result.undecided where undecided.why == .pending {
        let remaining = undecided.remainingMs ?? .max
        let time = remaining == .max ? "" : " within \(ReadableDuration.text(remaining))"
        open.append((remaining, "\(rule.id)\(time), since seq \(undecided.seq)"))
      }
    }
    let sorted = open.enumerated().sorted { ($0.1.remaining, $0.0) < ($1.1.remaining, $1.0) }
    var rows: [Row] = []
    for (_, due) in sorted.prefix(Self.mostOthers) {
      rows.append((rows.isEmpty ? "due" : "", due.text))
    }
    if sorted.count > Self.mostOthers {
      rows.append(("", "and \(sorted.count - Self.mostOthers) more"))
    }
    return rows
  }

  private func caps(_ session: borrowing Session) -> [Row] {
    var rows: [Row] = []
    let shows = session.shows.appOpenByDay[times.dayNumber(index)] ?? 0
    let cap = session.policy.value(.dailyCap).map { " of \(AuditText.number($0)) (daily_cap)" }
    if shows > 0 || cap != nil {
      rows.append(("caps", "app open shows in this session today: \(shows)\(cap ?? "")"))
    }
    if let gap = session.policy.value(.interstitialMinGapSeconds),
      let last = session.shows.interstitialDismissed.index
    {
      let limit = "(interstitial_min_gap_s \(AuditText.number(gap)))"
      rows.append(
        (rows.isEmpty ? "caps" : "", "last interstitial dismissed \(age(last)) ago \(limit)"))
    }
    return rows
  }
}

extension Trace {
  /// The session up to a record, as it was when the next one was not recorded yet.
  fileprivate func upTo(_ index: Int) -> Trace {
    if index == events.count - 1 { return self }
    let part = Trace()
    part.id = id
    part.header = header
    part.symbols = symbols
    part.events = Array(events[...index])
    for index in part.events.indices {
      if let change = policyChanges[index] { part.policyChanges[index] = change }
    }
    part.gaps = gaps.filter { $0.position <= index }
    part.hasBadSeal = hasBadSeal
    part.reusedNames = reusedNames
    part.end = .cut
    return part
  }
}
