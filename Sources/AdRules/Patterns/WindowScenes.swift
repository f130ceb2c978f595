internal import AdSession

extension Pattern {
  /// Universality that a later event can bring about: once the session is known to have several
  /// windows, or any scene, every window that was shown names its scene.
  static func windowsNameTheirScene(says: @escaping @Sendable (Moment) -> String) -> Pattern {
    Pattern(
      [.windowShown, .sceneConnected].map(Trigger.kind),
      visit: { moment, monitor in
        let connected = moment.run.session.screen.firstSceneConnected
        if moment.event.kind == .windowShown {
          if moment.run.session.header?.multiScene == true {
            monitor.judgeWindow(moment.index, by: -1, moment, says)
          } else if connected >= 0 {
            monitor.judgeWindow(moment.index, by: connected, moment, says)
          } else {
            monitor.lists[0, default: []].append(moment.index)
          }
        } else if connected < 0 {
          for shown in monitor.lists.removeValue(forKey: 0) ?? [] {
            monitor.judgeWindow(shown, by: moment.index, moment, says)
          }
        }
      },
      needsFinish: .visited,
      finish: { run, monitor in
        guard let doubt = run.doubtOfScenes else { return }
        for shown in monitor.lists[0] ?? [] {
          let named = run.trace.events[shown].scene.isPresent
          monitor.report(named ? .kept : .undecided(doubt), of: shown, in: run)
        }
      })
  }
}

extension Monitor {
  fileprivate mutating func judgeWindow(
    _ shown: Int, by connected: Int, _ moment: Moment, _ says: @Sendable (Moment) -> String
  ) {
    if moment.event(at: shown).scene.isPresent { return report(.kept, of: shown, in: moment.run) }
    let window = moment.run.moment(shown)
    report(
      moment.violation(says(window), witness: [shown, connected]), of: shown, in: moment.run)
  }
}

extension Run {
  /// Whether the session may have scenes although none was seen, and why that is unknown.
  fileprivate var doubtOfScenes: Doubt? {
    guard let header = session.header else { return .unknown }
    let canCapture = header.captures?.contains(ClassSet(.scene)) ?? true
    return canCapture && !trace.gaps.isEmpty ? .gap : nil
  }
}
