internal import AdSession

extension Pattern {
  /// Response before the end: each window is closed before the next one of its scene is shown, and
  /// before the session ends unless an ad is up then.
  static func windowCloses(says: @escaping @Sendable (Moment) -> String) -> Pattern {
    Pattern(
      [.windowShown, .windowClosed, .sessionEnded].map(Trigger.kind),
      visit: { moment, monitor in
        switch moment.event.kind {
        case .windowClosed: monitor.windowClosed(moment)
        case .windowShown:
          monitor.windowLeft(in: UInt64(moment.facts.scene.id), moment, says)
          monitor.memory[UInt64(moment.facts.scene.id)] = moment.index
        default:
          if monitor.memory.isEmpty { return }
          let isUp = moment.hasAnyFullScreen
          for scene in monitor.memory.keys {
            monitor.windowLeft(in: scene, moment, unless: isUp, says)
          }
        }
      },
      needsFinish: .visited,
      finish: { run, monitor in
        for shown in monitor.memory.values {
          let isLost = run.session.time.firstGap(after: shown) != nil
          monitor.report(.undecided(isLost ? .gap : .cut), of: shown, in: run)
        }
      })
  }
}

extension Monitor {
  /// `memory` has the open window of each scene.
  fileprivate mutating func windowClosed(_ moment: Moment) {
    guard let shown = moment.run.session.screen.openWindows[moment.event.text] else { return }
    let scene = UInt64(moment.event(at: shown).scene.id)
    guard memory[scene] == shown else { return }
    memory[scene] = nil
    report(moment.hasGap(since: shown) ? .undecided(.gap) : .kept, of: shown, in: moment.run)
  }

  /// A window was not closed by this event, by which it should have been.
  fileprivate mutating func windowLeft(
    in scene: UInt64, _ moment: Moment, unless isUp: Truth = .no,
    _ says: @Sendable (Moment) -> String
  ) {
    guard let shown = memory.removeValue(forKey: scene) else { return }
    if moment.hasGap(since: shown) { return report(.undecided(.gap), of: shown, in: moment.run) }
    switch isUp {
    case .yes: report(.kept, of: shown, in: moment.run)
    case .unknown(let why): report(.undecided(why), of: shown, in: moment.run)
    case .no:
      let window = moment.run.moment(shown)
      let when =
        moment.event.kind == .windowShown
        ? "when window \(moment.text(moment.event.text)) was shown in its place"
        : "when the session ended"
      let because = "\(says(window)) \(when)"
      report(moment.violation(because, witness: [shown]), of: shown, in: moment.run)
    }
  }
}
