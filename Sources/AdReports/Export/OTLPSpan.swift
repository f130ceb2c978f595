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
    let lives = SessionLives(trace)
    var spans = [OTLPSpan(audited)]
    var finders: [SpanFinder?] = []
    for life in lives.all {
      guard case .slot(let unit, let scene) = life.subject else {
        finders.append(nil)
        continue
      }
      let ad = OTLPSpan(life, unit, scene, trace)
      finders.append(SpanFinder(life, span: spans.count))
      spans.append(ad)
      for part in life.parts where part.stage == .showing {
        spans.append(OTLPSpan(part, of: life, in: ad, trace))
      }
    }
    for index in trace.events.indices {
      let life = lives.ofEvent[index]
      let span = life.flatMap { finders[$0]?.span(ofEvent: index, lives.all[$0]) }
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

  private init(_ life: Life, _ unit: Symbol, _ scene: Symbol, _ trace: Trace) {
    let names = [
      ("unit", unit), ("scene", scene), ("request", life.request), ("ad", life.ad),
    ].filter { $1.isPresent }
    self.init(
      name: Self.name("ad", life), key: "ad \(trace.events[life.begin].seq)", parent: "",
      session: trace.id, begin: life.begin, end: life.end,
      attributes: names.map {
        OTLPAttribute("adjournal.\($0)", .string(trace.symbols.text($1)))
      } + [OTLPAttribute("adjournal.outcome", .string(life.outcome))],
      error: life.failure.map { "error_code \($0)" })
  }

  private init(_ part: Life.Part, of life: Life, in ad: OTLPSpan, _ trace: Trace) {
    self.init(
      name: Self.name("presentation", life), key: "presentation \(trace.events[part.begin].seq)",
      parent: ad.key, session: trace.id, begin: part.begin, end: part.end, attributes: [])
  }

  private static func name(_ kind: String, _ life: Life) -> String {
    [kind, life.format.text].compactMap { $0 }.joined(separator: " ")
  }
}

extension Life {
  /// The last stage that it reached.
  fileprivate var outcome: String {
    if failure != nil { return "failed_to_load" }
    if parts.contains(where: { $0.stage == .showing }) { return "shown" }
    return parts.last?.stage.rawValue ?? ""
  }
}

/// Finds the span of each event of one ad, in the order of the events.
private struct SpanFinder {
  /// The span of the ad; those of its presentations follow it.
  private let ad: Int
  private var part = 0
  private var presentations: Int

  init(_ life: Life, span: Int) {
    ad = span
    presentations = life.parts[0].stage == .showing ? 1 : 0
  }

  /// The span of an event: that of a presentation from its first event to its last.
  mutating func span(ofEvent index: Int, _ life: Life) -> Int {
    while part + 1 < life.parts.count, advances(to: life.parts[part + 1], life, index) {
      part += 1
      if life.parts[part].stage == .showing { presentations += 1 }
    }
    let current = life.parts[part]
    return current.stage == .showing && index <= current.end ? ad + presentations : ad
  }

  /// Whether an event lies in the next stage; the event that ends a presentation belongs to it.
  private func advances(to next: Life.Part, _ life: Life, _ index: Int) -> Bool {
    next.stage == .showing ? next.begin <= index : life.parts[part].end < index
  }
}
