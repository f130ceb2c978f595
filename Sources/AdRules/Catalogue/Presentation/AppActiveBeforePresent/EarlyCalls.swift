internal import AdSession

extension Pattern {
  /// Precedence: a call that fails came after the app had become active.
  static func callsWhenActive() -> Pattern {
    Pattern([.kind(.adPresentRequested), .kind(.adFailedToPresent)]) { context, state in
      let calls = state.own(Calls.self)
      guard context.event.kind == .adFailedToPresent else {
        let app = context.session.app
        calls.last[context.event.ad] = Call(
          index: context.index, entered: app.enteringForeground,
          active: app.becameActive)
        return
      }
      state.report(context.judgeFailure(of: calls.last[context.event.ad]), of: context)
    }
  }
}

/// A call of present, and what the app had done before it.
private struct Call {
  var index: Int
  /// The last `app.entering_foreground`.
  var entered: EventIndex
  /// The last `app.became_active`.
  var active: EventIndex
}

/// The last call of each ad.
private final class Calls: PatternState {
  var last: [Symbol: Call] = [:]

  override func clear() { last.removeAll(keepingCapacity: true) }
}

extension EvaluationContext {
  fileprivate func judgeFailure(of call: Call?) -> Judgement {
    guard let call else { return hasGapSinceLoad ? .undecided(.gap) : .kept }
    if hasGap(since: max(call.entered, call.active)) { return .undecided(.gap) }
    guard let entered = call.entered.index, call.active < call.entered else { return .kept }
    let passed = event(at: call.index).t - event(at: entered).t
    guard let limit = milliseconds(.coverSeconds) ?? (passed == 0 ? 0 : nil) else {
      return .undecided(.unknown)
    }
    if passed > limit { return .kept }
    return violation(
      "\(adName) was presented \(ReadableDuration.text(passed)) after the app came to the foreground, "
        + "before it was active, and failed (limit \(ReadableDuration.text(limit)), cover_s)",
      witness: [entered, call.index], policy: [.coverSeconds], measured: Double(passed) / 1000)
  }
}
