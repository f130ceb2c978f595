import AdSession
import PropertyTesting

extension World {
  /// Plans the reports of the adapters, and then that of the SDK, that they are ready.
  func planReadiness() {
    guard hasSurroundings else { return }
    let began = clock.t
    var slowest: Int64 = 0
    for adapter in ["SampleCustomEvent", "SecondCustomEvent"] {
      if bug == .adapterAskedTooEarly { recordReady(symbol(adapter), .notReady, since: began) }
      let slow: ClosedRange<Int64> = bug == .adapterAskedTooEarly ? 9_000...30_000 : 50...4_000
      let wait = drawTime(slow, towards: slow.lowerBound + 250)
      let state: Word = choices.bool(probability: 0.1) ? .notReady : .ready
      slowest = max(slowest, wait)
      later(wait) { $0.recordReady($0.symbol(adapter), state, since: began) }
    }
    planReadinessOfSDK(after: slowest, since: began)
  }

  private func planReadinessOfSDK(after slowest: Int64, since began: Int64) {
    if bug == .sdkNeverReady { return }
    guard strikes(.slowStart, 0.6) else {
      return later(slowest + drawTime(1...1_000)) { $0.recordReady(.absent, .ready, since: began) }
    }
    if choices.bool() {
      later(drawTime(30_001...90_000)) { $0.recordReady(.absent, .ready, since: began) }
    }
  }

  private func recordReady(_ adapter: Symbol, _ state: Word, since began: Int64) {
    record(.sdkReady) {
      $0.adapter = adapter
      $0.state = state
      $0.latencyMs = clock.t - began
    }
  }
}
