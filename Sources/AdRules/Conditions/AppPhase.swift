import AdSession

extension EvaluationContext {
  /// Whether the app is in the background; yes has the `app.entered_background`.
  ///
  /// After a gap that is unknown until the next event of the app's life cycle.
  public var isInBackground: Truth {
    let entered = session.app.enteredBackground
    let left = session.app.enteringForeground
    let used = max(session.app.becameActive, session.app.resignedActive)
    if hasGap(since: max(entered, left, used)) { return .unknown(.gap) }
    if entered.isAbsent || hasGap(since: entered) { return .no }
    return entered > left ? .yes(entered) : .no
  }
}
