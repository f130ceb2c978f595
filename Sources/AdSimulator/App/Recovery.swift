import AdSession

extension World {
  /// Everything that went wrong stops, and the user goes on for a while: what a manager owes shows now.
  func recover() {
    faults = []
    sdk.storm = nil
    if !sdk.brokenUnits.isEmpty { mendConfiguration() }
    if phone.stage != .active { activate() }
    advance(by: 66_000)
    for _ in 0..<2 where !isOver {
      leave(for: 12_000...60_000)
      advance(by: 20_000)
      if !isOver { offerMoment() }
      advance(by: 30_000)
    }
    if !isOver { advance(by: 620_000) }
  }

  /// What was misconfigured is mended; the thresholds stay.
  private func mendConfiguration() {
    sdk.brokenUnits = []
    let cap = PolicySetting(.dailyCap, app.policy.value(.dailyCap) ?? 20)
    trace.policyChanges[trace.events.count] = [cap]
    record(.configChanged) { $0.source = .remote }
  }
}
