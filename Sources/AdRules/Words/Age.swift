public import AdSession

extension Moment {
  /// Whether its ad is younger than a threshold, in plain `t` since its `ad.loaded`.
  ///
  /// An ad whose load was not seen was loaded in a gap or never: its age is unknown either way.
  public func isYounger(than key: PolicyKey, _ says: String) -> Judgement {
    guard birth >= 0 else { return .undecided(hasGap(since: -1) ? .gap : .unknown) }
    guard let limit = milliseconds(key) else { return .undecided(.unknown) }
    let age = elapsed(since: birth)
    if age < limit { return .kept }
    let limitText = "(limit \(Duration.text(limit)), \(key.name))"
    return violation(
      "\(adName) \(says) \(Duration.text(age)) after it was loaded \(limitText)",
      witness: [birth], policy: [key], measured: Double(age) / 1000)
  }

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

  /// The excuse "unless the slot is not free", for its own slot.
  public var unlessItsSlotIsNotFree: Excuse {
    unlessNotFree(unit: event.unit, scene: facts.scene, format: facts.format)
  }

  /// `app_open unit ca-app-pub-…/… in scene s-1`: its slot, as sentences name it.
  public var slotName: String {
    let format = facts.format.text.map { "\($0) " } ?? ""
    let scene = facts.scene.isPresent ? " in scene \(text(facts.scene))" : ""
    return "\(format)unit \(text(event.unit))\(scene)"
  }

  /// The event that shows that an earlier show was over, where clicks are not captured.
  ///
  /// Then what came up now is no interaction's content. Nothing where it was over by time.
  func endOfShow(_ show: Int) -> [Int] {
    guard event.kind == .adWillPresent else { return [] }
    let captured = run.trace.header?.captures
    if captured?.contains(ClassSet(.revenue)) ?? false { return [] }
    if let most = milliseconds(.dismissTimeoutSeconds), elapsed(since: show) > most { return [] }
    let gone = max(last(.dismissed) ?? -1, last(.failedToPresent) ?? -1)
    if gone > show { return [gone] }
    let scene = run.session.sceneNumber(facts.scene).map { run.session.scenes[$0].lastShow } ?? -1
    return scene > show ? [scene] : []
  }
}
