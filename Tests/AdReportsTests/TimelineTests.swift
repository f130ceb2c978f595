import AdReports
import AdRules
import AdSession
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
    #expect(lines[2] == "  local time: 2026-10-29, UTC+08:00 (Asia/Shanghai)")
    #expect(lines[3] == "  > a violation became certain here; * a violation names this record")
    #expect(lines.count == 4 + 42 + 1 + 2)
    #expect(lines.suffix(2) == ["the session ended; 1 violation", ""])
  }

  @Test func `A violation is below the record at which it became certain`() throws {
    let lines = try lines(Samples.unlock)
    let pin = try #require(lines.firstIndex { $0.contains("✗ error lock-is-not-background: ") })
    #expect(lines[pin].hasSuffix("(seq 24, 25, 27, 29)"))
    #expect(
      lines[pin - 1].hasPrefix(
        ">  29  0:03:02.381  07:43:15  ad.present_requested    app_open ad=a-2"))
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

  // MARK: Local times and signs

  @Test func `A line has the local time of the session`() throws {
    let lines = try lines(Samples.unlock)
    #expect(lines.contains("    5  0:00:00.198  07:40:12  app.became_active"))
    #expect(lines.contains("   28  0:03:02.376  07:43:15  app.became_active"))
  }

  @Test func `The local day is printed again when it changes`() throws {
    let lines = try lines("sessions/splash-module-midnight.jsonl")
    #expect(lines[2] == "  local time: 2026-11-16, UTC+08:00 (Asia/Shanghai)")
    let day = try #require(lines.firstIndex(of: "       local time: 2026-11-17, UTC+08:00"))
    #expect(lines[day - 1].hasPrefix("   48  0:15:06.375  23:46:46  user.acted"))
    #expect(lines[day + 1].hasPrefix("   49  0:28:20.012  00:00:00  app.time_changed"))
    #expect(lines.count { $0.contains("local time: ") } == 2)
  }

  @Test func `The zone is printed again when it changes`() throws {
    let lines = try lines("counterexamples/midnight-in-another-zone.jsonl")
    let zones = lines.filter { $0.contains("local time: ") }
    #expect(Set(zones.map { $0.suffix(9) }).count > 1)
  }

  @Test func `The records that a violation names have signs in the margin`() throws {
    let lines = try lines(Samples.unlock)
    let marked = lines.dropFirst(4).filter { $0.hasPrefix("*") || $0.hasPrefix(">") }
    #expect(
      marked.map { $0.prefix(5) } == ["*  24", "*  25", "*  27", ">  29"])
  }

  @Test func `A timeline without violations explains no signs`() throws {
    let lines = try lines("sessions/splash-module-midnight.jsonl")
    #expect(!lines.contains { $0.contains("a violation") })
    #expect(lines[3].hasPrefix("    1  0:00:00.000  23:31:40  session.began"))
  }

  // MARK: Selections

  private func shown(
    _ path: String = Samples.unlock, _ change: (inout TimelineSelection) -> Void
  ) throws -> (seqs: [Int], lines: [String]) {
    var selection = TimelineSelection()
    change(&selection)
    let audited = try #require(Samples.audited(path).first)
    let lines = Timeline(audited, style: .plain, showing: selection).lines
    let seqs = lines.compactMap { line in
      line.firstMatch(of: #/^[>* ] *(\d+)  \d+:/#).flatMap { Int($0.1) }
    }
    return (seqs, lines)
  }

  @Test func `A window shows its records and counts the others`() throws {
    let (seqs, lines) = try shown { $0.window = 24..<31 }
    #expect(seqs == Array(25...31))
    #expect(lines.contains { $0.contains("✗ error lock-is-not-background") })
    #expect(
      lines.suffix(3) == ["… 35 records not shown", "the session ended; 1 violation", ""])
  }

  @Test func `A violation outside the window is counted`() throws {
    let (seqs, lines) = try shown { $0.window = 0..<26 }
    #expect(seqs == Array(1...26))
    #expect(lines.contains("… 16 records and 1 violation not shown"))
    #expect(lines[3] == "  * a violation names this record")
  }

  @Test func `Kinds are chosen by name and by prefix`() throws {
    #expect(TimelineSelection.kinds(matching: "ad.dismissed") == [.adDismissed])
    #expect(TimelineSelection.kinds(matching: "device.*") == [.deviceLocked, .deviceUnlocked])
    #expect(TimelineSelection.kinds(matching: "ad") == [])
    #expect(TimelineSelection.kinds(matching: "?") == [])
    let (seqs, lines) = try shown {
      $0.kinds = Set(TimelineSelection.kinds(matching: "device.*") + [.appLaunched])
    }
    #expect(seqs == [3, 24, 26])
    // Record 24 is in the witness of the violation.
    #expect(lines.contains { $0.contains("✗ error lock-is-not-background") })
    #expect(lines.contains("… 39 records not shown"))
  }

  @Test func `An ad is chosen with its request`() throws {
    let seqs = try shown { $0.ads = ["a-2"] }.seqs
    #expect(seqs == [20, 21, 22, 29, 30, 31, 32, 33, 34, 35])
    #expect(try shown { $0.ads = ["a-2", "a-3"] }.seqs.count == seqs.count + 3)
  }

  @Test(arguments: ["ca-app-pub-1234567890123456/4410027781", "4410027781", "…/4410027781"])
  func `A unit is chosen by its whole name or its last part, with all records of its ads`(
    unit: String
  ) throws {
    let seqs = try shown { $0.units = [unit] }.seqs
    #expect(seqs == [6, 7, 8] + Array(13...22) + Array(29...38))
    #expect(try shown { $0.units = ["27781"] }.seqs == [])
  }

  @Test func `Only the records that violations name are chosen`() throws {
    let (seqs, lines) = try shown { $0.onlyViolations = true }
    #expect(seqs == [24, 25, 27, 29])
    #expect(lines.contains { $0.contains("✗ error lock-is-not-background") })
    #expect(lines.contains("… 38 records not shown"))
  }

  @Test func `All choices together show the records that each of them shows`() throws {
    let (seqs, lines) = try shown {
      $0.onlyViolations = true
      $0.kinds = Set(TimelineSelection.kinds(matching: "app.*") + [.adPresentRequested])
      $0.window = 0..<27
    }
    #expect(seqs == [25, 27])
    #expect(lines.contains("… 40 records and 1 violation not shown"))
    let unit = try shown {
      $0.onlyViolations = true
      $0.units = ["4410027781"]
      $0.ads = ["a-2"]
    }
    #expect(unit.seqs == [29])
  }

  @Test func `A choice that no record matches says so`() throws {
    let (seqs, lines) = try shown { $0.ads = ["a-99"] }
    #expect(seqs == [])
    #expect(
      lines.suffix(4) == [
        "no record matches", "… 42 records and 1 violation not shown",
        "the session ended; 1 violation", "",
      ])
    var selection = TimelineSelection()
    selection.ads = ["a-99"]
    let audited = try #require(Samples.audited(Samples.unlock).first)
    #expect(Timeline(audited, style: .plain, showing: selection).matchingLines == nil)
  }

  @Test func `Gaps and damage are shown in a window and counted with filters`() throws {
    let path = "damaged/seq-gap.jsonl"
    let near = try shown(path) { $0.window = 10..<12 }
    #expect(near.seqs == [11, 14])
    #expect(near.lines.contains { $0.contains("~~~ gap: 2 records lost;") })
    let far = try shown(path) { $0.window = 0..<5 }
    #expect(far.lines.contains { $0.hasSuffix(", 1 gap and 1 damaged location not shown") })
    let filtered = try shown(path) { $0.kinds = [.sessionBegan] }
    #expect(filtered.seqs == [1])
    #expect(!filtered.lines.contains { $0.contains("~~~") })
    #expect(filtered.lines.contains { $0.hasSuffix(", 1 gap and 1 damaged location not shown") })
  }

  @Test func `The notes of a choice are below the title`() throws {
    let lines = try shown { $0.notes = ["'23:43' occurs on several days"] }.lines
    #expect(lines[3] == "  '23:43' occurs on several days")
  }
}
