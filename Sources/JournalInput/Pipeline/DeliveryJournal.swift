internal import AdReplay

/// The results of one journal that wait in a ``DeliveryQueue``; used under its lock, and therefore
/// not checked for exclusive access.
final class DeliveryJournal<Result> {
  @exclusivity(unchecked) var path = ""
  @exclusivity(unchecked) var slots = DeliverySlots<Result>()
  @exclusivity(unchecked) var summary: JournalSummary?
  @exclusivity(unchecked) var failure: InputError?
  @exclusivity(unchecked) private var hasBegun = false
  @exclusivity(unchecked) private var records = 0
  @exclusivity(unchecked) private var sessions = 0
  @exclusivity(unchecked) private var reportedElsewhere = 0

  @exclusivity(unchecked) var isEnded = false

  /// Whether something can be delivered.
  var isReady: Bool {
    slots.first?.isDone ?? isEnded
  }

  /// Stores the result of a session.
  func put(_ session: EvaluatedSession<Result>) {
    var slot = DeliverySlots<Result>.Slot(order: session.order)
    slot.finish(session.result, records: session.records)
    _ = slots.put(slot)
  }

  /// Delivers the first results that are ready; returns their number.
  func takeSlots(_ input: Int, _ ready: inout [QueueDelivery<Result>]) -> Int {
    if !hasBegun {
      hasBegun = true
      ready.append(.begin(input: input, path: path))
    }
    var taken: [SessionInTurn<Result>] = []
    while taken.count < DeliveryLimits.batch, let slot = slots.first, slot.isDone {
      slots.removeFirst()
      guard let result = slot.result else {
        reportedElsewhere += 1
        continue
      }
      taken.append(SessionInTurn(result: result, order: slot.order))
      records += Int(slot.records)
    }
    sessions += taken.count
    if !taken.isEmpty { ready.append(.sessions(taken)) }
    return taken.count
  }

  /// Delivers the end of the journal.
  func takeEnd(_ ready: inout [QueueDelivery<Result>]) {
    if var summary {
      summary.records = records
      summary.sessions = sessions
      summary.continuedSessions = reportedElsewhere
      ready.append(.journal(summary))
    }
    if let failure { ready.append(.failure(failure)) }
  }
}
