import AdSession

extension Moment {
  /// Whether the app is between `app.entered_background` (which yes names) and the next
  /// `app.entering_foreground`; after a gap that is unknown until the app says something of itself.
  public var isInBackground: Truth {
    let entered = run.session.app.enteredBackground
    let left = run.session.app.enteringForeground
    let used = max(run.session.app.becameActive, run.session.app.resignedActive)
    if hasGap(since: max(entered, left, used)) { return .unknown(.gap) }
    if entered < 0 || hasGap(since: entered) { return .no }
    return entered > left ? .yes(entered) : .no
  }
}
