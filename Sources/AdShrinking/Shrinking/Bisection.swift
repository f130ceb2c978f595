/// Finds the bounds of a contiguous range of accepted values by bisection.
enum Bisection {
  /// The smallest accepted value from `low` to `value`, which is known to be accepted.
  static func least(from low: Int64, to value: Int64, _ isAccepted: (Int64) -> Bool) -> Int64 {
    guard low < value else { return value }
    if isAccepted(low) { return low }
    var (refused, taken) = (low, value)
    while taken - refused > 1 {
      let middle = refused + (taken - refused) / 2
      if isAccepted(middle) { taken = middle } else { refused = middle }
    }
    return taken
  }

  /// The largest accepted value from `value`, which is known to be accepted, to a limit.
  static func greatest(from value: Int64, to limit: Int64, _ isAccepted: (Int64) -> Bool) -> Int64 {
    guard value < limit else { return value }
    if isAccepted(limit) { return limit }
    var (taken, refused) = (value, limit)
    var step: Int64 = 1
    while taken + step < refused {
      if isAccepted(taken + step) {
        taken += step
        step *= 2
      } else {
        refused = taken + step
      }
    }
    while refused - taken > 1 {
      let middle = taken + (refused - taken) / 2
      if isAccepted(middle) { taken = middle } else { refused = middle }
    }
    return taken
  }
}
