public import AdSession

extension EvaluationContext {
  /// Whether a configuration failure of the unit stands in the way of a request in this scene; yes
  /// names it, nil: none was seen.
  ///
  /// It is cleared by new configuration, by an ad of the unit, and for a request that names a scene
  /// where the failed one had none. Without `hidden` a gap is taken to hold no further failure.
  public func configurationFailure(unit: Symbol, scene: Symbol, hidden: Bool = true) -> Truth? {
    let known = session.unitNumber(unit).map { session.units[$0] }
    let cleared = max(session.configChanged, known?.lastLoaded ?? -1)
    guard let unit = known, unit.configurationFailure >= 0 else {
      return hidden && hasGap(since: cleared) ? .unknown(.gap) : nil
    }
    if cleared > unit.configurationFailure {
      return hidden && hasGap(since: cleared) ? .unknown(.gap) : .no
    }
    let isExempt = scene.isPresent && !unit.configurationFailureScene.isPresent
    if isExempt && !unit.isConfigurationFailureVague && !hidden { return .no }
    if hasGap(since: unit.configurationFailure) { return .unknown(.gap) }
    if isExempt { return unit.isConfigurationFailureVague ? .unknown(.gap) : .no }
    return .yes(unit.configurationFailure)
  }
}
