internal import AdSession

/// Precedence and absence: each of some events has an earlier one of others, or none.
///
/// A monitor remembers for each tie the last event that certainly is one, and the last that may be.
final class Earlier: Sendable {
  private let events: EventSelection
  private let looked: Formula.Looked

  init(_ events: EventSelection, _ looked: Formula.Looked) {
    self.events = events
    self.looked = looked
  }

  var pattern: Pattern {
    let kinds = events.kinds + looked.events.kinds.filter { !events.kinds.contains($0) }
    return Pattern(
      kinds.map(Pattern.Trigger.kind), filtersFormat: false,
      visit: { moment, monitor in
        self.ask(moment, &monitor)
        monitor.remember(moment, self.membership(moment), self.looked.tie)
      })
  }

  private func ask(_ moment: Moment, _ monitor: inout Monitor) {
    guard monitor.concerns(moment) else { return }
    switch events.triggers(moment) {
    case .no: break
    case .maybe(let doubt): monitor.report(.undecided(doubt), of: moment)
    case .yes:
      guard let key = looked.tie.keyIfGiven(moment) else { return }
      let isUncertain = looked.tie.isUncertain(moment)
      let judgement = isUncertain ? .undecided(.gap) : judgement(moment, key, monitor)
      monitor.report(judgement, of: moment)
    }
  }

  /// Content over an ad that is up says that the ad came up before, which is all that is asked for
  /// where neither time nor fields count.
  private func membership(_ moment: Moment) -> EventSelection.Membership {
    let events = looked.events
    let isShow = moment.event.kind == .adWillPresent && !events.isAttempt
    guard isShow, looked.limit == nil, events.tests.isEmpty,
      events.kinds.contains(.adWillPresent)
    else { return events.contains(moment) }
    return .yes
  }

  private func judgement(_ moment: Moment, _ key: UInt64, _ monitor: borrowing Monitor) -> Judgement
  {
    guard let reach = Reach(of: looked, at: moment) else { return .undecided(.unknown) }
    let certain = monitor.memory[key]
    if let certain, reach.certainlyHas(certain) { return found(certain, moment) }
    let possible = [certain, monitor.memory[key | TieMark.maybe], monitor.memory[TieMark.any]]
    if possible.contains(where: { $0.map(reach.mayHave) ?? false }) || reach.hasGap {
      return .undecided(.gap)
    }
    return looked.isForbidden ? .kept : missing(moment)
  }

  private func found(_ index: Int, _ moment: Moment) -> Judgement {
    guard looked.isForbidden else { return .kept }
    let plain = moment.elapsed(since: index)
    let isPlain = looked.limit?.isPlain ?? true
    let passed =
      isPlain ? plain : moment.run.session.time.greatest(from: index, to: moment.index)
    let sign = passed == plain ? "" : " in the foreground"
    let within = looked.limit.map { ", none within \($0.text) is allowed" } ?? ""
    return moment.violation(
      "\(moment.eventName) came \(Duration.text(passed))\(sign) after \(moment.event(at: index).kind.name)"
        + " of the same \(looked.tie)\(within)",
      witness: [index], policy: looked.limit?.key.map { [$0] } ?? [],
      measured: Double(passed) / 1000)
  }

  private func missing(_ moment: Moment) -> Judgement {
    let within = looked.limit.map { " within \($0.text)" } ?? ""
    return moment.violation(
      "\(moment.eventName) has no earlier \(looked.events.name) of the same \(looked.tie)\(within)",
      policy: looked.limit?.key.map { [$0] } ?? [])
  }
}

/// How far before an event another one is looked for.
private struct Reach {
  private let moment: Moment
  private let limit: Int64?
  private let isPlain: Bool
  private let birth: Int

  /// Nil where the threshold is unknown.
  init?(of looked: Formula.Looked, at moment: Moment) {
    self.moment = moment
    isPlain = looked.limit?.isPlain ?? false
    birth = looked.tie.birth(moment, of: looked.events.kinds)
    guard let wanted = looked.limit else {
      limit = nil
      return
    }
    guard let known = wanted.inForce(moment) else { return nil }
    limit = known
  }

  /// Whether a record lies in it, whatever the gaps hold.
  func certainlyHas(_ index: Int) -> Bool {
    guard let limit else { return true }
    return isPlain
      ? moment.elapsed(since: index) <= limit
      : moment.run.session.time.greatest(from: index, to: moment.index) <= limit
  }

  /// Whether a record can lie in it.
  func mayHave(_ index: Int) -> Bool {
    guard let limit else { return true }
    return isPlain
      ? moment.elapsed(since: index) <= limit
      : moment.run.session.time.least(from: index, to: moment.index) <= limit
  }

  /// Whether a lost record can lie in it.
  var hasGap: Bool {
    guard moment.hasGap(since: birth) else { return false }
    return moment.run.session.time.lastGap(before: moment.index).map(mayHave) ?? true
  }
}

/// The keys under which a monitor remembers what may be tied.
enum TieMark {
  /// Added to the key of what may be one of the events.
  static let maybe: UInt64 = 1 << 63
  /// What may be of any tie.
  static let any = UInt64.max
}

extension Monitor {
  /// Remembers an event that is, or may be, one of those that are looked for.
  fileprivate mutating func remember(
    _ moment: Moment, _ membership: EventSelection.Membership, _ tie: Tie
  ) {
    guard membership != .no, let key = tie.keyIfGiven(moment) else { return }
    let place = membership == .yes ? key : key | TieMark.maybe
    memory[tie.isUncertain(moment) ? TieMark.any : place] = moment.index
  }
}
