internal import AdSession

/// Active time without the time in which an ad or a consent form is shown.
///
/// Like ``ActiveTime`` it consists of two clocks: the least time that certainly counts, and the
/// greatest time that can count. It advances before each event that starts or ends an interruption.
/// Before the first interruption it equals the session's active time, and nothing is stored.
final class WaitingClock: PatternState {
  private(set) var isRunning = false
  /// The record at which it started, which is the first of ``least`` and ``greatest``.
  private var base = 0
  /// The record up to which it equals the session's active time, while both clocks are empty.
  private var plainEnd = 0
  private var least: [Int64] = []
  private var greatest: [Int64] = []
  /// The shows that are possibly not over, oldest first.
  var shows: [Int] = []
  /// The answered obligations, each with its answer.
  var answered: [(obligation: Obligation, answer: Int)] = []

  /// Whether it equals the session's active time so far.
  var isPlain: Bool { least.isEmpty }
  override func clear() {
    stop()
    shows.removeAll(keepingCapacity: true)
    answered.removeAll(keepingCapacity: true)
  }

  /// Starts to count at a record.
  func start(at index: Int) {
    if isRunning { return }
    isRunning = true
    base = index
    plainEnd = index
  }

  /// The greatest time that can count from one record to a later one.
  func greatest(from start: Int, to end: Int, in evaluation: Evaluation) -> Int64 {
    if greatest.isEmpty { return evaluation.session.time.greatest(from: start, to: end) }
    return greatest[end - base] - greatest[start - base]
  }

  /// The session's active time by these clocks.
  func clock(in evaluation: Evaluation) -> ActiveTime {
    writeDown(in: evaluation)
    let before = [Int64](repeating: 0, count: base)
    return evaluation.session.time.running(least: before + least, greatest: before + greatest)
  }

  /// Stops, because no obligation is open.
  func stop() {
    isRunning = false
    if least.isEmpty { return }
    least.removeAll(keepingCapacity: true)
    greatest.removeAll(keepingCapacity: true)
  }

  /// Counts up to a record, in the state before it.
  func advance(in evaluation: Evaluation, to end: Int) {
    while let show = shows.last, !evaluation.isUp(show) { shows.removeLast() }
    guard isRunning else { return }
    if least.isEmpty {
      if shows.isEmpty && evaluation.countsAll(before: end) {
        plainEnd = end
        return
      }
      writeDown(in: evaluation)
    }
    while base + least.count <= end {
      let counted = counted(in: evaluation, upTo: base + least.count)
      least.append(least[least.count - 1] + counted.least)
      greatest.append(greatest[greatest.count - 1] + counted.greatest)
    }
  }

  private func writeDown(in evaluation: Evaluation) {
    guard isRunning, least.isEmpty else { return }
    for index in base...plainEnd {
      least.append(evaluation.session.time.least(from: base, to: index))
      greatest.append(evaluation.session.time.greatest(from: base, to: index))
    }
  }

  /// The time that counts from the previous record to this one.
  private func counted(in evaluation: Evaluation, upTo index: Int) -> (
    least: Int64, greatest: Int64
  ) {
    var least = evaluation.session.time.least(from: index - 1, to: index)
    var greatest = evaluation.session.time.greatest(from: index - 1, to: index)
    let form = evaluation.session.consent.formShown
    if form.isPresent {
      least = 0
      if !evaluation.session.time.hasGap(after: form, before: index) { greatest = 0 }
    }
    let limit = evaluation.session.policy.milliseconds(.dismissTimeoutSeconds)
    // Of two shows the longer one counts.
    var pause = Int64(0)
    if let show = shows.last {
      pause = mostLeft(of: show, limit, in: evaluation, before: index)
      greatest -= min(leastLeft(of: show, limit, in: evaluation, before: index), greatest)
    }
    let unseen = max(
      EventIndex(evaluation.session.time.lastGap(before: index)),
      evaluation.session.shows.unsure.show)
    if let unseen = unseen.index {
      pause = max(pause, mostLeft(of: unseen, limit, in: evaluation, before: index))
    }
    return (least - min(pause, least), greatest)
  }

  /// The longest time that a show can still last, from the record before `index`.
  private func mostLeft(of show: Int, _ limit: Int64?, in evaluation: Evaluation, before index: Int)
    -> Int64
  {
    guard let limit else { return .max }
    return max(0, limit - evaluation.session.time.least(from: show, to: index - 1))
  }

  /// The time that a show certainly still lasts, from the record before `index`; 0 after a gap.
  private func leastLeft(
    of show: Int, _ limit: Int64?, in evaluation: Evaluation, before index: Int
  ) -> Int64 {
    guard let limit, !evaluation.session.time.hasGap(after: show, before: index),
      !evaluation.mayBeOver(show)
    else { return 0 }
    return max(0, limit - evaluation.session.time.greatest(from: show, to: index - 1))
  }
}

extension Evaluation {
  /// Whether neither a consent form nor a gap can stop the clock.
  fileprivate func countsAll(before index: Int) -> Bool {
    session.consent.formShown.isAbsent && session.shows.unsure.show.isAbsent
      && session.time.lastGap(before: index) == nil
  }

  /// Whether the ad of a show is still on screen, according to the state.
  fileprivate func isUp(_ show: Int) -> Bool {
    guard let ad = session.adNumber(trace.events[show].ad),
      let scene = session.sceneNumber(session.ads[ad].shownScene)
    else { return false }
    return session.scenes[scene].shownAd == ad
  }

  /// Whether the user may have acted under the ad of a show that is up.
  fileprivate func mayBeOver(_ show: Int) -> Bool {
    guard let ad = session.adNumber(trace.events[show].ad),
      let scene = session.sceneNumber(session.ads[ad].shownScene)
    else { return false }
    return session.mayBeUncovered(session.scenes[scene], since: show)
  }
}
