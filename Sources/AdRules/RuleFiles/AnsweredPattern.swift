internal import AdSession

/// Response: each of some events is answered by one of others in time.
final class Answered: Sendable {
  private let events: EventSelection
  private let looked: Formula.Looked

  init(_ events: EventSelection, _ looked: Formula.Looked) {
    self.events = events
    self.looked = looked
  }

  var pattern: Pattern {
    let answering = Pattern.Visit(
      looked.events.triggers, filtersFormat: false, need: .awake
    ) { self.answer($0, &$1) }
    let asking = Pattern.Visit(events.triggers) { self.ask($0, &$1) }
    return Pattern(visits: [answering, asking], needsFinish: .awake) { run, monitor in
      monitor.settleAll(in: run, says: self.sentence)
    }
  }

  private func answer(_ moment: Moment, _ monitor: inout Monitor) {
    let membership = looked.events.contains(moment)
    guard membership != .no, let key = looked.tie.keyIfGiven(moment) else { return }
    if looked.tie.isUncertain(moment) {
      for tie in monitor.open.ties { monitor.doubt(tie, by: moment.index, in: moment.run) }
    } else if membership == .yes {
      monitor.answer(key, by: moment.index, in: moment.run, says: sentence)
    } else if moment.facts.isShowUncertain && looked.tie == .ad {
      monitor.answerByShow(key, moment, says: sentence)
    } else {
      monitor.doubt(key, by: moment.index, in: moment.run)
    }
  }

  private func ask(_ moment: Moment, _ monitor: inout Monitor) {
    let membership = events.triggers(moment)
    guard membership != .no, let key = looked.tie.keyIfGiven(moment), let limit = looked.limit
    else { return }
    if looked.tie.isUncertain(moment) { return monitor.report(.undecided(.gap), of: moment) }
    guard let milliseconds = limit.inForce(moment) else {
      return monitor.report(.undecided(.unknown), of: moment)
    }
    var wait = Wait(trigger: moment.index, limitMs: milliseconds, key: limit.key)
    wait.facts = moment.facts
    wait.showsFormat = monitor.formats != .all
    wait.missing = looked.events.kinds[0]
    if case .maybe(let doubt) = membership { wait.doubt = doubt }
    if moment.facts.isShowUncertain { wait.doubt = .gap }
    monitor.open.append(wait, tie: key)
  }

  private func sentence(_ moment: Moment) -> String {
    "\(moment.eventName) was not followed by \(looked.events.name) of the same \(looked.tie)"
  }
}
