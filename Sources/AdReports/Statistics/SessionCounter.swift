internal import AdAudit
internal import AdSession

/// Counts the outcomes of the requests and ads of one session.
struct SessionCounter {
  private(set) var statistics: AdStatistics
  private let trace: Trace
  /// The file of the session, for examples.
  private let path: String
  /// Whether impressions and payments are recorded; loads and presentations always are.
  private let recordsRevenue: Bool
  /// For each field that has one value in the whole session, that value.
  private let constants: [String?]
  private var zone: ZoneInForce
  private var requests: [Request] = []
  private var ads: [Ad] = []
  /// The latest request and the latest ad of each name, by the id of its symbol.
  private var requestOfName: [Int?]
  private var adOfName: [Int?]
  private var strays: Set<Symbol> = []
  private var time = ActiveTime()
  private var days = SortedTable<Int64, Int>()
  /// Judges shows; nil where no group is of a network, an adapter or a creative.
  private let judge: ShowJudge?
  /// The index of the full-screen ad that was shown last.
  private var lastShown: Int?

  /// The values by which a request or an ad is grouped.
  private struct Grouping {
    var unit: Symbol
    var format: Word
    var adapter = Symbol.absent
    var network = Symbol.absent
    var creative = Symbol.absent
    /// The local day; nil without times, and without a header, which has the zone.
    var day: Int64?

    /// Takes over the names of the adapter, the network and the creative that another one has.
    mutating func addNames(of other: Grouping) {
      if other.adapter.isPresent { adapter = other.adapter }
      if other.network.isPresent { network = other.network }
      if other.creative.isPresent { creative = other.creative }
    }
  }

  private struct Request {
    var grouping: Grouping
    /// The event of the request; nil if only the answer is recorded.
    var start: Int?
    var latency: Int64?
    var isFilled = false
    var failure: FailureKind?
  }

  private struct Ad {
    let name: Symbol
    let grouping: Grouping
    /// The event that loaded it.
    let index: Int
    var isShown = false
    /// The first show, of a full-screen ad.
    var show: FullScreenShow?
    /// The event that ended it unseen, and why.
    var end: (index: Int, reason: Word)?
  }

  init(_ trace: Trace, path: String, _ statistics: AdStatistics) {
    self.trace = trace
    self.path = path
    self.statistics = statistics
    requestOfName = Array(repeating: nil, count: trace.symbols.count)
    adOfName = requestOfName
    recordsRevenue = trace.captured.contains(ClassSet(.revenue))
    let needsFacts = statistics.fields.contains {
      [.version, .sdkVersion, .os, .build].contains($0)
    }
    let facts = needsFacts ? HeaderFacts(trace) : HeaderFacts()
    constants = statistics.fields.map { Self.constant($0, trace.header, facts) }
    zone = ZoneInForce(trace.header?.utcOffsetMinutes ?? 0)
    time.measure(trace)
    judge = statistics.fields.contains { $0.isOfNetwork } ? ShowJudge(trace, time) : nil
  }

  /// The value of a field of the header; nil for a field of ads, and for the day.
  private static func constant(
    _ field: StatisticsField, _ header: Header?, _ facts: HeaderFacts
  ) -> String? {
    switch field {
    case .app: header?.app.isEmpty == false ? header?.app : field.absence
    case .version: facts.appVersion ?? field.absence
    case .sdkVersion: facts.sdkWithVersion ?? field.absence
    case .os: facts.system ?? field.absence
    case .build: facts.build ?? field.absence
    case .unit, .format, .adapter, .network, .creative, .day: nil
    }
  }

  mutating func count() {
    for (index, event) in trace.events.enumerated() { take(event, index) }
    for request in requests { count(request) }
    for ad in ads { count(ad) }
    countSession()
    statistics.sessions += 1
    statistics.records += trace.events.count
    if trace.end != .clean { statistics.cut += 1 }
    if !trace.gaps.isEmpty { statistics.withGaps += 1 }
    if !recordsRevenue { statistics.withoutRevenue += 1 }
    if !trace.hasTimes { leaveOutOfDays() }
    statistics.strayShows += strays.count
  }

  /// Leaves the session, the only one that is counted, out of the rates per day.
  private mutating func leaveOutOfDays() {
    statistics.withoutTimes += 1
    for (key, figures) in statistics.groups.entries {
      statistics.groups[key, AdFigures()].undated = UndatedFigures(figures)
    }
  }

  private mutating func take(_ event: Event, _ index: Int) {
    if event.kind == .appTimeChanged { zone.offset = event.utcOffsetMin ?? zone.offset }
    if let day = day(of: event), days.lastKey != day { days[day, 0] = 1 }
    switch event.kind {
    case .adRequested:
      begin(Request(grouping: grouping(of: event, index), start: index), event.request)
    case .adLoaded: take(loaded: event, index)
    case .adFailedToLoad: take(failed: event, index)
    case .adWillPresent: show(event.ad, index)
    case .adImpression:
      show(event.ad, index)
      changeAd(of: event, index) { $0.impressions += 1 }
    case .adClicked:
      changeAd(of: event, index) { $0.clicks += 1 }
      changeShow(of: event.ad) { if $0.click == nil { $0.click = index } }
    case .adRewardEarned: changeShow(of: event.ad) { $0.isRewarded = true }
    case .adDismissed, .adFailedToPresent:
      changeShow(of: event.ad) { show in
        if show.end != nil { return }
        show.end = index
        show.isDismissed = event.kind == .adDismissed
      }
    case .userActed: note(userAt: index)
    case .adExpired: end(event.ad, index, .expired)
    case .adDiscarded: end(event.ad, index, event.reason)
    case .adPaid: pay(event, index)
    default: break
    }
  }

  private func grouping(of event: Event, _ index: Int) -> Grouping {
    var grouping = Grouping(unit: event.unit, format: event.format, day: day(of: event))
    // The field is the name of an adapter only in these two kinds.
    let isAnswer = event.kind == .adLoaded || event.kind == .adFailedToLoad
    if isAnswer { grouping.adapter = event.text }
    if event.kind == .adLoaded && !trace.freeTexts.isEmpty {
      grouping.network = trace.freeTextSymbol(.network, ofEvent: index)
      grouping.creative = trace.freeTextSymbol(.creative, ofEvent: index)
    }
    return grouping
  }

  /// The local day; nil without times, and without a header, which has the zone.
  private func day(of event: Event) -> Int64? {
    trace.header == nil || !trace.hasTimes
      ? nil : WallClock.localDay(event.wall, utcOffsetMinutes: zone.offset)
  }

  // MARK: Requests

  private mutating func begin(_ request: Request, _ name: Symbol) {
    requestOfName[Int(name.id)] = requests.count
    requests.append(request)
  }

  /// The index of the request that an event answers; a request without a record begins here.
  private mutating func answered(by event: Event, _ index: Int) -> Int {
    let answer = grouping(of: event, index)
    if requestOfName[Int(event.request.id)] == nil {
      begin(Request(grouping: answer), event.request)
    }
    let number = requestOfName[Int(event.request.id)] ?? 0
    requests[number].grouping.addNames(of: answer)
    return number
  }

  private mutating func take(loaded event: Event, _ index: Int) {
    let number = answered(by: event, index)
    if !requests[number].isFilled {
      requests[number].isFilled = true
      requests[number].latency = requests[number].start.flatMap { latency(from: $0, to: index) }
    }
    var grouping = grouping(of: event, index)
    grouping.day = requests[number].grouping.day
    adOfName[Int(event.ad.id)] = ads.count
    ads.append(Ad(name: event.ad, grouping: grouping, index: index))
  }

  /// The foreground time of a load; nil without times, or if a gap can hide that the app was in the
  /// background.
  private func latency(from start: Int, to end: Int) -> Int64? {
    !trace.hasTimes || time.hasGap(after: start, before: end)
      ? nil : time.least(from: start, to: end)
  }

  private mutating func take(failed event: Event, _ index: Int) {
    let number = answered(by: event, index)
    guard requests[number].failure == nil, let code = event.errorCode else { return }
    requests[number].failure = FailureKind(
      code: code, cause: event.failureCause(under: trace.header).text)
  }

  private mutating func count(_ request: Request) {
    change(request.grouping) { figures in
      figures.requests += 1
      if let latency = request.latency { figures.latencies.add(latency) }
      if request.isFilled {
        figures.filled += 1
      } else if let failure = request.failure {
        figures.failed += 1
        figures.failures.add(1, to: failure)
      }
    }
  }

  // MARK: Ads

  private mutating func show(_ name: Symbol, _ index: Int) {
    guard let number = adOfName[Int(name.id)] else {
      strays.insert(name)
      return
    }
    ads[number].isShown = true
    if judge == nil || ads[number].show != nil || !ads[number].grouping.format.isFullScreen {
      return
    }
    ads[number].show = FullScreenShow(at: index)
    lastShown = number
  }

  private mutating func changeShow(of name: Symbol, _ body: (inout FullScreenShow) -> Void) {
    guard let number = adOfName[Int(name.id)], var show = ads[number].show else { return }
    body(&show)
    ads[number].show = show
  }

  /// Notes that the user acted, which shows that the last ad is gone.
  private mutating func note(userAt index: Int) {
    guard let number = lastShown, let show = ads[number].show, show.over == nil,
      judge?.isOver(show, at: index) == true
    else { return }
    ads[number].show?.over = index
  }

  private mutating func end(_ name: Symbol, _ index: Int, _ reason: Word) {
    guard let number = adOfName[Int(name.id)] else { return }
    if reason == .shown { ads[number].isShown = true }
    if ads[number].end == nil { ads[number].end = (index, reason) }
  }

  private mutating func count(_ ad: Ad) {
    let isUnknown = isUndecided(ad)
    let (judge, path) = (judge, path)
    change(ad.grouping) { figures in
      figures.ads += 1
      if ad.isShown {
        figures.shown += 1
      } else if isUnknown {
        figures.undecided += 1
      } else if let reason = ad.end?.reason {
        if reason == .expired {
          figures.expired += 1
        } else if reason != .resized {
          figures.discarded += 1
        }
      } else {
        figures.leftOver += 1
      }
      if let show = ad.show {
        judge?.add(show, of: ad.grouping.format, to: &figures.shows, path: path)
      }
    }
  }

  /// Whether an ad without a recorded show may have been shown.
  private func isUndecided(_ ad: Ad) -> Bool {
    let isFullScreen = ![.banner, .native].contains(ad.grouping.format)
    if !recordsRevenue && !isFullScreen || trace.reusedNames.contains(ad.name) { return true }
    if ad.end == nil && trace.end != .clean { return true }
    let last = ad.end?.index ?? trace.events.count
    return trace.gaps.contains { $0.position > ad.index && $0.position <= last }
  }

  private mutating func pay(_ event: Event, _ index: Int) {
    guard let micros = event.valueMicros else { return }
    let kind = RevenueKind(
      currency: trace.symbols.text(event.text), precision: event.precision.text ?? "unknown")
    changeAd(of: event, index) { figures in
      figures.revenue.add(micros, to: kind)
      figures.payments.add(1, to: kind)
    }
  }

  /// Changes the figures of the group of an event of an ad, on the day of the event.
  private mutating func changeAd(
    of event: Event, _ index: Int, _ body: (inout AdFigures) -> Void
  ) {
    var grouping = grouping(of: event, index)
    if let number = adOfName[Int(event.ad.id)] { grouping.addNames(of: ads[number].grouping) }
    change(grouping, body)
  }

  // MARK: Groups

  private mutating func change(_ grouping: Grouping, _ body: (inout AdFigures) -> Void) {
    let fields = statistics.fields
    let key = GroupKey(values: fields.indices.map { constants[$0] ?? text(fields[$0], grouping) })
    body(&statistics.groups[key, AdFigures()])
  }

  /// Counts the session for the groups that it belongs to: one for each day, if groups have days.
  private mutating func countSession() {
    let fields = zip(statistics.fields, constants).filter { $0.0.isOfSession }
    let days = days.entries.map { $0.key }
    let isDaily = statistics.fields.contains(.day) && !days.isEmpty
    let parts = isDaily ? days.map { [$0] } : [days]
    let install = InstallHash(trace)?.value ?? SessionHash.value(path, trace.id) >> 16
    for part in parts {
      let grouping = Grouping(unit: .absent, format: .absent, day: part.first)
      let key = GroupKey(values: fields.map { $1 ?? text($0, grouping) })
      statistics.sessionsOfGroups[key, GroupSessions()]
        .add(GroupSessions(install: install, days: part))
    }
  }

  private func text(_ field: StatisticsField, _ grouping: Grouping) -> String {
    let text =
      switch field {
      case .unit: trace.symbols.text(grouping.unit)
      case .format: grouping.format.text ?? ""
      case .adapter: trace.symbols.text(grouping.adapter)
      case .network: trace.symbols.text(grouping.network)
      case .creative: trace.symbols.text(grouping.creative)
      case .day: grouping.day.map { String(WallClock.text($0 * 86_400_000).prefix(10)) } ?? ""
      case .app, .version, .sdkVersion, .os, .build: ""
      }
    return text.isEmpty ? field.absence : text
  }
}
