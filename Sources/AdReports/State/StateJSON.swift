public import AdSession
internal import JSONLines

/// The events that a state names, by their indexes.
struct StateEvents {
  /// An event that still counts: the last one, that of an ad that is held, that of a scene's size.
  let event: (Int) -> Event
  /// The `seq` of any event.
  let seq: (Int) -> Int64
}

/// The state of a session as JSON: what the replay shows, one value a line of `--diff`.
public struct StateJSON {
  let place: UnsafePointer<Session>
  /// The state; it stays where it is, since it is never copied.
  var session: Session { _read { yield place.pointee } }
  let id: String
  let symbols: SymbolTable
  let events: StateEvents
  let index: Int
  var writer: JSONWriter

  /// The state after the record of this index (-1: before the first), as one JSON object.
  public static func text(
    _ session: borrowing Session, _ trace: Trace, after index: Int
  ) -> String {
    let events = StateEvents(event: { trace.events[$0] }, seq: { trace.events[$0].seq })
    let bytes = bytes(session, id: trace.id, trace.symbols, events, after: index)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The state after the record of an index of a session whose events are anywhere.
  static func bytes(
    _ session: borrowing Session, id: String, _ symbols: SymbolTable, _ events: StateEvents,
    after index: Int
  ) -> [UInt8] {
    withUnsafePointer(to: session) { place in
      var state = StateJSON(
        place: place, id: id, symbols: symbols, events: events, index: index,
        writer: JSONWriter(reserving: room(for: session)))
      state.writeAll()
      return state.writer.bytes
    }
  }

  /// Room for nearly every state of such tables, so that a long one is not moved while it grows.
  private static func room(for session: borrowing Session) -> Int {
    2048 + session.ads.count * 192 + session.loads.count * 128
  }

  private mutating func writeAll() {
    writer.beginObject()
    string("session", id)
    if index >= 0 {
      let event = events.event(index)
      integer("seq", event.seq)
      integer("t", event.t)
      string("wall", WallClock.text(event.wall))
      string("event", event.kind.name)
    }
    writeApp()
    writeScreen()
    writeConsent()
    writeScenes()
    writeSlots()
    writeAds()
    writeLoads()
    writeShows()
    writePolicy()
    writer.endObject()
  }

  private mutating func writeApp() {
    writer.key("app")
    writer.beginObject()
    string("phase", session.app.phase.rawValue)
    if let cold = session.app.isCold { boolean("cold", cold) }
    boolean("launching", session.app.launchEnded.isAbsent)
    integer("background_spans", Int64(session.app.spans.count))
    integer("real_returns", Int64(session.app.realReturns.count))
    if let span = session.app.spans.last {
      writer.key("last_background")
      writer.beginObject()
      integer("from_seq", seq(span.begin))
      if span.end.isPresent { integer("to_seq", seq(span.end)) }
      string("cause", cause(span.cause))
      writer.endObject()
    }
    writer.endObject()
  }

  private func cause(_ cause: BackgroundSpan.Cause) -> String {
    switch cause {
    case .real: "real"
    case .lock: "lock"
    case .unknown: "unknown"
    }
  }

  private mutating func writeScreen() {
    let screen = session.screen
    writer.key("screen")
    writer.beginObject()
    boolean("splash", screen.splashBegan > screen.splashFinished)
    if screen.contentShown.isPresent { integer("content_shown_seq", seq(screen.contentShown)) }
    integer("user_actions", Int64(screen.actions))
    writer.key("suppressions")
    writer.beginArray()
    for suppression in screen.openSuppressions {
      writer.string(suppression.why.text ?? "other")
    }
    writer.endArray()
    writer.key("windows")
    writer.beginArray()
    for window in screen.openWindows.sorted(by: { $0.value < $1.value }) {
      writer.string(text(window.key))
    }
    writer.endArray()
    writer.endObject()
  }

  private mutating func writeConsent() {
    writer.key("consent")
    writer.beginObject()
    if let allowed = session.consent.canRequestAds { boolean("can_request_ads", allowed) }
    boolean("sdk_started", session.consent.sdkStarted.isPresent)
    boolean("form_shown", session.consent.formShown.isPresent)
    writer.endObject()
  }

  private mutating func writeShows() {
    writer.key("app_open_shows_by_day")
    writer.beginObject()
    var counts: [(day: Int64, count: Int64)] = []
    for day in session.shows.appOpenDays {
      if let place = counts.firstIndex(where: { $0.day == day }) {
        counts[place].count += 1
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

  private mutating func writePolicy() {
    writer.key("policy")
    writer.beginObject()
    for key in PolicyKey.allCases {
      guard let value = session.policy.value(key) else { continue }
      writer.key(key.name)
      writer.number(value)
    }
    writer.endObject()
    if let offset = session.utcOffsetMinutes { integer("utc_offset_min", offset) }
  }
}

extension StateJSON {
  func seq(_ index: Int) -> Int64 { events.seq(index) }

  func seq(_ index: EventIndex) -> Int64 { index.index.map { events.seq($0) } ?? 0 }

  func text(_ symbol: Symbol) -> String { symbols.text(symbol) }

  mutating func string(_ key: StaticString, _ value: String) {
    writer.key(key)
    writer.string(value)
  }

  mutating func integer(_ key: StaticString, _ value: Int64) {
    writer.key(key)
    writer.integer(value)
  }

  mutating func boolean(_ key: StaticString, _ value: Bool) {
    writer.key(key)
    writer.boolean(value)
  }

  mutating func name(_ key: StaticString, _ symbol: Symbol) {
    if symbol.isPresent { string(key, text(symbol)) }
  }
}
