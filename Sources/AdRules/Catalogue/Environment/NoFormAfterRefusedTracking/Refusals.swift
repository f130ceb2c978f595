internal import AdSession

extension Pattern {
  /// Absence after an answer: no consent form follows a refused tracking prompt, unless the user
  /// opened it.
  static func noFormAfterRefusal() -> Pattern {
    Pattern([.kind(.trackingAnswered), .kind(.consentFormShown)]) { context, state in
      guard context.event.kind == .consentFormShown else {
        if context.isTrackingAnswer("denied") { state.memory[0] = context.index }
        return
      }
      guard let judgement = context.judgeForm(after: EventIndex(state.memory[0])) else { return }
      state.report(judgement, of: context)
    }
  }
}

extension EvaluationContext {
  fileprivate func judgeForm(after refused: EventIndex) -> Judgement? {
    if session.header?.isOfIOS == false { return nil }
    if refused.isAbsent && hasGap(since: .none) { return undecidedForm }
    if refused.isAbsent { return session.header == nil ? nil : .kept }
    let acted = session.screen.userActed
    if acted > refused && elapsed(since: acted) <= Self.formOpening { return nil }
    if session.header == nil || canHide(since: refused, notLongerAgoThan: Self.formOpening) {
      return undecidedForm
    }
    return violation(
      "a consent form appeared \(ReadableDuration.text(elapsed(since: refused))) after the user refused tracking",
      witness: [refused])
  }

  private var undecidedForm: Judgement { .undecided(session.header == nil ? .unknown : .gap) }
}
