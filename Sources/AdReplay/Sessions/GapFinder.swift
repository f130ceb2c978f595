internal import AdSession

/// Finds the gaps of a session, and reports the missing records that nothing explains as damage.
///
/// A gap is a position between two records where the journal lost something; see section 9 of
/// `Journals/FORMAT.md`. In the table, `s:c` is a gap before record `s` that lost `c` records,
/// `end:?` is a gap at the end of unknown size.
///
/// | lines (the number is `seq`) | gaps | damage |
/// |---|---|---|
/// | 1 2 5 | `5:2` | `seq-gap` |
/// | 6 7 8 | `6:5` | `no-header` |
/// | 1 2 3 and no more | none | none |
/// | 1 2, damaged 3, 4 | `4:1` | the line's |
/// | 1 2, damaged 4, 6 | `6:3` | the line's, and `seq-gap` for 3 and 5 |
/// | 1 2, damaged line without `seq`, 6 | `6:3` | the line's: it explains the whole hole |
/// | 1 2, damaged 2, 3 | `3:0` | the line's |
/// | 1 2, damaged line without `seq` | `end:?` | the line's |
/// | 1 2, 3 torn | `end:1` | `torn-tail` |
/// | 1 2, 3 with two contents | `end:1` | `record-conflict` |
/// | 1 2 3, NUL bytes | `end:?` | `nul-padding` |
/// | 1 2, `recorder.gap` 6 with `dropped` 3, 7 | `6:3` | none |
/// | 1 2, `recorder.gap` 8 with `dropped` 3, 9 | `8:5` | `seq-gap` |
/// | 1 2, `recorder.gap` 3 with `dropped` 3, 4 | `3:3` | none |
struct GapFinder {
  private let session: SessionPointer
  private let order: RecordOrder
  /// The positions of the gaps, unsorted.
  private var positions: [Int] = []
  /// The missing `seq`s that a damaged line or a dropped record explains.
  private var explained: [Int64]
  /// The positions at which all missing `seq`s are explained.
  private var explainedHoles: Set<Int> = []
  private var endIsUnknown = false
  /// The last `seq` that was lost with a torn tail; nil if there is no torn tail.
  ///
  /// The process died while it wrote that record.
  private var tornSeq: Int64?

  init(session: SessionPointer, order: RecordOrder) {
    self.session = session
    self.order = order
    explained = order.droppedSeqs
  }

  mutating func run(_ reading: inout SessionReading) {
    let trace = reading.trace
    addDamagedLines(&reading)
    for index in order.unchecked { explain([seq(of: index)], after: index, trace.events) }
    explained.sort()
    addHeader(&reading)
    addHoles(&reading)
    addEnd(trace.events)
    trace.gaps = gaps(trace.events)
  }

  private func seq(of record: Int) -> Int64 { session.value.records[record].event.seq }

  private mutating func addDamagedLines(_ reading: inout SessionReading) {
    let lines = session.value.damaged.lines
    for (index, line) in lines.enumerated() {
      reading.damage.add(
        line.finding(in: session.value.id, path: session.value.path(ofDamaged: index)))
      if line.code == .secondHeader && line.seqs.isEmpty { continue }
      if line.isTail && isInLastSegment(index) {
        positions.append(reading.trace.events.count)
        explained += line.seqs
        if line.code == .tornTail {
          reading.trace.end = .torn
          tornSeq = line.seqs.max() ?? 0
        } else {
          endIsUnknown = true
        }
      } else {
        explain(line.seqs, after: line.after, reading.trace.events)
      }
    }
  }

  private func isInLastSegment(_ damaged: Int) -> Bool {
    session.value.segments.last.map { $0.damaged <= damaged } ?? true
  }

  /// Takes a damaged line as the explanation of the `seq`s it names, else of the hole at its
  /// location.
  private mutating func explain(_ seqs: [Int64], after record: Int, _ events: [Event]) {
    let missing = seqs.filter { position(after: $0 - 1, events).seq != $0 }
    let within = missing.filter { $0 < events.last?.seq ?? 0 }
    explained += within
    if missing.count > within.count { addUnknownEnd(events) }
    guard missing.isEmpty else { return }
    let before = record > 0 ? seq(of: record - 1) : 0
    let (index, seq) = position(after: before, events)
    guard let next = seq else { return addUnknownEnd(events) }
    positions.append(index)
    let previous = index > 0 ? events[index - 1].seq : 0
    if next - previous > 1 { explainedHoles.insert(index) }
  }

  private mutating func addUnknownEnd(_ events: [Event]) {
    positions.append(events.count)
    endIsUnknown = true
  }

  /// The first event with a higher `seq`.
  private func position(after seq: Int64, _ events: [Event]) -> (index: Int, seq: Int64?) {
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].seq > seq { high = middle } else { low = middle + 1 }
    }
    return (low, low < events.count ? events[low].seq : nil)
  }

  /// A session that does not begin with its header has a gap before it.
  private mutating func addHeader(_ reading: inout SessionReading) {
    guard let first = reading.trace.events.first, first.kind != .sessionBegan else { return }
    positions.append(0)
    var because =
      "the session begins with record \(first.seq), `\(first.kind.name)`, "
      + "and not with `session.began`"
    if first.kind == .sessionContinued { because += Self.whyAlone }
    if let record = order.records.first {
      reading.damage.add(Damage(.noHeader, record: record, of: session, because: because))
    }
  }

  /// Why a segment may stand alone.
  private static let whyAlone =
    "; the segment before it was not given, or this record is not in the first "
    + "\(SegmentPlan.searched >> 10) KiB of its file"

  private mutating func addHoles(_ reading: inout SessionReading) {
    let events = reading.trace.events
    for position in events.indices {
      let event = events[position]
      if event.kind == .recorderGap { positions.append(position) }
      let previous = position > 0 ? events[position - 1].seq : 0
      guard event.seq - previous > 1 else { continue }
      positions.append(position)
      guard position > 0, !explainedHoles.contains(position) else { continue }
      let missing = event.seq - previous - 1
      let unexplained = missing - count(after: previous, before: event.seq) - dropped(event)
      if unexplained > 0 { addHole(position, previous, event.seq, unexplained, &reading) }
    }
  }

  private func addHole(
    _ position: Int, _ previous: Int64, _ next: Int64, _ unexplained: Int64,
    _ reading: inout SessionReading
  ) {
    let what = unexplained == 1 ? "1 record is" : "\(unexplained) records are"
    let because = "record \(next) follows record \(previous): \(what) missing without a reason"
    reading.damage.add(
      Damage(.seqGap, record: order.records[position], of: session, because: because))
  }

  /// The number of records that a `recorder.gap` reports as lost.
  private func dropped(_ event: Event) -> Int64 {
    event.kind == .recorderGap ? max(0, event.dropped ?? 0) : 0
  }

  /// The number of explained `seq`s between two others.
  private func count(after low: Int64, before high: Int64) -> Int64 {
    var count: Int64 = 0
    var last: Int64 = low
    var index = explained.partition { $0 <= low }
    while index < explained.count, explained[index] < high {
      if explained[index] > last { count += 1 }
      last = explained[index]
      index += 1
    }
    return count
  }

  /// Adds a gap for dropped records behind the last trusted one.
  private mutating func addEnd(_ events: [Event]) {
    if let last = order.droppedSeqs.last, last > events.last?.seq ?? 0 {
      positions.append(events.count)
    }
  }

  private func gaps(_ events: [Event]) -> [Gap] {
    var gaps: [Gap] = []
    for position in positions.sorted() where gaps.last?.position != position {
      gaps.append(Gap(position: position, dropped: lost(position, events)))
    }
    return gaps
  }

  private func lost(_ position: Int, _ events: [Event]) -> Int64? {
    let previous = position > 0 ? events[position - 1].seq : 0
    guard position < events.count else {
      if endIsUnknown { return nil }
      let last = max(order.droppedSeqs.last ?? previous, tornSeq ?? previous)
      return max(last - previous, tornSeq == nil ? 0 : 1)
    }
    return max(events[position].seq - previous - 1, dropped(events[position]))
  }
}

extension Array where Element == Int64 {
  /// The first index whose element does not match; matching ones come first.
  fileprivate func partition(_ matches: (Int64) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if matches(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
