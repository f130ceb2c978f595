public import AdSession

/// The times of the records of a session: since its start, in UTC and in the zone of the session.
///
/// The zone is the UTC offset in force, `utc_offset_min`. Where the journal has lost it, local
/// times are those of UTC. Making one is O(records).
public struct SessionTimes {
  private let trace: Trace
  /// Minutes east of UTC, for each record.
  private let offsets: [Int64]
  /// The first record whose zone is known.
  private let firstZone: Int

  /// Computes the zone of each record.
  public init(_ trace: Trace) {
    self.trace = trace
    let events = trace.events
    var zone = ZoneInForce(trace.header?.utcOffsetMinutes ?? 0)
    offsets = events.indices.map { index in
      zone.pass(events, upTo: index)
      return zone.offset
    }
    let changed = events.firstIndex { $0.kind == .appTimeChanged && $0.utcOffsetMin != nil }
    firstZone = trace.header != nil ? 0 : changed ?? events.count
  }

  /// The wall clock of a record in its zone: milliseconds since 1970 began there.
  private func local(_ index: Int) -> Int64 {
    trace.events[index].wall &+ WallClock.offset(offsets[index])
  }

  /// The local time of a record: `23:43:05`.
  func clock(_ index: Int) -> String {
    String(WallClock.text(local(index)).dropLast(5).suffix(8))
  }

  /// The local day and the zone of a record: `2026-11-20, UTC+08:00`.
  func day(_ index: Int) -> String {
    "\(date(ofLocal: local(index))), \(zone(index))"
  }

  /// The local day, time and zone of a record: `2026-11-20 23:43:05, UTC+08:00`.
  package func dayAndClock(_ index: Int) -> String {
    "\(date(ofLocal: local(index))) \(clock(index)), \(zone(index))"
  }

  /// The number of the local day of a record, since 1970.
  func dayNumber(_ index: Int) -> Int64 { day(ofLocal: local(index)) }

  /// The local time of a record with its distance from UTC: `2026-11-20T23:43:05.123+08:00`.
  ///
  /// Nil if the journal has lost the zone.
  package func stamp(_ index: Int) -> String? {
    if index < firstZone { return nil }
    return "\(WallClock.text(local(index)).dropLast())\(distance(index))"
  }

  /// The zone of a record: `UTC+08:00`.
  private func zone(_ index: Int) -> String {
    if index < firstZone { return "UTC (the journal has lost the zone)" }
    return WallClock.offset(offsets[index]) == 0 ? "UTC" : "UTC" + distance(index)
  }

  /// The distance of a record's zone from UTC: `+08:00`.
  private func distance(_ index: Int) -> String {
    let minutes = abs(WallClock.offset(offsets[index])) / 60_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(offsets[index] < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  private func day(ofLocal time: Int64) -> Int64 {
    WallClock.localDay(time, utcOffsetMinutes: 0)
  }

  private func date(ofLocal time: Int64) -> Substring {
    WallClock.text(time).prefix { $0 != "T" }
  }
}

/// Why a session does not have a point, as one sentence.
public struct PointError: Error, CustomStringConvertible {
  /// The sentence.
  public let description: String
}

// MARK: - Points

extension SessionTimes {
  /// A record that was found for a point.
  public struct Found {
    /// The index of the record.
    public let index: Int
    /// What a reader of the result must know, such as which of several days was taken; empty for
    /// nothing.
    public let note: String
  }

  /// Where a point lies among the records.
  private enum Place {
    case before, after
    /// Between a record and the next one.
    case between(Int)
    /// At some records in a row.
    case at(ClosedRange<Int>)

    var isInside: Bool {
      switch self {
      case .before, .after: false
      case .between, .at: true
      }
    }
  }

  /// The last record up to a point; of a minute or a second, up to its end.
  ///
  /// - Throws: The point is before the first record or after the last one.
  public func last(upTo point: SessionPoint) throws(PointError) -> Found {
    let (place, note) = place(of: point, canBe: { $0.isInside })
    switch place {
    case .between(let index): return Found(index: index, note: note)
    case .at(let range): return Found(index: range.upperBound, note: note)
    case .before, .after: throw outside(point, place)
    }
  }

  /// The records from one point to another; nil stands for the start and for the end.
  ///
  /// The start can be before the first record and the end after the last one. A local time of the
  /// end is the first one after the start.
  ///
  /// - Throws: The session has no record between the points.
  public func window(
    from start: SessionPoint?, to end: SessionPoint?
  ) throws(PointError) -> (records: Range<Int>, notes: [String]) {
    var notes: [String] = []
    var first = 0
    if let start {
      let (place, note) = place(of: start) { if case .after = $0 { false } else { true } }
      notes.append(note)
      switch place {
      case .before: first = 0
      case .between(let index): first = index + 1
      case .at(let range): first = range.lowerBound
      case .after: throw outside(start, place)
      }
    }
    var last = trace.events.count - 1
    if let end {
      let (place, note) = place(of: end, since: first) {
        if case .before = $0 { false } else { true }
      }
      notes.append(note)
      switch place {
      case .after: break
      case .between(let index): last = index
      case .at(let range): last = range.upperBound
      case .before where first == 0: throw outside(end, place)
      case .before: last = first - 1
      }
    }
    guard first <= last else {
      throw PointError(
        description: "no record lies between '\(start?.text ?? "")' and '\(end?.text ?? "")'")
    }
    return (first..<last + 1, notes.filter { !$0.isEmpty })
  }

  /// The place of the first reading of a point that can be; else that of its first reading.
  private func place(
    of point: SessionPoint, since start: Int = 0, canBe: (Place) -> Bool
  ) -> (place: Place, note: String) {
    let places = point.readings.map { place(of: $0, point.text, since: start) }
    guard let chosen = places.firstIndex(where: { canBe($0.place) }) else { return places[0] }
    if chosen == 0 { return places[0] }
    let isLocal = point.readings[chosen].scale == .timeOfDay
    let note =
      isLocal
      ? "'\(point.text)' is a local time: the session has no such time since its start"
      : "'\(point.text)' is the time since the start: the session has no such local time"
    return (places[chosen].place, note)
  }

  private func place(
    of reading: SessionPoint.Reading, _ text: String, since start: Int
  ) -> (place: Place, note: String) {
    switch reading.scale {
    case .seq: (place(of: reading.range) { trace.events[$0].seq }, "")
    case .offset: (place(of: reading.range) { trace.events[$0].t }, "")
    case .instant: (place(of: reading.range) { trace.events[$0].wall }, "")
    case .local: (place(of: reading.range, local), "")
    case .timeOfDay: firstPlace(ofTimeOfDay: reading.range, text, since: start)
    }
  }

  /// The place of a range of values; clocks can be set back, so that they need not rise.
  private func place(of range: ClosedRange<Int64>, _ value: (Int) -> Int64) -> Place {
    let indices = trace.events.indices
    if let first = indices.first(where: { range.contains(value($0)) }) {
      let end = indices[first...].first { !range.contains(value($0)) } ?? indices.upperBound
      return .at(first...end - 1)
    }
    let crossing = indices.dropLast().first {
      value($0) < range.lowerBound && value($0 + 1) > range.upperBound
    }
    if let crossing { return .between(crossing) }
    return value(0) > range.upperBound ? .before : .after
  }

  /// The place of a local time among the records since one of them, and a note if it occurs on
  /// several days: the first day with a record at that time, else the first day.
  ///
  /// A local time that the clock skipped, because it was set or because the zone changed, does not
  /// occur.
  private func firstPlace(
    ofTimeOfDay range: ClosedRange<Int64>, _ text: String, since start: Int
  ) -> (place: Place, note: String) {
    let length = range.upperBound - range.lowerBound
    var first: Int64?
    var firstWithRecord: Int64?
    var hasSeveralDays = false
    for index in start..<trace.events.count {
      let now = local(index)
      var next = day(ofLocal: now) &* WallClock.day &+ range.lowerBound
      if now > next &+ length { next &+= WallClock.day }
      let hasRecord = now >= next
      guard hasRecord || isPassed(next &+ length, after: index) else { continue }
      // The app can sleep for days.
      let isRepeated = isPassed(next &+ length &+ WallClock.day, after: index)
      let isOtherDay = first.map { day(ofLocal: $0) != day(ofLocal: next) } ?? false
      hasSeveralDays = hasSeveralDays || isRepeated || isOtherDay
      first = first ?? next
      if hasRecord { firstWithRecord = firstWithRecord ?? next }
    }
    guard let first else {
      let today = day(ofLocal: local(start)) &* WallClock.day
      return (local(start) > today &+ range.upperBound ? .before : .after, "")
    }
    let chosen = firstWithRecord ?? first
    let place = place(of: chosen...chosen &+ length, local)
    if !hasSeveralDays { return (place, "") }
    let end = chosen == first ? "" : " with a record"
    let found = date(ofLocal: chosen)
    return (place, "'\(text)' occurs on several days; \(found) is the first\(end)")
  }

  /// Whether a local time passes between a record and the next one, without a jump of the clock.
  private func isPassed(_ time: Int64, after index: Int) -> Bool {
    guard index + 1 < trace.events.count, local(index + 1) > time else { return false }
    let passed = trace.events[index + 1].t &- trace.events[index].t
    return (local(index + 1) &- local(index) &- passed).magnitude < 60_000
  }

  /// Says on which side of the session a point is, and where the session begins or ends.
  private func outside(_ point: SessionPoint, _ place: Place) -> PointError {
    let isBefore = if case .before = place { true } else { false }
    let index = isBefore ? 0 : trace.events.count - 1
    let event = trace.events[index]
    let time =
      switch point.readings[0].scale {
      case .seq, .instant: WallClock.text(event.wall)
      case .offset: AuditText.clock(event.t)
      case .local, .timeOfDay: dayAndClock(index)
      }
    let side = isBefore ? "before the session, which begins" : "after the session, which ends"
    return PointError(description: "'\(point.text)' is \(side) with seq \(event.seq) at \(time)")
  }
}
