internal import AdSession

extension Pattern {
  /// Bounded existence in a window: a slot has fewer failures with one code than a threshold within
  /// a window of `t`, including the judged one.
  static func fewer(
    than most: PolicyKey, within window: PolicyKey, of kind: EventKind, message: String
  ) -> Pattern {
    Pattern(
      [.kind(kind)],
      visit: { context, state in
        guard let limit = context.count(most), let length = context.milliseconds(window) else {
          return state.report(.undecided(.unknown), of: context)
        }
        let needed = Int(min(max(1, limit), 1_000_000_000))
        let recent = state.recent(context, needed)
        let passed = recent.count == needed ? recent.first.map(context.elapsed) : nil
        let isStorm = passed.map { $0 <= length } ?? false
        state.report(
          isStorm
            ? context.storm(recent, [most, window], message)
            : state.hidesStorm(context, recent, needed, length) ? .undecided(.gap) : .kept,
          of: context)
      })
  }
}

/// The events of each possible storm.
private final class Storms: PatternState {
  var lists: [SlotAndCode: [Int]] = [:]

  override func clear() { lists.removeAll(keepingCapacity: true) }
}

/// The key of the events of one storm.
private struct SlotAndCode: Hashable {
  /// The scope of a list: the slot, or where a gap hides scenes, the whole unit.
  enum Part: Hashable {
    case slot, unit, unplaced
  }

  var part = Part.slot
  /// The slot, or the unit.
  var slot: UInt64
  var code: Int64?
}

extension RuleState {
  private var storms: Storms { mutating get { own(Storms.self) } }

  /// The last events of the slot and code, at most as many as needed, including this one.
  ///
  /// An event in an unknown scene certainly belongs to no slot.
  fileprivate mutating func recent(_ context: EvaluationContext, _ needed: Int) -> ArraySlice<Int> {
    if context.hasGaps {
      storms.lists[context.stormOfUnit(.unit), default: []].append(context.index)
    }
    if context.facts.isSceneUncertain {
      storms.lists[context.stormOfUnit(.unplaced), default: []].append(context.index)
      return []
    }
    let key = SlotAndCode(slot: CorrelationKey.slot.key(context), code: context.event.errorCode)
    storms.lists[key, default: []].append(context.index)
    return storms.lists[key]?.suffix(needed) ?? []
  }

  /// Whether hidden failures, or failures in an unknown scene, can complete a storm.
  fileprivate mutating func hidesStorm(
    _ context: EvaluationContext, _ recent: ArraySlice<Int>, _ needed: Int, _ length: Int64
  ) -> Bool {
    guard context.hasGaps else { return false }
    if context.canHide(upTo: length) { return true }
    guard let unplaced = storms.lists[context.stormOfUnit(.unplaced)] else { return false }
    if context.facts.isSceneUncertain {
      let all = storms.lists[context.stormOfUnit(.unit)] ?? []
      return all.count >= needed && context.elapsed(since: all[all.count - needed]) <= length
    }
    return context.count(recent, within: length) + context.count(unplaced[...], within: length)
      >= needed
  }
}

extension EvaluationContext {
  fileprivate func stormOfUnit(_ part: SlotAndCode.Part) -> SlotAndCode {
    SlotAndCode(part: part, slot: UInt64(event.unit.id), code: event.errorCode)
  }

  /// The number of the last events, in order, that lie within a window of `t`.
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

extension EvaluationContext {
  fileprivate func storm(
    _ events: ArraySlice<Int>, _ keys: [PolicyKey], _ message: String
  ) -> Judgement {
    let code = event.errorCode.map { " with code \($0)" } ?? ""
    let window = ReadableDuration.text(milliseconds(keys[1]) ?? 0)
    let limits = "(limit \(events.count), \(keys.map { $0.name }.joined(separator: ", ")))"
    return violation(
      "\(slotName) \(message)\(code) \(events.count) times within \(window) \(limits)",
      witness: events + evaluation.mixedSceneSources(Array(events)), policy: keys,
      measured: Double(events.count))
  }
}

extension Evaluation {
  /// The events that name the scene, where only some of the failures name it themselves.
  fileprivate func mixedSceneSources(_ events: [Int]) -> [Int] {
    let saying = events.filter { trace.events[$0].scene.isPresent }
    return saying.isEmpty ? [] : events.flatMap(sceneSource)
  }
}
