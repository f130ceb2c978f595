public import AdSession

extension EvaluationContext {
  /// The last `ad.dismissed` of another full-screen ad.
  public var dismissalOfOther: EventIndex { session.shows.lastDismissal(ofOtherThan: event.ad) }

  /// The last `app.resigned_active` or return from a real background, whichever came later.
  public var lastDeparture: EventIndex {
    max(session.app.resignedActive, session.app.lastRealReturn?.end ?? .none)
  }

  /// Whether it is the content of a click on its ad.
  var isOverlay: Truth {
    switch facts.overlay {
    case .no: .no
    case .yes: .yes(.none)
    case .unknown: .unknown(captures(.revenue) ? .gap : .unknown)
    }
  }

  /// Whether it is the ad itself that comes up; unknown where it may be the content of a click.
  var isShow: Truth {
    if facts.overlay == .no { return .yes(.none) }
    return Truth.no.unless(session.mayBeShow(facts, at: index))
  }

  /// The last dismissal of another ad, if no departure from the app came since; nil without one.
  var followsDismissal: Truth? {
    let (dismissed, left) = (dismissalOfOther, lastDeparture)
    if hasGap(since: max(dismissed, left)) { return .unknown(.gap) }
    if dismissed.isAbsent { return nil }
    return left > dismissed ? .no : Truth.yes(dismissed).unless(mayHaveReturned(since: dismissed))
  }

  /// Whether another ad was dismissed at most `quiet` of `t` ago, and the user did nothing since;
  /// yes has that dismissal.
  func justDismissed(within quiet: Int64) -> Truth {
    let acted = session.screen.userActed
    let dismissed = dismissalOfOther
    if dismissed > acted, elapsed(since: dismissed) <= quiet { return lasts(since: dismissed) }
    return Truth.no.unless(canHide(since: acted, notLongerAgoThan: quiet))
  }

  /// The event that shows that an earlier show was over, in sessions that do not capture clicks.
  ///
  /// It proves that the current show is not the content of a click. Empty where the time that
  /// passed already proves it.
  func endOfShow(_ show: Int) -> [Int] {
    guard event.kind == .adWillPresent else { return [] }
    let captured = evaluation.trace.header?.captures
    if captured?.contains(ClassSet(.revenue)) ?? false { return [] }
    if let most = milliseconds(.dismissTimeoutSeconds), elapsed(since: show) > most { return [] }
    let scene = session.sceneNumber(facts.scene).map { session.scenes[$0] }
    let ends = [adState?.gone ?? .none, scene?.lastShow ?? .none, scene?.uncovered ?? .none]
    return ends.first { $0 > show }.map { [$0.known] } ?? []
  }

  /// Whether a background span whose cause a gap hides ended after a record.
  public func mayHaveReturned(since start: EventIndex) -> Bool { session.app.unknownReturn > start }

  /// A violation for a presentation within a threshold of `t` after a record.
  public func violation(tooSoon key: PolicyKey, since start: EventIndex, _ message: String)
    -> Judgement
  {
    let passed = elapsed(since: start)
    let limit = ReadableDuration.text(milliseconds(key) ?? 0)
    return violation(
      "\(adName) was presented \(ReadableDuration.text(passed)) \(message) (limit \(limit), \(key.name))",
      witness: [start], policy: [key], measured: Double(passed) / 1000)
  }
}
