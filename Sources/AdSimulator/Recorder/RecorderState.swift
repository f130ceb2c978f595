import AdSession
import PropertyTesting

/// What the app's recorder does not write, and where it goes on in another file.
struct RecorderPart {
  /// The records that were lost, by index in the trace of the world, rising.
  var lost: [Int] = []
  /// How many more of the next records are lost.
  var left = 0
  /// Why records are lost.
  var reason = Word.bufferFull
  /// The records before which a further file begins, rising, and whether the one before is sealed.
  var seams: [(index: Int, isSealed: Bool)] = []
}

extension World {
  /// What goes wrong where a record is written.
  func disturb(_ event: Event, at index: Int) {
    if drawnFaults.contains(.lostRecords) { lose(event, at: index) }
    if index > 0 && strikes(.segments, 0.02) {
      recorder.seams.append((index, choices.bool(probability: 0.7)))
    }
    planStrays(after: event)
  }

  /// The recorder drops a record, where it has no room for it.
  private func lose(_ event: Event, at index: Int) {
    guard event.canBeLost else { return }
    if recorder.left == 0 && strikes(.lostRecords, 0.02) {
      recorder.left = Int(drawTime(1...12, towards: 1))
      recorder.reason = choices.pick([.bufferFull, .diskFull, .writeError, .suspended])
    }
    if recorder.left > 0 {
      recorder.left -= 1
      recorder.lost.append(index)
    } else if event.kind == .adLoaded && hasLostLoad(of: event.ad) {
      recorder.lost.append(index)
    }
  }

  /// Whether the callback that an ad was loaded came before and was lost: that what comes twice is
  /// not half hidden is an assumption of the rules.
  private func hasLostLoad(of ad: Symbol) -> Bool {
    recorder.lost.contains { trace.events[$0].kind == .adLoaded && trace.events[$0].ad == ad }
  }

  /// What was not written when the process died is lost, but for the header and the app-open shows
  /// of which the install's count tells the next process.
  func loseTail() {
    let last = trace.events.lastIndex { $0.kind == .adWillPresent && $0.format == .appOpen } ?? 0
    let first = max(last + 1, trace.events.count - Int(drawTime(1...20, towards: 1)))
    recorder.lost.removeAll { $0 >= first }
    recorder.lost += first..<trace.events.count
    recorder.seams.removeAll { $0.index >= first }
  }
}

extension Event {
  /// Whether a recorder without room drops the record: for some kinds it keeps room, and the rules
  /// assume that a failure of the configuration is not among what it lost.
  fileprivate var canBeLost: Bool {
    switch kind {
    case .appTimeChanged, .appTerminating: false
    case .adFailedToLoad: !Session.configurationCodes.contains(errorCode ?? -1)
    default: kind.eventClass != .session && kind.eventClass != .consent
    }
  }
}
