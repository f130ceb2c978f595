import AdSession
import PropertyTesting

/// The records that the simulated recorder loses, and where it starts a new file.
struct RecorderState {
  /// The indexes of the lost records in the trace of the world, ascending.
  var lost: [Int] = []
  /// The number of further records that will be lost.
  var left = 0
  /// The reason for the loss.
  var reason = Word.bufferFull
  /// The indexes of the records that begin a new file, ascending, and whether the previous file is
  /// sealed.
  var segmentStarts: [(index: Int, isSealed: Bool)] = []
}

extension World {
  /// Draws what goes wrong when a record is written.
  func disturb(_ event: Event, at index: Int) {
    if drawnFaults.contains(.lostRecords) { lose(event, at: index) }
    if index > 0 && strikes(.segments, 0.02) {
      recorder.segmentStarts.append((index, choices.bool(probability: 0.7)))
    }
    planStrays(after: event)
  }

  /// Draws whether the recorder loses a record.
  private func lose(_ event: Event, at index: Int) {
    guard event.canBeLost(under: trace.header) else { return }
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

  /// Whether an earlier record of the same load was lost.
  ///
  /// Then a repeated one must be lost, too, because the rules assume that a duplicate is not half
  /// hidden.
  private func hasLostLoad(of ad: Symbol) -> Bool {
    recorder.lost.contains { trace.events[$0].kind == .adLoaded && trace.events[$0].ad == ad }
  }

  /// Loses the last records, which were not yet written when the process died.
  ///
  /// Keeps the app-open shows, because the stored count of the install proves them to the next
  /// process.
  func loseTail() {
    let last = trace.events.lastIndex { $0.kind == .adWillPresent && $0.format == .appOpen } ?? 0
    let first = max(last + 1, trace.events.count - Int(drawTime(1...20, towards: 1)))
    recorder.lost.removeAll { $0 >= first }
    recorder.lost += first..<trace.events.count
    recorder.segmentStarts.removeAll { $0.index >= first }
  }
}

extension Event {
  /// Whether the recorder may lose the record when its buffer is full.
  ///
  /// The recorder reserves room for some kinds. The rules assume that it never loses the failure of
  /// a load that is, or may be, because of its configuration.
  fileprivate func canBeLost(under header: Header?) -> Bool {
    switch kind {
    case .appTimeChanged, .appTerminating, .preloadStarted, .preloadStopped: false
    case .adFailedToLoad: ![.configuration, .absent].contains(failureCause(under: header))
    default: kind.eventClass != .session && kind.eventClass != .consent
    }
  }
}
