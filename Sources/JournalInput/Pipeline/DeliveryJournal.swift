internal import AdReplay

/// The results of one journal that wait in a ``DeliveryQueue``; used under its lock, and therefore
/// not checked for exclusive access.
final class DeliveryJournal<Result> {
  @exclusivity(unchecked) var path = ""
  /// Whether nothing is delivered before the journal has ended.
  @exclusivity(unchecked) var isHeld = false
  @exclusivity(unchecked) var slots = DeliverySlots<Result>()
  /// The number of sessions that began and have no result yet.
  @exclusivity(unchecked) var waiting = 0
  @exclusivity(unchecked) var summary: JournalSummary?
  @exclusivity(unchecked) var failure: InputError?
  /// Whether nothing changes any more.
  @exclusivity(unchecked) var isSettled = false
  @exclusivity(unchecked) private var hasBegun = false
  @exclusivity(unchecked) private var records = 0
  @exclusivity(unchecked) private var sessions = 0
  @exclusivity(unchecked) private var reportedElsewhere = 0
  /// The sessions for which the journal was read again; their first result may follow.
  @exclusivity(unchecked) private var again: Set<Int> = []

  var isEnded: Bool { isSettled && (summary != nil || failure != nil) }

  /// Whether something can be delivered.
  var isReady: Bool {
    if isHeld || slots.isEmpty { return isEnded && waiting == 0 }
    return slots.first?.isDone ?? false
  }

  /// Stores the result of a session; returns an earlier result of the same session that it
  /// replaces.
  func put(_ session: EvaluatedSession<Result>) -> Result? {
    if session.isAgain {
      again.insert(session.order)
    } else if again.contains(session.order) {
      return session.result
    }
    var slot = DeliverySlots<Result>.Slot(order: session.order)
    slot.finish(session.result, records: session.records)
    guard let earlier = slots.put(slot) else { return nil }
    if !earlier.isDone { waiting -= 1 }
    return earlier.result
  }

  /// Delivers the first results that are ready; returns their number.
  func takeSlots(_ input: Int, _ ready: inout [QueueDelivery<Result>]) -> Int {
    if !hasBegun {
      hasBegun = true
      ready.append(.begin(input: input, path: path, whole: isHeld ? summary : nil))
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
