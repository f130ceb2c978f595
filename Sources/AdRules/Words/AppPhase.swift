import AdSession

extension Moment {
  /// Whether the app is between `app.entered_background` (which yes names) and the next
  /// `app.entering_foreground`; after a gap that is unknown until the app says something of itself.
  public var isInBackground: Truth {
    let app = run.session.app
    let others = max(app.enteringForeground, app.becameActive, app.resignedActive)
    if hasGap(since: max(app.enteredBackground, others)) { return .unknown(.gap) }
    if app.enteredBackground < 0 || hasGap(since: app.enteredBackground) { return .no }
    return app.enteredBackground > app.enteringForeground ? .yes(app.enteredBackground) : .no
  }
}
