internal import AdSession

/// Bounded existence: of what is tied together there are at most so many events.
///
/// A monitor keeps the first of them, and how many there were.
final class Counted: Sendable {
  private let events: EventSelection
  private let tie: Tie
  private let most: Int

  init(_ events: EventSelection, _ tie: Tie, _ most: Int) {
    self.events = events
    self.tie = tie
    self.most = most
  }

  var pattern: Pattern {
    Pattern(events.triggers, filtersFormat: false, visit: { self.visit($0, &$1) })
  }

  private func visit(_ moment: Moment, _ monitor: inout Monitor) {
    var membership = events.contains(moment)
    guard membership != .no, let key = tie.keyIfGiven(moment) else { return }
    if monitor.concerns(moment) {
      ask(moment, key, &monitor)
    } else {
      // Of an ad that has two formats nobody knows which of its events count.
      guard tie == .ad || tie == .request || tie == .load else { return }
      membership = .maybe(.unknown)
    }
    count(moment, key, membership, &monitor)
  }

  private func ask(_ moment: Moment, _ key: UInt64, _ monitor: inout Monitor) {
    switch events.triggers(moment) {
    case .no: break
    case .maybe(let doubt): monitor.report(.undecided(doubt), of: moment)
    case .yes:
      let isUncertain = tie.isUncertain(moment)
      let judgement = isUncertain ? .undecided(.gap) : judgement(moment, key, &monitor)
      monitor.report(judgement, of: moment)
    }
  }

  private func count(
    _ moment: Moment, _ key: UInt64, _ membership: EventSelection.Membership,
    _ monitor: inout Monitor
  ) {
    let isUncertain = tie.isUncertain(moment)
    if membership == .yes && !isUncertain {
      let earlier = monitor.memory[key] ?? 0
      monitor.memory[key] = earlier + 1
      if earlier < most { monitor.lists[key, default: []].append(moment.index) }
    } else {
      monitor.memory[isUncertain ? TieMark.any : key | TieMark.maybe] = moment.index
    }
  }

  private func judgement(_ moment: Moment, _ key: UInt64, _ monitor: inout Monitor) -> Judgement {
    let earlier = monitor.memory[key] ?? 0
    if earlier >= most {
      let count = earlier + 1
      return moment.violation(
        "\(moment.eventName) is number \(count) of its \(tie), and \(most) are allowed",
        witness: monitor.lists[key] ?? [], measured: Double(count))
    }
    let isUncertain =
      monitor.memory[key | TieMark.maybe] != nil || monitor.memory[TieMark.any] != nil
    let hasGap = moment.hasGap(since: tie.birth(moment, of: events.kinds))
    return isUncertain || hasGap ? .undecided(.gap) : .kept
  }
}
