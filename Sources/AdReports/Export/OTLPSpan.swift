internal import AdReplay
internal import JournalFormat
internal import AdAudit
internal import AdRules
internal import AdSession

/// A span: a session, an ad of it, or one presentation of an ad.
struct OTLPSpan {
  let name: String
  /// The key from which its id is made, unique in its session; empty for the session's span.
  let key: String
  /// The ``key`` of its parent; nil for the session's span.
  let parent: String?
  /// The session's name, from which the id of the trace is made.
  let session: String
  /// The index of its first event.
  let begin: Int
  /// The index of its last event.
  let end: Int
  let attributes: [OTLPAttribute]
  /// The message of its error; nil if it did not fail.
  var error: String?
  /// The indexes of the records that become its events.
  var events: [Int] = []
}

extension OTLPSpan {
  /// The spans of a session: its own first, then those of its ads, each before its presentations.
  static func all(of audited: AuditedSession) -> [OTLPSpan] {
    let trace = audited.reading.trace
    let lives = AdLives(trace)
    var spans = [OTLPSpan(audited)]
    var finders: [SpanFinder] = []
    for life in lives.all {
      let ad = OTLPSpan(life, trace)
      finders.append(SpanFinder(life, span: spans.count))
      spans.append(ad)
      for phase in life.phases where phase.stage == .showing {
        spans.append(OTLPSpan(phase, of: life, in: ad, trace))
      }
    }
    for index in trace.events.indices {
      let span = lives.ofEvent[index].map { finders[$0].span(ofEvent: index, lives.all[$0]) }
      spans[span ?? 0].events.append(index)
    }
    return spans
  }

  private init(_ audited: AuditedSession) {
    let trace = audited.reading.trace
    let errors = audited.tally.count(.error)
    self.init(
      name: "session", key: "", parent: nil, session: trace.id, begin: 0,
      end: trace.events.count - 1,
      attributes: [
        OTLPAttribute("adjournal.end", .string(trace.end.rawValue)),
        OTLPAttribute("adjournal.gaps", .integer(Int64(trace.gaps.count))),
      ], error: errors == 0 ? nil : AuditText.count(errors, "violation"))
  }

  private init(_ life: AdLife, _ trace: Trace) {
    let names = [
      ("unit", life.unit), ("scene", life.scene), ("request", life.request), ("ad", life.ad),
    ].filter { $1.isPresent }
    self.init(
      name: Self.name("ad", life), key: "ad \(trace.events[life.begin].seq)", parent: "",
      session: trace.id, begin: life.begin, end: life.end,
      attributes: names.map {
        OTLPAttribute("adjournal.\($0)", .string(trace.symbols.text($1)))
      } + [OTLPAttribute("adjournal.outcome", .string(life.outcome))],
      error: life.failure.map { "error_code \($0)" })
  }

  private init(_ phase: AdLife.Phase, of life: AdLife, in ad: OTLPSpan, _ trace: Trace) {
    self.init(
      name: Self.name("presentation", life), key: "presentation \(trace.events[phase.begin].seq)",
      parent: ad.key, session: trace.id, begin: phase.begin, end: phase.end, attributes: [])
  }

  private static func name(_ kind: String, _ life: AdLife) -> String {
    [kind, life.format.text].compactMap { $0 }.joined(separator: " ")
  }
}

extension AdLife {
  /// The last stage that it reached.
  fileprivate var outcome: String {
    if failure != nil { return "failed_to_load" }
    if phases.contains(where: { $0.stage == .showing }) { return "shown" }
    return phases.last?.stage.rawValue ?? ""
  }
}

/// Finds the span of each event of one ad, in the order of the events.
private struct SpanFinder {
  /// The span of the ad; those of its presentations follow it.
  private let ad: Int
  private var phase = 0
  private var presentations: Int

  init(_ life: AdLife, span: Int) {
    ad = span
    presentations = life.phases[0].stage == .showing ? 1 : 0
  }

  /// The span of an event: that of a presentation from its first event to its last.
  mutating func span(ofEvent index: Int, _ life: AdLife) -> Int {
    while phase + 1 < life.phases.count, advances(to: life.phases[phase + 1], life, index) {
      phase += 1
      if life.phases[phase].stage == .showing { presentations += 1 }
    }
    let current = life.phases[phase]
    return current.stage == .showing && index <= current.end ? ad + presentations : ad
  }

  /// Whether an event lies in the next stage; the event that ends a presentation belongs to it.
  private func advances(to next: AdLife.Phase, _ life: AdLife, _ index: Int) -> Bool {
    next.stage == .showing ? next.begin <= index : life.phases[phase].end < index
  }
}
