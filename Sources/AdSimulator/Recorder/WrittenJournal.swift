public import AdSession

extension World {
  /// Returns the journal that the recorder of the app wrote: the events of the captured classes
  /// without the lost ones, and the records of the recorder itself (gaps, segments, seals).
  public func journal() -> Trace {
    let journal = WrittenJournal(trace, recorder)
    journal.write(trace, sealsEnd: drawnFaults.contains(.segments) && trace.end == .clean)
    return journal.trace
  }
}

/// Builds the journal of a world.
private final class WrittenJournal {
  let trace = Trace()
  private let recorder: RecorderState
  private var seq: Int64 = 0
  /// The number of records lost since the last written one.
  private var dropped: Int64 = 0
  private var segment: Int64 = 1
  private var recordsOfSegment: Int64 = 0
  private var segmentStarts: ArraySlice<(index: Int, isSealed: Bool)>
  private var lost: ArraySlice<Int>

  init(_ world: Trace, _ recorder: RecorderState) {
    trace.id = world.id
    trace.header = world.header
    trace.symbols = world.symbols
    trace.end = world.end
    self.recorder = recorder
    segmentStarts = recorder.segmentStarts[...]
    lost = recorder.lost[...]
  }

  func write(_ world: Trace, sealsEnd: Bool) {
    if sealsEnd || !segmentStarts.isEmpty { trace.header?.seals = true }
    let captured = world.captured
    trace.events.reserveCapacity(world.events.count)
    for (index, event) in world.events.enumerated() {
      if segmentStarts.first?.index == index {
        beginSegment(sealing: segmentStarts.removeFirst().isSealed)
      }
      let isLost = lost.first == index
      if isLost { lost.removeFirst() }
      guard let eventClass = event.kind.eventClass, captured.contains(ClassSet(eventClass)) else {
        continue
      }
      if isLost {
        seq += 1
        dropped += 1
        continue
      }
      if dropped > 0 { noteGap(before: event) }
      for field in event.kind.freeTexts {
        let text = world.freeTextSymbol(field, ofEvent: index)
        if text.isPresent { trace.freeTexts.append((trace.events.count, field, text)) }
      }
      if let change = world.policyChanges[index] {
        trace.policyChanges[trace.events.count] = change
      }
      append(event)
    }
    if sealsEnd { seal() }
  }

  private func append(_ event: Event) {
    var event = event
    seq += 1
    event.seq = seq
    event.line = UInt32(trace.events.count + 1)
    recordsOfSegment += 1
    trace.events.append(event)
  }

  /// Records the lost records as a gap, before the next written record.
  private func noteGap(before event: Event) {
    var gap = Event(.recorderGap)
    gap.t = event.t
    gap.wall = event.wall
    gap.dropped = dropped
    gap.reason = recorder.reason
    trace.gaps.append(Gap(position: trace.events.count, dropped: dropped))
    dropped = 0
    append(gap)
  }

  /// Begins a new file at the time of the last record, unless records were just lost.
  private func beginSegment(sealing isSealed: Bool) {
    guard dropped == 0, let last = trace.events.last else { return }
    if isSealed { seal() }
    segment += 1
    recordsOfSegment = 0
    var beginning = Event(.sessionContinued)
    beginning.t = last.t
    beginning.wall = last.wall
    beginning.segment = segment
    beginning.seals = trace.header?.seals
    append(beginning)
  }

  private func seal() {
    guard let last = trace.events.last else { return }
    var seal = Event(.sessionSealed)
    seal.t = last.t
    seal.wall = last.wall
    seal.records = recordsOfSegment
    append(seal)
  }
}
