internal import AdSession

extension EvaluationContext {
  /// The number of its slot: its unit in its scene; nil where nothing was said of it yet.
  public var slot: Int? {
    let find = { session.slotNumber(unit: event.unit, scene: facts.scene) }
    return isCurrent ? evaluation.currentSlot(find) : find()
  }

  /// What is known of its slot; nil where nothing was said of it before.
  var slotState: SlotState? { slot.map { session.slots[$0] } }

  /// What is known of its unit; nil where nothing was said of it before.
  var unitState: UnitState? { session.unitNumber(event.unit).map { session.units[$0] } }

  /// What is known of its request; nil where nothing was said of it before.
  var requestState: RequestState? {
    session.requestNumber(event.request).map { session.requests[$0] }
  }
}
