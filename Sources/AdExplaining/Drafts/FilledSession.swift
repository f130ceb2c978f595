internal import AdSession

/// A session whose gaps are filled with neutral records (`note`), and the places for other records.
///
/// A counted gap gets exactly as many records as it lost, but at most ``mostNeutral``. Records
/// about the recording itself (`recorder.gap`, `session.continued`, `session.sealed`) become
/// neutral records, since they would contradict the filled journal. A lost header is replaced by a
/// plain one.
struct FilledSession {
  let draft: SessionDraft
  /// Gaps, and the end of a session that has no `session.ended`.
  let places: [Place]
  /// Whether the header is lost, so that the header of the draft is invented.
  let lacksHeader: Bool

  /// The maximum number of neutral records for one gap.
  static let mostNeutral = 1000

  init(_ trace: Trace, header: Header? = nil) {
    var builder = Builder(trace, header)
    for index in trace.events.indices {
      if let gap = builder.gapAt[index] { builder.fill(gap, before: index) }
      builder.append(trace.events[index], origin: index)
    }
    builder.end()
    draft = builder.draft
    places = builder.places
    lacksHeader = trace.header == nil
  }

  init(_ draft: SessionDraft, places: [Place], lacksHeader: Bool) {
    self.draft = draft
    self.places = places
    self.lacksHeader = lacksHeader
  }

  /// The session with records at some of its places; nil if a place has no room for them.
  func adding(_ additions: [Addition]) -> SessionDraft? {
    if additions.isEmpty { return draft }
    var result = draft
    for number in places.indices.reversed() {
      let added = additions.filter { $0.place == number }
      if added.isEmpty { continue }
      let place = places[number]
      if let capacity = place.capacity, added.count > capacity { return nil }
      let replaced = min(added.count, place.neutral)
      let range = (place.position - replaced)..<place.position
      let records = added.sorted { $0.record.t < $1.record.t }.map {
        draft.timed($0.record, at: $0.record.t, before: place.position)
      }
      result.events.replaceSubrange(range, with: records)
      result.origins.replaceSubrange(
        range, with: repeatElement(.added(number), count: records.count))
    }
    return result
  }

  /// A record at a place.
  struct Addition {
    let place: Int
    let record: Event
  }

  private struct Builder {
    let gapAt: [Int: Gap]
    let trace: Trace
    var draft: SessionDraft
    var places: [Place] = []

    init(_ trace: Trace, _ header: Header?) {
      self.trace = trace
      var gapAt: [Int: Gap] = [:]
      for gap in trace.gaps where gapAt[gap.position] == nil { gapAt[gap.position] = gap }
      self.gapAt = gapAt
      let captured = trace.captured
      draft = SessionDraft(
        id: String(trace.id.prefix { $0 != "#" }),
        header: (header ?? trace.header ?? .plain).changed {
          $0.checksums = nil
          $0.seals = nil
          if header?.captures == nil { $0.captures = captured }
        },
        events: [], origins: [], policies: trace.policyChanges, symbols: trace.symbols,
        reusedNames: trace.reusedNames)
      draft.events.reserveCapacity(trace.events.count + 16)
      if trace.header == nil, let first = trace.events.first { begin(before: first) }
    }

    /// Adds the lost header: the session began when `t` was 0.
    private mutating func begin(before first: Event) {
      var event = Event(.sessionBegan)
      event.t = min(0, first.t)
      event.wall = first.wall &- (first.t &- event.t)
      draft.insert(event, from: .header, at: 0)
    }

    mutating func append(_ event: Event, origin: Int) {
      draft.events.append(event.isBookkeeping ? event.asNote : event)
      draft.origins.append(.session(origin))
    }

    mutating func fill(_ gap: Gap, before index: Int) {
      let isHead = trace.header == nil && index == 0
      let capacity = gap.dropped.map { Int(clamping: max(0, $0 - (isHead ? 1 : 0))) }
      let neutral = min(capacity ?? 0, FilledSession.mostNeutral)
      let earliest = draft.events.last?.t ?? 0
      for _ in 0..<neutral {
        draft.insert(
          draft.timed(Event(.note), at: earliest, before: draft.events.count), from: .neutral,
          at: draft.events.count)
      }
      places.append(
        Place(
          reason: .lost, position: draft.events.count, earliest: earliest,
          latest: index < trace.events.count ? trace.events[index].t : nil, capacity: capacity,
          neutral: neutral))
    }

    mutating func end() {
      if let gap = gapAt[trace.events.count] {
        return fill(Gap(position: gap.position, dropped: gap.dropped), before: trace.events.count)
      }
      if draft.events.contains(where: { $0.kind == .sessionEnded }) { return }
      places.append(
        Place(
          reason: .later, position: draft.events.count, earliest: draft.events.last?.t ?? 0,
          latest: nil, capacity: nil, neutral: 0))
    }
  }
}

extension Event {
  /// Whether the record is about the recording, not about the app; or of an unknown kind.
  fileprivate var isBookkeeping: Bool {
    switch kind {
    case .recorderGap, .sessionContinued, .sessionSealed, .unknown: true
    default: false
    }
  }

  /// A neutral record with the same envelope.
  fileprivate var asNote: Event {
    var note = Event(.note)
    (note.seq, note.t, note.wall, note.line) = (seq, t, wall, line)
    return note
  }
}

extension Header {
  /// The header that replaces a lost one.
  static var plain: Header {
    let header = Header()
    (header.app, header.appVersion, header.build) = ("unknown", "unknown", .release)
    (header.os, header.osVersion) = ("unknown", "unknown")
    (header.sdk, header.sdkVersion) = ("unknown", "unknown")
    return header
  }
}
