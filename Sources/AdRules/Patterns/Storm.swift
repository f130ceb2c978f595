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
        guard let limit = moment.count(most), let length = moment.milliseconds(window) else {
          return monitor.report(.undecided(.unknown), of: moment)
        }
        let needed = Int(min(max(1, limit), 1_000_000_000))
        let recent = monitor.recent(moment, needed)
        let passed = recent.count == needed ? recent.first.map(moment.elapsed) : nil
        let isStorm = passed.map { $0 <= length } ?? false
        monitor.report(
          isStorm
            ? moment.storm(recent, [most, window], says)
            : monitor.hidesStorm(moment, recent, needed, length) ? .undecided(.gap) : .kept,
          of: moment)
      })
  }
}

/// What ties the events of a storm together.
struct SlotAndCode: Hashable {
  /// Which events a list has: where a gap hides scenes, also those of a unit.
  enum Part: Hashable {
    case slot, unit, unplaced
  }

  var part = Part.slot
  /// The slot, or the unit.
  var slot: UInt64
  var code: Int64?
}

extension Monitor {
  /// The last events of the slot and code, no more than needed, this one included.
  ///
  /// An event of an unknown scene belongs to no slot for certain.
  fileprivate mutating func recent(_ moment: Moment, _ needed: Int) -> ArraySlice<Int> {
    if moment.run.state.pointee.hasGaps {
      storms[moment.stormOfUnit(.unit), default: []].append(moment.index)
    }
    if moment.facts.isSceneUncertain {
      storms[moment.stormOfUnit(.unplaced), default: []].append(moment.index)
      return []
    }
    let key = SlotAndCode(slot: Tie.slot.key(moment), code: moment.event.errorCode)
    storms[key, default: []].append(moment.index)
    return storms[key]?.suffix(needed) ?? []
  }

  /// Whether failures that lie in the window unseen, or seen without their scene, can make a storm.
  fileprivate func hidesStorm(
    _ moment: Moment, _ recent: ArraySlice<Int>, _ needed: Int, _ length: Int64
  ) -> Bool {
    guard moment.run.state.pointee.hasGaps else { return false }
    if moment.canHide(upTo: length) { return true }
    guard let unplaced = storms[moment.stormOfUnit(.unplaced)] else { return false }
    if moment.facts.isSceneUncertain {
      let all = storms[moment.stormOfUnit(.unit)] ?? []
      return all.count >= needed && moment.elapsed(since: all[all.count - needed]) <= length
    }
    return moment.count(recent, within: length) + moment.count(unplaced[...], within: length)
      >= needed
  }
}

extension Moment {
  fileprivate func stormOfUnit(_ part: SlotAndCode.Part) -> SlotAndCode {
    SlotAndCode(part: part, slot: UInt64(event.unit.id), code: event.errorCode)
  }

  /// How many of some events, in their order, are at most so long ago.
  fileprivate func count(_ events: ArraySlice<Int>, within length: Int64) -> Int {
    var low = events.startIndex
    var high = events.endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if elapsed(since: events[middle]) > length { low = middle + 1 } else { high = middle }
    }
    return events.endIndex - low
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
