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
        let recent = context.isSceneUnsure ? [] : state.recent(context, needed)
        let passed = recent.count == needed ? recent.first.map(context.elapsed) : nil
        let isStorm = passed.map { $0 <= length } ?? false
        state.report(
          isStorm
            ? context.storm(recent, [most, window], message)
            : context.hidesStorm(length) ? .undecided(.gap) : .kept,
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
  var slot: UInt64
  var code: Int64?
}

extension RuleState {
  /// The last events of the slot and code, at most as many as needed, including this one.
  fileprivate mutating func recent(_ context: EvaluationContext, _ needed: Int) -> ArraySlice<Int> {
    let storms = own(Storms.self)
    let key = SlotAndCode(slot: CorrelationKey.slot.key(context), code: context.event.errorCode)
    storms.lists[key, default: []].append(context.index)
    return storms.lists[key]?.suffix(needed) ?? []
  }
}

extension EvaluationContext {
  /// Whether hidden failures, or failures of unknown scene, can complete a storm.
  fileprivate func hidesStorm(_ length: Int64) -> Bool {
    if isSceneUnsure { return true }
    let hidden = lastHidden(of: event.unit) { $0.refusal }
    return hidden.isPresent && elapsed(since: hidden) <= length
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
