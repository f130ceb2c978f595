internal import AdReports

/// The sum of all numbers in the lines of a fleet, which limits every sum of some of them.
struct LineSum {
  /// Up to it, a floating-point number is exact, and a percentage of a sum does not overflow.
  private static let greatest: Int64 = 1 << 53
  private var sum: Int64 = 0

  /// Adds the sum of a line; false if that of all lines is too great.
  ///
  /// A line of 1 MiB has less than 2^20 numbers of at most 2^40, so that no sum overflows.
  mutating func add(_ numbers: Int64) -> Bool {
    sum = min(sum, Self.greatest) + numbers
    return sum <= Self.greatest
  }

  /// The message about a line with which the sum is too great.
  static let tooGreat = "the numbers of the lines up to this one add up to more than 2^53"
}

extension FleetSession {
  /// The sum of the numbers that are added up with those of other sessions as integers.
  var sum: Int64 {
    var sum: Int64 = 1
    for number in [journals, records, damaged, damage, verdicts.count, listed.count] {
      sum += Int64(number)
    }
    for violation in violations { sum += Int64(violation.count) }
    for violations in leftOut { sum += Int64(violations.count) }
    return sum + (figures?.sum ?? 0)
  }
}

extension SessionFigures {
  fileprivate var sum: Int64 {
    var sum = Int64(filled + failed + ads + shown) + Self.sum(ofTimes: latencies)
    for part in parts {
      sum += Int64(part.figures.sum) + Self.sum(ofTimes: part.onScreen)
      sum += Int64(part.faults.reduce(0, +) + part.payments.reduce(0, +))
    }
    return sum
  }

  /// The number of times, of pairs of a duration and its number.
  private static func sum(ofTimes pairs: [Int64]) -> Int64 {
    pairs.indices.reduce(0) { $1.isMultiple(of: 2) ? $0 : $0 + pairs[$1] }
  }
}
