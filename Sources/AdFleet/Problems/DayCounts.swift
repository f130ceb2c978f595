internal import AdSession

/// The number of sessions on each day, in eight bytes for a day.
package struct DayCounts: Equatable, Sendable {
  /// Days since 1970, rising.
  private var days: [Int32] = []
  /// The number of sessions on each of them.
  private var counts: [UInt32] = []

  package init() {}

  /// Adds a session on a day such as `2026-10-23`; nil and other texts add nothing.
  package mutating func add(_ day: String?) {
    guard let day, let wall = WallClock.parse(Array("\(day)T00:00:00.000Z".utf8)) else { return }
    let number = Int32(wall / 86_400_000)
    let index = offset(of: number)
    if index < days.count, days[index] == number {
      counts[index] &+= 1
    } else {
      days.insert(number, at: index)
      counts.insert(1, at: index)
    }
  }

  /// The index of the first day that is not earlier.
  private func offset(of day: Int32) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The days with sessions, in order, and the number of sessions on each.
  package var list: [(day: String, sessions: Int)] {
    zip(days, counts).map { (Self.text($0), Int($1)) }
  }

  private static func text(_ day: Int32) -> String {
    String(WallClock.text(Int64(day) * 86_400_000).prefix(while: { $0 != "T" }))
  }
}

extension DayCounts {
  /// The number of sessions of consecutive days, in at most a number of equal parts.
  package struct Trend: Equatable {
    /// The number of days of a part; the last part can have fewer.
    package let daysOfPart: Int
    /// The first and the last day.
    package let first: String
    package let last: String
    /// The number of sessions in each part.
    package let sessions: [Int]

    /// A character for each part, from `▁` for none to `█` for the most sessions.
    package var bar: String {
      let most = max(1, sessions.max() ?? 1)
      return String(sessions.map { Self.levels[$0 == 0 ? 0 : 1 + ($0 * 7 - 1) / most] })
    }

    private static let levels = Array("▁▂▃▄▅▆▇█")
  }

  /// The sessions over all days of a fleet, from its first to its last day; nil if it has only one.
  package func trend(over fleet: DayCounts, parts: Int) -> Trend? {
    guard let first = fleet.days.first, let last = fleet.days.last, first < last else { return nil }
    let span = Int(last) - Int(first) + 1
    let daysOfPart = (span + parts - 1) / parts
    var sessions = Array(repeating: 0, count: (span + daysOfPart - 1) / daysOfPart)
    for (day, count) in zip(days, counts) where day >= first && day <= last {
      sessions[(Int(day) - Int(first)) / daysOfPart] += Int(count)
    }
    return Trend(
      daysOfPart: daysOfPart, first: Self.text(first), last: Self.text(last), sessions: sessions)
  }
}
