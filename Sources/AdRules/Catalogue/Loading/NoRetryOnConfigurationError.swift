import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-retry-on-configuration-error`.
  public static let noRetryOnConfigurationError = Rule(
    "no-retry-on-configuration-error", .loading, .error, .all,
    observes: [.load],
    "A request that failed because of its configuration is not repeated unchanged.",
    precise: """
      at ad.requested with reason ≠ preload of a unit that had an ad.failed_to_load with the cause configuration: since \
      the last such failure there was a config.changed or an ad.loaded of the unit, or this \
      request carries a scene where the failed one had none
      """,
    notes: """
      Activated at every request of a unit that had a configuration failure. See configuration \
      failure. If the unit only had failures of undetermined cause, the request is undecided \
      (`unknown`) if it would be violated with one of them as the last configuration failure, \
      else it is no activation. After a gap, a request is undecided as long as a lost \
      configuration failure would forbid it.
      """,
    actor: .app,
    remedy: """
      Do not repeat the request. Fix what the error names, such as the ad unit ID, the app ID, \
      the ad size or the missing `request.scene`.
      """,
    links: [.loadErrorCodesIOS, .loadErrorCodesAndroid],
    .at(.kind(.adRequested)) { context in
      if context.event.reason == .preload { return nil }
      switch context.configurationFailure(unit: context.event.unit, scene: context.event.scene) {
      case nil: return nil
      case .no?: return .kept
      case .unknown(let why)?: return .undecided(why)
      case .yes(let failed)?:
        let code = context.event(at: failed).errorCode ?? 0
        return context.violation(
          "\(context.slotName) was requested again unchanged after it had failed with code \(code)",
          witness: [failed.known] + context.sceneSource(of: failed.known))
      }
    }
  )
}
