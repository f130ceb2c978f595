/// Finds where a range of values that serve begins and ends, if it is one range.
enum Bisection {
  /// The least value between two that serves; `value` is known to.
  static func least(from low: Int64, to value: Int64, _ serves: (Int64) -> Bool) -> Int64 {
    guard low < value else { return value }
    if serves(low) { return low }
    var (refused, taken) = (low, value)
    while taken - refused > 1 {
      let middle = refused + (taken - refused) / 2
      if serves(middle) { taken = middle } else { refused = middle }
    }
    return taken
  }

  /// The greatest value from one that serves up to a limit.
  static func greatest(from value: Int64, to limit: Int64, _ serves: (Int64) -> Bool) -> Int64 {
    guard value < limit else { return value }
    if serves(limit) { return limit }
    var (taken, refused) = (value, limit)
    var step: Int64 = 1
    while taken + step < refused {
      if serves(taken + step) {
        taken += step
        step *= 2
      } else {
        refused = taken + step
      }
    }
    while refused - taken > 1 {
      let middle = taken + (refused - taken) / 2
      if serves(middle) { taken = middle } else { refused = middle }
    }
    return taken
  }
}
