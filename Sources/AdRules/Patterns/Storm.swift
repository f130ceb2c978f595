internal import AdSession

extension Pattern {
  /// Bounded existence in a window: of the failures of a kind with one code, a slot has fewer than a
  /// threshold in the last so many seconds of `t`, the judged one included.
  static func fewer(
    than most: PolicyKey, within window: PolicyKey, of kind: EventKind, says: String
  ) -> Pattern {
    Pattern(
      [.kind(kind)],
      visit: { moment, monitor in
        guard let limit = moment.session.policy.value(most)?.rounded(.up),
          let length = moment.milliseconds(window)
        else { return monitor.report(.undecided(.unknown), of: moment) }
        let needed = Int(min(max(1, limit), 1e9))
        let recent = monitor.recent(moment, needed)
        let passed = recent.count == needed ? recent.first.map(moment.elapsed) : nil
        let isStorm = passed.map { $0 <= length } ?? false
        monitor.report(
          isStorm
            ? moment.storm(recent, [most, window], says)
            : monitor.hidesFailure(moment, length) ? .undecided(.gap) : .kept, of: moment)
      })
  }
}

/// What ties the events of a storm together.
struct SlotAndCode: Hashable {
  var slot: UInt64
  var code: Int64?
}

extension Monitor {
  /// The last events of the slot and code, no more than needed, this one included.
  ///
  /// An event of an unknown scene belongs to no slot for certain.
  fileprivate mutating func recent(_ moment: Moment, _ needed: Int) -> ArraySlice<Int> {
    if moment.facts.isSceneUncertain {
      memory[UInt64(moment.event.unit.id)] = moment.index
      return []
    }
    let key = SlotAndCode(slot: Tie.slot.key(moment), code: moment.event.errorCode)
    storms[key, default: []].append(moment.index)
    return storms[key]?.suffix(needed) ?? []
  }

  /// Whether a failure of the slot may lie in the window unseen, or seen without its scene.
  fileprivate func hidesFailure(_ moment: Moment, _ length: Int64) -> Bool {
    if moment.canHide(upTo: length) { return true }
    let vague = memory[UInt64(moment.event.unit.id)]
    return vague.map { moment.elapsed(since: $0) <= length } ?? false
  }
}

extension Moment {
  fileprivate func storm(
    _ events: ArraySlice<Int>, _ keys: [PolicyKey], _ says: String
  ) -> Judgement {
    let code = event.errorCode.map { " with code \($0)" } ?? ""
    let window = Duration.text(milliseconds(keys[1]) ?? 0)
    let limits = "(limit \(events.count), \(keys.map(\.name).joined(separator: ", ")))"
    return violation(
      "\(slotName) \(says)\(code) \(events.count) times within \(window) \(limits)",
      witness: events + run.mixedSceneSources(Array(events)), policy: keys,
      measured: Double(events.count))
  }
}

extension Run {
  /// Where some of the events say their scene and others have it from their ad: what says it.
  fileprivate func mixedSceneSources(_ events: [Int]) -> [Int] {
    let saying = events.filter { trace.events[$0].scene.isPresent }
    return saying.isEmpty ? [] : events.flatMap(sceneSource)
  }
}
