public import AdSession
internal import JSONLines

/// Writes the state of a session as one JSON object, as `adjournal replay` prints it.
public struct StateJSON {
  let trace: Trace
  let index: Int
  var writer: JSONWriter

  /// The state after the record with this index, as one JSON object.
  ///
  /// O(state): every ad and every load of the session is listed.
  public static func bytes(
    _ session: borrowing Session, _ trace: Trace, after index: Int
  ) -> [UInt8] {
    let writer = JSONWriter(reserving: capacity(for: session))
    var state = StateJSON(trace: trace, index: index, writer: writer)
    state.write(session)
    return state.writer.bytes
  }

  /// A size in bytes that nearly every state fits in.
  private static func capacity(for session: borrowing Session) -> Int {
    2048 + session.ads.count * 192 + session.loads.count * 128
  }

  private mutating func write(_ session: borrowing Session) {
    let event = trace.events[index]
    writer.beginObject()
    writer.field("session", trace.id)
    writer.field("seq", event.seq)
    writer.field("t", event.t)
    writer.field("wall", WallClock.text(event.wall))
    writer.field("event", event.kind.name)
    writeApp(session.app)
    writeScreen(session.screen)
    writeConsent(session)
    writeScenes(session)
    writeSlots(session)
    writeAds(session)
    writeLoads(session)
    writeShows(session)
    writePolicy(session.policy)
    if let offset = session.utcOffsetMinutes { writer.field("utc_offset_min", offset) }
    writer.endObject()
  }

  private mutating func writeApp(_ app: borrowing AppState) {
    writer.key("app")
    writer.beginObject()
    writer.field("phase", app.phase.rawValue)
    if let cold = app.isCold { writer.field("cold", cold) }
    writer.field("launching", app.launchEnded.isAbsent)
    writer.field("background_spans", app.spans.count)
    writer.field("real_returns", app.realReturns.count)
    if let span = app.spans.last {
      writer.key("last_background")
      writer.beginObject()
      writer.field("from_seq", trace.events[span.begin].seq)
      if span.end.isPresent { writer.field("to_seq", seq(span.end)) }
      writer.field("cause", Self.name(of: span.cause))
      writer.endObject()
    }
    writer.endObject()
  }

  private static func name(of cause: BackgroundSpan.Cause) -> String {
    switch cause {
    case .real: "real"
    case .lock: "lock"
    case .unknown: "unknown"
    }
  }

  private mutating func writeScreen(_ screen: borrowing ScreenState) {
    writer.key("screen")
    writer.beginObject()
    writer.field("splash", screen.splashBegan > screen.splashFinished)
    if screen.contentShown.isPresent { writer.field("content_shown_seq", seq(screen.contentShown)) }
    writer.field("user_actions", screen.actions)
    let suppressions = screen.openSuppressions
    writer.array("suppressions") { writer in
      for suppression in suppressions { writer.string(suppression.why.text ?? "other") }
    }
    let windows = screen.openWindows.sorted { $0.value < $1.value }
    writer.array("windows") { writer in
      for window in windows { writer.string(trace.symbols.text(window.key)) }
    }
    writer.endObject()
  }

  private mutating func writeConsent(_ session: borrowing Session) {
    writer.key("consent")
    writer.beginObject()
    if let allowed = session.consent.canRequestAds { writer.field("can_request_ads", allowed) }
    writer.field("sdk_started", session.consent.sdkStarted.isPresent)
    writer.field("form_shown", session.consent.formShown.isPresent)
    writer.endObject()
  }

  private mutating func writeShows(_ session: borrowing Session) {
    writer.key("app_open_shows_by_day")
    writer.beginObject()
    var counts: [(day: Int64, count: Int64)] = []
    for day in session.shows.appOpenDays {
      if let known = counts.firstIndex(where: { $0.day == day }) {
        counts[known].count += 1
      } else {
        counts.append((day, 1))
      }
    }
    for (day, count) in counts where day > .min {
      writer.key(String(WallClock.text(day * WallClock.day).prefix(10)))
      writer.integer(count)
    }
    writer.endObject()
  }

  private mutating func writePolicy(_ policy: Policy) {
    writer.object("policy") { writer in
      for key in PolicyKey.allCases {
        guard let value = policy.value(key) else { continue }
        writer.key(key.name)
        writer.number(value)
      }
    }
  }
}

extension StateJSON {
  /// The `seq` of an event; 0 if there is none.
  func seq(_ index: EventIndex) -> Int64 { index.index.map { trace.events[$0].seq } ?? 0 }

  /// Writes a key and the text of a symbol, or nothing for an absent symbol.
  mutating func name(_ key: StaticString, _ symbol: Symbol) {
    if symbol.isPresent { writer.field(key, trace.symbols.text(symbol)) }
  }
}
