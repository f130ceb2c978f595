public import AdSession

extension EvaluationContext {
  /// Whether a configuration failure of the unit blocks requests in this scene; yes has the
  /// failure, nil means that there was none.
  ///
  /// A failure is cleared by new configuration and by an ad of the unit. A failed request without a
  /// scene does not block requests that name one. A gap can hide a failure. A failure of
  /// undetermined cause may be one for its configuration.
  public func configurationFailure(unit: Symbol, scene: Symbol) -> Truth? {
    let known = session.unitNumber(unit).map { session.units[$0] }
    let cleared = max(session.configChanged, known?.lastLoaded ?? .none)
    guard let unit = known, unit.configurationFailure > cleared else {
      if hasGap(since: cleared) { return .unknown(.gap) }
      if let known, known.mayBlock(scene, since: cleared) { return .unknown(.unknown) }
      return known?.configurationFailure.isPresent == true ? .no : nil
    }
    let failure = unit.configurationFailure
    let isExempt = scene.isPresent && !unit.configurationFailureScene.isPresent
    if isExempt && unit.mayBlock(scene, since: failure) { return .unknown(.unknown) }
    if isExempt && !unit.hasUnsureFailureScene {
      return Truth.no.unless(hasGap(since: failure))
    }
    if isExempt || hasGap(since: failure) { return .unknown(.gap) }
    return unit.mayExempt(scene, since: failure) ? .unknown(.unknown) : .yes(failure)
  }
}

extension UnitState {
  /// Whether a later failure of undetermined cause blocks requests in the scene, if it is a
  /// configuration failure.
  fileprivate func mayBlock(_ scene: Symbol, since last: EventIndex) -> Bool {
    undeterminedFailureInScene > last || !scene.isPresent && undeterminedFailureInNoScene > last
  }

  /// Whether a later failure of undetermined cause exempts requests in the scene, if it is a
  /// configuration failure.
  fileprivate func mayExempt(_ scene: Symbol, since last: EventIndex) -> Bool {
    scene.isPresent && undeterminedFailureInNoScene > last
  }
}
