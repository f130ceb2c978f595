public import AdSession

extension EvaluationContext {
  /// Whether a configuration failure of the unit blocks requests in this scene; yes has the failure, nil
  /// means that there was none.
  ///
  /// A failure is cleared by new configuration and by an ad of the unit. A failed request without a scene
  /// does not block requests that name one. If `hidden` is false, gaps hide no further failure.
  public func configurationFailure(unit: Symbol, scene: Symbol, hidden: Bool = true) -> Truth? {
    let known = session.unitNumber(unit).map { session.units[$0] }
    let cleared = max(session.configChanged, known?.lastLoaded ?? .none)
    guard let unit = known, unit.configurationFailure.isPresent else {
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
