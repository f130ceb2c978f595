internal import AdReplay
internal import Platform

/// The judged sessions of journals, in order, and the journals; see
/// ``JournalReader/read(_:judge:)``.
///
/// Bytes become blocks of lines, blocks are parsed, lines are added to their sessions, complete
/// sessions are judged, and results are sorted. Each step pulls what it needs from the one before.
/// Parsing and judging use several threads.
public struct JournalDeliveries<Result>: Sequence {
  let reader: JournalReader
  let judge: JournalReader.Judge<Result>
  let inputs: () -> JournalInputs

  /// Begins to read.
  public func makeIterator() -> Iterator { Iterator(inputs(), reader, judge) }

  /// Reads while deliveries are taken from it, by one thread at a time.
  public final class Iterator: IteratorProtocol {
    private let judged:
      OrderedParallelMap<
        [InputEvent<CompleteSession>], [InputEvent<JudgedSession<Result>>]
      >
    private var order: DeliveryOrder<Result>

    /// The number of groups of sessions that each thread may judge before a slow session is judged.
    private static var ahead: Int { 64 }

    fileprivate init(
      _ inputs: JournalInputs, _ reader: JournalReader,
      _ judge: @escaping JournalReader.Judge<Result>
    ) {
      let plan = SegmentPlan(inputs.list, isKeyed: reader.isKeyed, jobs: reader.jobs)
      let sessions = SessionReader(inputs, reader, plan)
      order = DeliveryOrder(inputs.list)
      judged = OrderedParallelMap(
        jobs: reader.jobs, ahead: reader.jobs * Self.ahead, of: sessions.next
      ) {
        SessionJudge(sessions, judge).results
      }
    }

    /// The next delivery, for which it may wait; nil at the end of all inputs.
    public func next() -> Delivery<Result>? {
      while true {
        if let delivery = order.next() { return delivery }
        guard let events = judged.next() else { return nil }
        for event in events { order.add(event) }
      }
    }
  }
}
