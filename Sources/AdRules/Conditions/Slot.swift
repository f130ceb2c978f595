internal import AdSession

extension Moment {
  /// The number of its slot: its unit in its scene; nil where nothing was said of it yet.
  public var slot: Int? {
    guard isCurrent else { return run.session.slotNumber(unit: event.unit, scene: facts.scene) }
    if run.state.pointee.slot == Run.State.unknownSlot {
      // A dozen rules ask at one event.
      let found = run.session.slotNumber(unit: event.unit, scene: facts.scene)
      run.state.pointee.slot = found ?? -1
    }
    return run.state.pointee.slot < 0 ? nil : run.state.pointee.slot
  }

  /// What is known of its slot; nil where nothing was said of it before.
  var slotState: SlotState? { slot.map { run.session.slots[$0] } }

  /// What is known of its unit; nil where nothing was said of it before.
  var unitState: UnitState? { run.session.unitNumber(event.unit).map { run.session.units[$0] } }

  /// What is known of its request; nil where nothing was said of it before.
  var requestState: RequestState? {
    run.session.requestNumber(event.request).map { run.session.requests[$0] }
  }
}
