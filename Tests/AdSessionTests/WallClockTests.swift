import AdSession
import Testing

@Suite struct `The wall clock` {
  private func parse(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBytes(WallClock.parse)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00.000Z", 0), ("2026-11-20T09:15:02.123Z", 1_795_166_102_123),
    ("2024-02-29T23:59:59.999Z", 1_709_251_199_999), ("2000-03-01T00:00:00.000Z", 951_868_800_000),
    ("1969-12-31T23:59:59.999Z", -1),
  ])
  func `a wall clock time is read and written`(text: String, milliseconds: Int64) {
    #expect(parse(text) == milliseconds)
    #expect(WallClock.text(milliseconds) == text)
  }

  @Test(arguments: [
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    (-62_167_219_200_001, "0000-12-31T23:59:59.999Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
    (Int64.max, "292278994-08-17T07:12:55.807Z"),
    (Int64.min, "0000-05-16T16:47:04.192Z"),
  ])
  func `a wall clock time outside the range of records is written`(
    milliseconds: Int64, text: String
  ) {
    #expect(WallClock.text(milliseconds) == text)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T09:15:02Z", "2026-11-20T09:15:02.123", "2026-13-20T09:15:02.123Z",
    "2026-02-29T09:15:02.123Z", "2026-11-20T24:00:00.000Z", "2026-11-20t09:15:02.123Z",
    "2026-11-20T09:15:60.000Z", "2026-11-20T09:15:02.12+Z", "2026-00-10T00:00:00.000Z",
  ])
  func `other forms and impossible dates are not a wall clock time`(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func `every day of four hundred years is read back as written`() {
    for day in stride(from: Int64(-60_000), to: 120_000, by: 1) {
      let wall = day * WallClock.day
      #expect(parse(WallClock.text(wall)) == wall)
    }
  }

  @Test func `the local day changes at local midnight`() {
    let midnight: Int64 = 1_795_132_800_000  // 2026-11-20T00:00:00Z
    #expect(WallClock.localDay(midnight - 1, utcOffsetMinutes: 0) == 20_776)
    #expect(WallClock.localDay(midnight, utcOffsetMinutes: 0) == 20_777)
    #expect(WallClock.localDay(midnight - 3_600_000, utcOffsetMinutes: 60) == 20_777)
    #expect(WallClock.localDay(midnight, utcOffsetMinutes: -1) == 20_776)
    #expect(WallClock.localDay(-1, utcOffsetMinutes: 0) == -1)
  }

  @Test(arguments: [Int64.min, -525_600_001, 525_600_001, Int64.max])
  func `a UTC offset beyond a thousand years counts as a thousand years`(minutes: Int64) {
    let most: Int64 = minutes < 0 ? -525_600_000 : 525_600_000
    #expect(WallClock.offset(minutes) == most * 60_000)
    let days = [Int64(0), 1_790_000_000_000].map {
      WallClock.localDay($0, utcOffsetMinutes: minutes)
    }
    #expect(days[0] == most / 1440 && days[1] > days[0])
  }
}
