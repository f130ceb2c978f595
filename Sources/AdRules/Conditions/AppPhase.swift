import AdSession

extension EvaluationContext {
  /// Whether the app is between `app.entered_background` (which yes names) and the next
  /// `app.entering_foreground`; after a gap that is unknown until the app says something of itself.
  public var isInBackground: Truth {
    let entered = session.app.enteredBackground
    let left = session.app.enteringForeground
    let used = max(session.app.becameActive, session.app.resignedActive)
    if hasGap(since: max(entered, left, used)) { return .unknown(.gap) }
    if entered < 0 || hasGap(since: entered) { return .no }
    return entered > left ? .yes(entered) : .no
  }
}
