import AdReports
import AdRules
import TestReports
import Testing

struct TimelineTests {
  private func lines(_ path: String) throws -> [String] {
    let audited = try #require(Samples.audited(path).first)
    return Timeline(audited, style: TextStyle.plain).lines
  }

  @Test func `A timeline has a title, one line per record, the violations and an end`() throws {
    let lines = try lines(Samples.unlock)
    #expect(lines.first == "session daily-03c8be  \(Samples.unlock)")
    #expect(lines[1].hasPrefix("  com.example.daily 4.2.0 · "))
    #expect(lines.count == 2 + 42 + 1 + 2)
    #expect(lines.suffix(2) == ["the session ended; 1 violation", ""])
  }

  @Test func `A violation is below the record at which it became certain`() throws {
    let lines = try lines(Samples.unlock)
    let pin = try #require(lines.firstIndex { $0.contains("✗ error lock-is-not-background: ") })
    #expect(lines[pin].hasSuffix("(seq 24, 25, 27, 29)"))
    #expect(lines[pin - 1].hasPrefix("   29  0:03:02.381  ad.present_requested    app_open ad=a-2"))
  }

  @Test func `A gap is between the records around it`() throws {
    let lines = try lines("damaged/seq-gap.jsonl")
    let gap = try #require(lines.firstIndex { $0.contains("~~~ gap: 2 records lost;") })
    #expect(lines[gap - 2].hasPrefix("   11  "))
    #expect(lines[gap - 1].contains("! damage seq-gap, line 12: record 14 follows record 11"))
    #expect(lines[gap + 1].hasPrefix("   14  "))
  }

  @Test func `The timeline of a torn journal reports that at its end`() throws {
    let lines = try lines("damaged/torn-tail.jsonl")
    #expect(lines.contains { $0.hasPrefix("the journal ends in the middle of a line; ") })
  }

  @Test func `No line of a timeline ends with a space`() throws {
    for path in try Samples.paths(in: "sessions") {
      #expect(try lines(path).allSatisfy { !$0.hasSuffix(" ") }, "\(path)")
    }
  }

  @Test func `A timeline has the fields of a record with their names, in the order of the format`()
    throws
  {
    let lines = try lines(Samples.unlock)
    #expect(
      lines.contains {
        $0.hasSuffix(
          "ad.loaded               app_open request=r-1 ad=a-1 adapter=GADMAdapterGoogleAdMobAds "
            + "latency_ms=1250")
      })
    #expect(lines.contains { $0.hasSuffix("app.became_active") })
  }

  @Test func `An error code is followed by its documented cause, unless the record names one`()
    throws
  {
    let failures: (String) throws -> [String] = { path in
      try lines(path).compactMap { line in
        line.firstRange(of: "error_code=").map { String(line[$0.lowerBound...]) }
      }
    }
    #expect(
      try failures("terms/cause-of-android.jsonl") == [
        "error_code=0 (internal)", "error_code=8 (configuration)",
      ])
    #expect(
      try failures("terms/cause-in-the-record.jsonl") == [
        "error_code=0 cause=no_fill", "error_code=-5 cause=configuration",
      ])
    #expect(try failures("terms/cause-unknown.jsonl") == ["error_code=0", "error_code=0"])
  }
}
