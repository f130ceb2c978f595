import Foundation
import Testing

struct StatsTests {
  @Test func `The statistics in the README match the output`() throws {
    let line = "adjournal stats Journals/sessions"
    let readme = try String(
      contentsOfFile: "\(Tool.root)/Tools/adjournal/README.md", encoding: .utf8)
    let shown = try #require(readme.components(separatedBy: "$ \(line)\n").dropFirst().first)
    #expect(shown.hasPrefix(try Tool.shell("COLUMNS=80 \(line)").text + "```\n"))
  }

  @Test func `Statistics do not depend on the number of jobs`() throws {
    let one = try Tool.run("stats", "--jobs", "1", "--by", "unit,day", "Journals")
    let all = try Tool.run("stats", "--by", "unit", "--by", "day", "Journals")
    #expect(one.exit == 3)
    #expect(one.output == all.output)
    #expect(one.lines.count > 20)
  }

  @Test func `CSV by system, SDK and build has the same columns for all journals`() throws {
    func heading(_ folder: String) throws -> String {
      let run = try Tool.run(
        "stats", "--by", "os,sdk_version,build,network", "--format", "csv", "--exit-zero", folder)
      #expect(run.lines.count > 5)
      return run.lines[0]
    }
    let columns = try heading("Journals/incidents")
    #expect(columns.hasPrefix("os,sdk_version,build,network,requests,"))
    #expect(columns.contains(",installs,install_days,installs_exact,dau,impressions_per_dau,"))
    #expect(columns.contains(",currency,payments,revenue_micros,ecpm,arpdau,"))
    #expect(try heading("Journals/sessions") == columns)
  }

  @Test func `Statistics as JSON have a summary, and damage exits 3 without --exit-zero`() throws {
    let run = try Tool.run("stats", "--format", "json", "--exit-zero", "Journals/damaged")
    #expect(run.exit == 0)
    #expect(run.errors.hasPrefix("adjournal: damage in "))
    let object = try Sample.object(run.output)
    #expect(Set(object.keys) == ["schema", "by", "groups", "total", "unshown", "summary"])
    let summary = try #require(object["summary"] as? [String: Int])
    #expect(summary["journals"] == 24)
    #expect(try #require(summary["damaged"]) > 10)
    #expect(try #require(summary["with_gaps"]) > 0)
    #expect(try Tool.run("stats", "Journals/damaged").exit == 3)
  }

  @Test func `An unknown field in --by is an error with the nearest name`() throws {
    let run = try Tool.run("stats", "--by", "units", "Journals/sessions")
    #expect(run.exit == 2)
    #expect(
      run.errors
        == "adjournal: invalid value 'units' for '--by' (unit, format, adapter, network, creative, "
        + "app, version, sdk_version, os, build, day); did you mean 'unit'?\n")
  }

  @Test func `The network that pays no rewards is worse, with its smallest session`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try folder.write("a.jsonl", NetworkJournal.text(sessions: 20))
    let run = try Tool.run("stats", "--by", "network", journal)
    let title = "rewarded ads dismissed without a reward: worse than your other networks?"
    #expect(
      run.lines.drop { $0 != title }.prefix(6) == [
        title, "network  shows    share      95 % interval  others  worse",
        "N0         100  100.0 %  96.4 % to 100.0 %   0.0 %    yes",
        "N1         100    0.0 %     0.0 % to 3.6 %  50.0 %     no",
        "N2         100    0.0 %     0.0 % to 3.6 %  50.0 %     no",
        "  smallest session of N0: s-0",
      ])
    #expect(run.lines.contains("    in \(journal)"))
  }

  @Test func `Statistics exit 4 for a missing file and count the others`() throws {
    let run = try Tool.run("stats", "missing.jsonl", Sample.unlock)
    #expect(run.exit == 4)
    #expect(run.errors == "adjournal: missing.jsonl: there is no such file or folder\n")
    #expect(run.lines.last == "1 journal, 1 session, 42 records")
  }

  @Test func `Statistics of an app or a version count only its sessions`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let other = String(decoding: try Sample.bytes(Sample.gap), as: UTF8.self)
      .replacing(#""app_version":"4.2.0""#, with: #""app_version":"5.0""#)
    let path = try folder.write("other.jsonl", other)
    let run = try Tool.run(
      "stats", "--by", "version", "--app-version", "4.2.0,none", "--format", "csv", Sample.unlock,
      path)
    #expect(run.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["4.2.0"])
    let text = try Tool.run("stats", "--app-version", "5.0", Sample.unlock, path)
    #expect(text.lines.last?.hasPrefix("2 journals, 1 session, ") == true)
    #expect(text.lines.last?.hasSuffix(" records, without 1 other session") == true)
    let none = try Tool.run("stats", "--app", "none", Sample.unlock)
    #expect(
      none.errors == "adjournal: none of 1 session is of the app and version asked for\n")
  }

  @Test func `Groups are sorted by a column, and an unknown one is an error`() throws {
    let run = try Tool.run(
      "stats", "--sort", "requests", "--format", "csv", "--exit-zero", "Journals/incidents")
    let numbers = run.lines.dropFirst().compactMap { Int($0.split(separator: ",")[1]) }
    #expect(numbers.count > 3 && numbers == numbers.sorted(by: >))
    let wrong = try Tool.run("stats", "--sort", "requets", Sample.unlock)
    #expect(wrong.errors.contains("did you mean 'requests'?"))
    #expect(wrong.exit == 2)
  }
}
