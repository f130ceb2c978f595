import AdSession
import PropertyTesting

extension World {
  /// Lets time pass: what becomes due happens, unless it needs a process that is suspended.
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

  /// Plans a callback of the SDK or of the network.
  func later(_ delay: Int64, _ action: @escaping (World) -> Void) {
    agenda.plan(at: clock.t + max(0, delay), needsProcess: true) { [unowned self] in
      if !isOver { action(self) }
    }
  }

  /// Runs what became due while the process was suspended, in its order.
  func resume() {
    phone.suspendedAt = nil
    let waiting = phone.deferred
    phone.deferred = []
    for action in waiting where !isOver { action() }
  }

  /// Remembers an instant near which a mistake would show: so many milliseconds from now.
  func mark(_ distance: Int64) {
    instants.append(clock.t + distance)
    if instants.count > 24 { instants.removeFirst(8) }
  }

  /// Draws a pause, often one that ends near an instant that matters.
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

  /// Draws a length of time in milliseconds.
  func drawTime(
    _ range: ClosedRange<Int64>, towards origin: Int64? = nil, near: [Int64] = []
  ) -> Int64 {
    choices.int(range, towards: origin, near: near)
  }

  /// A threshold of the policy in force, in milliseconds.
  func limit(_ key: PolicyKey) -> Int64 { app.policy.milliseconds(key) ?? 0 }
}
