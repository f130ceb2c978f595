internal import AdSession

/// The names of a slot, which may have no number yet.
struct SlotNames: Hashable {
  let unit: Symbol
  let scene: Symbol
}

extension EvaluationContext {
  /// The index of its slot (its unit in its scene); nil where no earlier event names it.
  public var slot: Int? {
    let find = { session.slotNumber(unit: event.unit, scene: facts.scene) }
    return isCurrent ? evaluation.currentSlot(find) : find()
  }

  /// The state of its slot; nil where no earlier event names it.
  var slotState: SlotState? { slot.map { session.slots[$0] } }

  /// The state of its unit; nil where no earlier event names it.
  var unitState: UnitState? { session.unitNumber(event.unit).map { session.units[$0] } }

  /// The state of its request; nil where no earlier event names it.
  var requestState: RequestState? {
    session.requestNumber(event.request).map { session.requests[$0] }
  }
}
