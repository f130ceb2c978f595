import AdFleet
import Testing

struct DayCountsTests {
  private static func counts(_ days: [String?]) -> DayCounts {
    days.reduce(into: DayCounts()) { $0.add($1) }
  }

  @Test func `Days are counted in order, and what is no day is left out`() {
    let days = ["2026-10-23", "2026-02-28", nil, "2026-10-23", "", "2026-02-30", "x", "1969-12-31"]
    let list = Self.counts(days).list
    #expect(list.map(\.day) == ["1969-12-31", "2026-02-28", "2026-10-23"])
    #expect(list.map(\.sessions) == [1, 1, 2])
    #expect(Self.counts(days) == Self.counts(days.reversed()))
  }

  @Test func `A bar has a character for each day of the fleet, the lowest one for none`() throws {
    let fleet = Self.counts(["2026-10-21", "2026-10-27"])
    let days = ["2026-10-23"] + Array(repeating: "2026-10-24", count: 7)
    let trend = try #require(
      Self.counts(days + ["2026-10-27"]).trend(over: fleet, parts: 14))
    #expect(trend.sessions == [0, 0, 1, 7, 0, 0, 1])
    #expect(trend.bar == "▁▁▂█▁▁▂")
    #expect(trend.first == "2026-10-21" && trend.last == "2026-10-27" && trend.daysOfPart == 1)
  }

  @Test func `Over many days, a character stands for several`() throws {
    let fleet = Self.counts(["2026-01-01", "2026-01-15"])
    let trend = try #require(
      Self.counts(["2026-01-01", "2026-01-02", "2026-01-15"]).trend(over: fleet, parts: 14))
    #expect(trend.daysOfPart == 2 && trend.sessions == [2, 0, 0, 0, 0, 0, 0, 1])
    #expect(trend.bar == "█▁▁▁▁▁▁▅")
    let years = Self.counts(["0001-01-01", "9999-12-31"])
    let longest = try #require(years.trend(over: years, parts: 14))
    #expect(longest.bar.count == 14 && longest.sessions.reduce(0, +) == 2)
  }

  @Test func `One day, or none, has no trend`() {
    let day = Self.counts(["2026-10-23"])
    #expect(day.trend(over: day, parts: 14) == nil)
    #expect(DayCounts().trend(over: DayCounts(), parts: 14) == nil)
  }
}
