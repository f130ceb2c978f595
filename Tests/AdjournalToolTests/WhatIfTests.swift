import Testing

struct WhatIfTests {
  private static let session = "Journals/sessions/app-open-cold-start-and-return.jsonl"

  @Test func `Another policy changes decisions and shows`() throws {
    let run = try Tool.run("whatif", "--policy", "daily_cap=1", Self.session)
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.contains("shows: app_open 2, would be 1"))
  }

  @Test(arguments: [
    ("splash_max_s=0", "0.001 to 31536000 s"), ("daily_cap=-5", "0 to 1000000"),
    ("app_open_max_age_s=4h", "0.001 to 31536000 s"), ("present_failure_storm=0", "1 to 1000000"),
  ])
  func `A value out of range is an error with the allowed range`(
    value: String, range: String
  ) throws {
    let run = try Tool.run("whatif", "--policy", value, Self.session)
    #expect(run.errors == "adjournal: invalid value '\(value)' for '--policy' (\(range))\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test func `Without a policy, whatif reports the missing option`() throws {
    let run = try Tool.run("whatif", Self.session)
    #expect(
      run.errors
        == "adjournal: missing required option '--policy' (example: --policy daily_cap=5)\n")
    #expect(run.exit == 2)
  }

  @Test func `Shows in earlier sessions of the install count towards the daily cap`() throws {
    let path = "Journals/sessions/splash-module-cap-across-launches.jsonl"
    let run = try Tool.run(
      "whatif", "--session", "daily-e20c52", "--policy", "daily_cap=2", path)
    #expect(run.exit == 0)
    #expect(run.lines.contains("under the recorded policy, the decider agrees with every decision"))
    #expect(run.lines.contains("shows: app_open 1, would be 0"))
  }
}
