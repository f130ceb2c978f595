import AdSession
import PropertyTesting

extension World {
  /// Advances the clock and runs the actions that become due.
  ///
  /// Actions that need the process wait while it is suspended.
  func advance(by duration: Int64) {
    let target = clock.t + max(0, duration)
    while !isOver, let due = agenda.nextDue, due <= target {
      guard let entry = agenda.takeNext() else { break }
      if entry.needsProcess, let since = phone.suspendedAt, max(entry.due, clock.t) > since {
        phone.deferred.append(entry.action)
        continue
      }
      clock.t = max(clock.t, entry.due)
      entry.action()
    }
    clock.t = max(clock.t, target)
  }

  /// Plans an action after a delay in milliseconds, such as a callback of the SDK.
  func later(_ delay: Int64, _ action: @escaping (World) -> Void) {
    agenda.plan(at: clock.t + max(0, delay), needsProcess: true) { [unowned self] in
      if !isOver { action(self) }
    }
  }

  /// Runs the actions that became due while the process was suspended, in order.
  func resume() {
    phone.suspendedAt = nil
    let waiting = phone.deferred
    phone.deferred = []
    for action in waiting where !isOver { action() }
  }

  /// Remembers a time near which bugs are likely, such as the end of a limit that begins now.
  ///
  /// - Parameter distance: Milliseconds from now.
  func mark(_ distance: Int64) {
    instants.append(clock.t + distance)
    if instants.count > 24 { instants.removeFirst(8) }
  }

  /// Draws a pause in milliseconds, often one that ends near a remembered time.
  func pause(_ range: ClosedRange<Int64>, towards origin: Int64? = nil) -> Int64 {
    var near: [Int64] = []
    for instant in instants where range.contains(instant - clock.t) {
      near.append(instant - clock.t)
    }
    if range.upperBound > 3_600_000 && !near.isEmpty && choices.bool() {
      return max(range.lowerBound, choices.pick(near) + choices.pick([0, -1, 1]))
    }
    return drawTime(range, towards: origin, near: near)
  }

  /// Draws a duration in milliseconds.
  func drawTime(
    _ range: ClosedRange<Int64>, towards origin: Int64? = nil, near: [Int64] = []
  ) -> Int64 {
    choices.int(range, towards: origin, near: near)
  }

  /// A threshold of the current policy in milliseconds; 0 if it is unset or no duration.
  func limit(_ key: PolicyKey) -> Int64 {
    app.policy.isUnset(key) ? 0 : app.policy.milliseconds(key) ?? 0
  }
}
