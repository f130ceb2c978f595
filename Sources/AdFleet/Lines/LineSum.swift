internal import AdReports

/// The sum of all numbers in the lines of a fleet, which limits every sum of some of them.
struct LineSum {
  /// Up to it, a floating-point number is exact, and a percentage of a sum does not overflow.
  private static let greatest = 1 << 53
  private var sum = 0

  /// Adds the sum of a line; false if that of all lines is too great.
  ///
  /// A line of 1 MiB has less than 2^20 numbers of at most 2^40, so that no sum overflows.
  mutating func add(_ numbers: Int) -> Bool {
    sum = min(sum, Self.greatest) + numbers
    return sum <= Self.greatest
  }

  /// The message about a line with which the sum is too great.
  static let tooGreat = "the numbers of the lines up to this one add up to more than 2^53"
}

extension FleetSession {
  /// The sum of the numbers that are added up with those of other sessions as integers.
  var sum: Int {
    var sum = 1 + journals + records + damaged + damage + verdicts.count + listed.count
    for violation in violations { sum += violation.count }
    for violations in leftOut { sum += violations.count }
    return sum + (figures?.sum ?? 0)
  }
}

extension SessionFigures {
  fileprivate var sum: Int {
    var sum = filled + failed + ads + shown + Self.sum(ofTimes: latencies)
    for part in parts {
      sum += part.figures.sum + Self.sum(ofTimes: part.onScreen)
      sum += part.faults.reduce(0, +) + part.payments.reduce(0, +)
    }
    return sum
  }

  /// The number of times, of pairs of a duration and its number.
  private static func sum(ofTimes pairs: [Int64]) -> Int {
    pairs.indices.reduce(0) { $1.isMultiple(of: 2) ? $0 : $0 + Int(pairs[$1]) }
  }
}
