internal import AdSession

extension Pattern {
  /// Bounded existence: of all these kinds together, a request has at most one event.
  static func atMostOncePerRequest(_ kinds: EventKind..., says: String) -> Pattern {
    Pattern(
      kinds.map(Trigger.kind),
      visit: { moment, monitor in
        let request = UInt64(moment.event.request.id)
        if let first = monitor.memory[request] {
          let twice = moment.violation("\(moment.requestName) \(says) twice", witness: [first])
          return monitor.report(twice, of: moment)
        }
        monitor.memory[request] = moment.index
        let birth = moment.requestState?.requestedIndex ?? -1
        monitor.report(moment.hasGap(since: birth) ? .undecided(.gap) : .kept, of: moment)
      })
  }

  /// Bounded existence: a request has no more of these events than it asked for.
  static func atMostAskedFor(_ kind: EventKind, says: String) -> Pattern {
    Pattern(
      [.kind(kind)],
      visit: { moment, monitor in
        let request = UInt64(moment.event.request.id)
        monitor.lists[request, default: []].append(moment.index)
        let delivered = monitor.lists[request] ?? []
        monitor.report(moment.isNoMoreThanAskedFor(delivered, says), of: moment)
      })
  }
}

extension Moment {
  /// `delivered` are the events of the request so far, this one included.
  fileprivate func isNoMoreThanAskedFor(_ delivered: [Int], _ says: String) -> Judgement {
    guard let requested = requestState?.requestedIndex, requested >= 0 else {
      return .undecided(hasGap(since: -1) ? .gap : .unknown)
    }
    let most = event(at: requested).count ?? 1
    if delivered.count <= most { return hasGap(since: requested) ? .undecided(.gap) : .kept }
    let tooMany = delivered.suffix(Int(clamping: max(0, most)) + 1)
    return violation(
      "\(requestName) \(says) \(delivered.count) ads (asked for \(most))",
      witness: [requested] + tooMany, measured: Double(delivered.count))
  }
}
