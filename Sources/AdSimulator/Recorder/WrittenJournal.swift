public import AdSession

extension World {
  /// What the app's recorder wrote: the events of the classes that the app records, without those
  /// that it lost, with the seals of its files.
  public func journal() -> Trace {
    let journal = WrittenJournal(trace, recorder)
    journal.write(trace, sealsEnd: drawnFaults.contains(.segments) && trace.end == .clean)
    return journal.trace
  }
}

/// A journal while it is written.
private final class WrittenJournal {
  let trace = Trace()
  private let recorder: RecorderPart
  private var seq: Int64 = 0
  /// How many records were lost since the last one that was written.
  private var dropped: Int64 = 0
  private var segment: Int64 = 1
  private var recordsOfSegment: Int64 = 0
  private var seams: ArraySlice<(index: Int, isSealed: Bool)>
  private var lost: ArraySlice<Int>

  init(_ world: Trace, _ recorder: RecorderPart) {
    trace.id = world.id
    trace.header = world.header
    trace.symbols = world.symbols
    trace.end = world.end
    self.recorder = recorder
    seams = recorder.seams[...]
    lost = recorder.lost[...]
  }

  func write(_ world: Trace, sealsEnd: Bool) {
    let captured = world.captured
    trace.events.reserveCapacity(world.events.count)
    for (index, event) in world.events.enumerated() {
      if seams.first?.index == index { goOn(sealing: seams.removeFirst().isSealed) }
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

  /// The recorder says that it lost records, as soon as it can.
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

  /// Another file begins: between two records that were written, at the time of the first.
  private func goOn(sealing isSealed: Bool) {
    guard dropped == 0, let last = trace.events.last else { return }
    if isSealed { seal() }
    segment += 1
    recordsOfSegment = 0
    var beginning = Event(.sessionContinued)
    beginning.t = last.t
    beginning.wall = last.wall
    beginning.segment = segment
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
