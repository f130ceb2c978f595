public import AdSession

extension Moment {
  /// The index of the last `ad.dismissed` of another full-screen ad; -1 for none.
  public var dismissalOfOther: Int { run.session.shows.lastDismissal(ofOtherThan: event.ad) }

  /// The index of the last `app.resigned_active` or return from a real background; -1 for none.
  public var lastDeparture: Int {
    max(run.session.app.resignedActive, run.session.app.lastRealReturn?.end ?? -1)
  }

  /// Whether a background span ended after a record that may have been real: a gap hides its cause.
  public func mayHaveReturned(since start: Int) -> Bool { run.session.app.unknownReturn > start }

  /// Whether a gap after the record `start` can hide something at most `limit` of `t` ago.
  public func canHide(since start: Int, notLongerAgoThan limit: Int64) -> Bool {
    guard hasGap(since: start), let gap = run.session.time.lastGap(before: index) else {
      return false
    }
    return elapsed(since: gap) <= limit
  }

  /// A violation for being presented no longer than a threshold of `t` after a record.
  public func violation(tooSoon key: PolicyKey, since start: Int, _ says: String) -> Judgement {
    let passed = elapsed(since: start)
    let limit = Duration.text(milliseconds(key) ?? 0)
    return violation(
      "\(adName) was presented \(Duration.text(passed)) \(says) (limit \(limit), \(key.name))",
      witness: [start], policy: [key], measured: Double(passed) / 1000)
  }
}
