import Foundation
import Testing

struct PinTests {
  @Test func `A pinned incident is a test and a journal beside it`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let test = folder.path("Unlock.swift")
    let run = try Tool.run("pin", "--rule", "lock-is-not-background", "--to", test, Sample.unlock)
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    let journal = folder.path("Unlock.jsonl")
    #expect(run.text.hasPrefix("\(test) and \(journal): "))
    #expect(
      run.text.hasSuffix(
        " records of 42\nin the test target of Package.swift: exclude: [\"Unlock.jsonl\"],\n"))
    let source = try String(contentsOfFile: test, encoding: .utf8)
    for line in [
      "import AdShrinking", "@Suite struct `Pinned lock-is-not-background` {",
      "/// Pinned from \(Sample.unlock):",
      "/// app_open ad A1 was presented after the phone was locked and unlocked.",
      "    let incident = try PinnedIncident(rule: \"lock-is-not-background\")",
    ] {
      #expect(source.contains(line), "\(line)")
    }
    #expect(try Tool.run("audit", "--rule", "lock-is-not-background", journal).exit == 1)
  }

  @Test func `The line for the manifest names the journal from the folder of its target`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let tests = folder.path("Tests/AppTests/Pinned")
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    let run = try Tool.run(
      "pin", "--rule", "lock-is-not-background", "--to", tests + "/Unlock.swift", Sample.unlock)
    #expect(run.lines.last?.hasSuffix("exclude: [\"Pinned/Unlock.jsonl\"],") == true)
  }

  @Test func `Nothing that is there is overwritten, and nothing half is left`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try folder.write("Unlock.jsonl", "mine")
    let test = folder.path("Unlock.swift")
    let run = try Tool.run("pin", "--rule", "lock-is-not-background", "--to", test, Sample.unlock)
    #expect(run.exit == 4)
    #expect(
      run.errors
        == "adjournal: \(journal): it is there already, and nothing is ever overwritten\n")
    #expect(!FileManager.default.fileExists(atPath: test))
    #expect(try String(contentsOfFile: journal, encoding: .utf8) == "mine")
  }

  @Test func `A rule that the journal does not break is said, and exits 2`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let test = folder.path("Cap.swift")
    let run = try Tool.run("pin", "--rule", "daily-cap", "--to", test, Sample.unlock)
    #expect(run.exit == 2)
    #expect(run.errors.contains("breaks 'daily-cap' by itself"))
    #expect(!FileManager.default.fileExists(atPath: test))
  }

  @Test func `A test must be named, with the ending of Swift`() throws {
    for options in [[], ["--to", "Unlock.txt"]] {
      let words = ["pin", "--rule", "lock-is-not-background"] + options + [Sample.unlock]
      let run = try Tool.run(Tool.path, words)
      #expect(run.exit == 2)
      #expect(run.errors.hasPrefix("adjournal: where to? '--to TEST.swift' names the new test"))
    }
  }
}
