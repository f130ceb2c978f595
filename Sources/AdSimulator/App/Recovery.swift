import AdSession

extension World {
  /// Turns off all faults and simulates some more use, in which the manager must recover.
  func recover() {
    faults = []
    sdk.storm = nil
    if !sdk.brokenUnits.isEmpty { fixConfiguration() }
    if phone.activation != .active { activate() }
    advance(by: 66_000)
    for _ in 0..<2 where !isOver {
      leave(for: 12_000...60_000)
      advance(by: 20_000)
      if !isOver { offerMoment() }
      advance(by: 30_000)
    }
    if !isOver { advance(by: 620_000) }
  }

  /// Fixes misconfigured units by a change of the configuration that keeps the thresholds.
  private func fixConfiguration() {
    sdk.brokenUnits = []
    let cap = PolicySetting(.dailyCap, app.policy.value(.dailyCap) ?? 20)
    trace.policyChanges[trace.events.count] = [cap]
    record(.configChanged) { $0.source = .remote }
  }
}
