import AdSession

extension EvaluationContext {
  /// The judgement that the user is not known to have paid for no ads for more than a threshold of
  /// `t`; `what` begins the message.
  func forbiddenToPayingUser(_ what: String, after key: PolicyKey) -> Judgement {
    hasPaid(forLongerThan: key).forbids { paid in
      let passed = elapsed(since: paid)
      let limit = ReadableDuration.text(milliseconds(key) ?? 0)
      return violation(
        "\(what) \(ReadableDuration.text(passed)) after it was known that the user paid for no ads "
          + "(limit \(limit), \(key.name))",
        witness: [paid], policy: [key], measured: Double(passed) / 1000)
    }
  }

  /// Whether the user is known to have paid for no ads for more than a threshold of `t`; yes has
  /// the `entitlement.changed`.
  private func hasPaid(forLongerThan key: PolicyKey) -> Truth {
    let changed = session.surroundings.entitlement
    let limit = milliseconds(key)
    guard changed.isPresent, event(at: changed).flag(Flag.adFree) == true else {
      return Truth.no.unless(canHide(since: changed, before: limit ?? 0))
    }
    if elapsed(since: changed) <= limit ?? 0 { return .no }
    return limit == nil ? .unknown(.unknown) : lasts(since: changed)
  }

  /// Whether a gap after a record can hide one that lies more than `limit` of `t` back.
  private func canHide(since start: EventIndex, before limit: Int64) -> Bool {
    guard hasGap(since: start), let gap = session.time.firstGap(after: start) else { return false }
    return t - (gap == 0 ? 0 : event(at: gap - 1).t) > limit
  }
}
