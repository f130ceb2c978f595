import Foundation
import Testing

struct FollowTests {
  /// Follows a journal while a shell writes it in pieces.
  private func follow(_ pieces: String, _ options: String = "") throws -> Tool.Run {
    try Tool.shell(
      "J=\(Sample.unlock); (\(pieces)) & adjournal follow --until-end \(options) live.jsonl")
  }

  private static let report = [
    "live.jsonl  session daily-03c8be", "  error lock-is-not-background",
    "    app_open ad a-2 was presented after the phone was locked and unlocked",
    "    live.jsonl:29, 2026-10-28T23:43:15.007Z, 0:03:02.381 after the start, seq 24, 25, 27, 29",
    "1 journal, 1 session, 42 records: 1 violation (1 error, 0 warning, 0 info)",
  ]

  @Test func `A growing journal is followed until its session ends`() throws {
    let run = try follow(
      """
      head -20 $J > live.jsonl; sleep 0.4; sed -n 21,28p $J >> live.jsonl
      sed -n 29p $J | head -c 50 >> live.jsonl; sleep 0.4; sed -n 29p $J | tail -c +51 >> live.jsonl
      sleep 0.4; tail -n +30 $J >> live.jsonl
      """)
    #expect(Array(run.lines.prefix(5)) == Self.report)
    #expect(run.exit == 1)
  }

  @Test func `Following waits for a missing file and reports it once`() throws {
    let run = try Tool.shell(
      """
      adjournal follow --until-end live.jsonl 2> errors & FOLLOWING=$!
      until grep -qs waiting errors; do sleep 0.1; done; sleep 0.5
      cat \(Sample.unlock) > live.jsonl; wait $FOLLOWING; EXIT=$?; cat errors >&2; exit $EXIT
      """)
    #expect(run.errors == "adjournal: live.jsonl: there is no such file or folder; waiting\n")
    #expect(Array(run.lines.prefix(5)) == Self.report)
    #expect(run.exit == 1)
  }

  @Test func `Following accepts the options of an audit`() throws {
    let run = try follow("cat $J > live.jsonl", "--except lock-is-not-background")
    #expect(run.lines.first?.hasSuffix("0 violations (0 error, 0 warning, 0 info)") == true)
    #expect(run.exit == 0)
    #expect(try follow("cat $J > live.jsonl", "--exit-zero").exit == 0)
  }

  @Test func `Following a folder includes new segments of a session`() throws {
    let run = try Tool.shell(
      """
      mkdir live; J=\(Sample.unlock); D=\(Sample.gap)
      (cp $J live/a.jsonl; head -5 $D > live/b.jsonl; sleep 0.5; tail -n +6 $D >> live/b.jsonl) &
      sleep 0.2; adjournal follow --until-end live
      """)
    #expect(run.text.contains("live/b.jsonl  session damaged-seq-gap\n  damage seq-gap line 12"))
    #expect(run.lines.suffix(2).first?.hasPrefix("2 journals, 2 sessions, 57 records") == true)
    #expect(run.exit == 1)
  }

  @Test func `Following a named pipe, and serving standard input, is an error`() throws {
    let run = try Tool.shell("mkfifo pipe; adjournal follow pipe")
    #expect(run.errors.contains("'follow' needs a regular file or '-'; 'pipe' is a stream ("))
    #expect(run.exit == 2)
    let served = try Tool.shell("adjournal follow --serve - < \(Sample.unlock)")
    #expect(served.errors == "adjournal: '--serve' needs regular files; '-' is a stream\n")
    #expect(served.exit == 2)
  }
}
