internal import AdSession

extension Pattern {
  /// Bounded existence in a window: of the events of one kind of a slot with one code, fewer than a
  /// threshold lie in the last so many seconds of `t`, the judged one included.
  static func fewer(
    than most: PolicyKey, within window: PolicyKey, of kind: EventKind,
    perSlotAnd code: @escaping @Sendable (Moment) -> Int64,
    says: @escaping @Sendable (Moment) -> String
  ) -> Pattern {
    Pattern(
      [.kind(kind)],
      visit: { moment, monitor in
        let key = SlotAndCode(slot: Tie.slot.key(moment), code: code(moment))
        monitor.storms[key, default: []].append(moment.index)
        monitor.report(
          moment.isFewer(monitor.storms[key] ?? [], than: most, within: window, says), of: moment)
      })
  }
}

/// What ties the events of a storm together.
struct SlotAndCode: Hashable {
  var slot: UInt64
  var code: Int64
}

extension Moment {
  /// `events` are those of the tie so far, this one included.
  fileprivate func isFewer(
    _ events: [Int], than most: PolicyKey, within window: PolicyKey, _ says: (Moment) -> String
  ) -> Judgement {
    if facts.isSceneUncertain { return .undecided(.gap) }
    guard let limit = count(most), let length = milliseconds(window) else {
      return .undecided(.unknown)
    }
    let needed = Int(clamping: max(1, limit))
    if events.count >= needed {
      let first = events[events.count - needed]
      if elapsed(since: first) <= length {
        return storm(Array(events.suffix(needed)), [most, window], length, says)
      }
    }
    return canHide(upTo: length) ? .undecided(.gap) : .kept
  }

  private func storm(
    _ events: [Int], _ keys: [PolicyKey], _ length: Int64, _ says: (Moment) -> String
  ) -> Judgement {
    let names = keys.map(\.name).joined(separator: ", ")
    return violation(
      "\(says(self)) \(events.count) times within \(Duration.text(length)) (limit \(names))",
      witness: events + run.mixedSceneSources(events), policy: keys,
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
