import Foundation
import Testing

struct PinTests {
  @Test func `A pinned incident is a test and a journal in the same folder`() throws {
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
        " of 42 records\nadd to the test target in Package.swift: exclude: [\"Unlock.jsonl\"],\n"))
    let source = try String(contentsOfFile: test, encoding: .utf8)
    for line in [
      "import AdShrinking", "@Suite struct `Pinned lock-is-not-background, Unlock` {",
      "/// Pinned from \(Sample.unlock):",
      "/// app_open ad A1 was presented after the phone was locked and unlocked.",
      "    let incident = try PinnedIncident(rule: \"lock-is-not-background\")",
    ] {
      #expect(source.contains(line), "\(line)")
    }
    #expect(try Tool.run("audit", "--rule", "lock-is-not-background", journal).exit == 1)
  }

  @Test func `The manifest line names the journal relative to its test target`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let tests = folder.path("Tests/AppTests/Pinned")
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    let run = try Tool.run(
      "pin", "--rule", "lock-is-not-background", "--to", tests + "/Unlock.swift", Sample.unlock)
    #expect(run.lines.last?.hasSuffix("exclude: [\"Pinned/Unlock.jsonl\"],") == true)
  }

  @Test func `The manifest line is Swift for any file name`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let run = try Tool.run(
      "pin", "--rule", "lock-is-not-background", "--to", folder.path(#"a"b\.swift"#), Sample.unlock)
    #expect(run.exit == 0)
    #expect(run.lines.last?.hasSuffix(#"exclude: ["a\"b\\.jsonl"],"#) == true, "\(run.text)")
  }

  @Test func `The name of the journal cannot change how the test file is shown`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = folder.path("a\u{1B}[31m\u{202E}\u{200B}\r\nb.jsonl")
    try FileManager.default.copyItem(atPath: "\(Tool.root)/\(Sample.unlock)", toPath: journal)
    let test = folder.path("Unlock.swift")
    #expect(
      try Tool.run("pin", "--rule", "lock-is-not-background", "--to", test, journal).exit == 0)
    let source = try String(contentsOfFile: test, encoding: .utf8)
    #expect(source.contains("/// Pinned from \(folder.path("a [31m    b.jsonl")):\n"), "\(source)")
    #expect(!source.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `Pinning overwrites no file and leaves no incomplete one`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try folder.write("Unlock.jsonl", "mine")
    let test = folder.path("Unlock.swift")
    let run = try Tool.run("pin", "--rule", "lock-is-not-background", "--to", test, Sample.unlock)
    #expect(run.exit == 4)
    #expect(
      run.errors
        == "adjournal: \(journal): file exists; adjournal never overwrites\n")
    #expect(!FileManager.default.fileExists(atPath: test))
    #expect(try String(contentsOfFile: journal, encoding: .utf8) == "mine")
  }

  @Test func `Pinning by a rule that is not violated exits 2`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let test = folder.path("Cap.swift")
    let run = try Tool.run("pin", "--rule", "daily-cap", "--to", test, Sample.unlock)
    #expect(run.exit == 2)
    #expect(run.errors.contains("violates 'daily-cap' on its own"))
    #expect(!FileManager.default.fileExists(atPath: test))
  }

  @Test func `Pinning needs the option --to with a path that ends in .swift`() throws {
    let mistakes: [(options: [String], message: String)] = [
      ([], "missing required option '--to' (example: --to Tests/Unlock.swift)"),
      (
        ["--to", "Unlock.txt"],
        "invalid value 'Unlock.txt' for '--to' (a path that ends in .swift)"
      ),
    ]
    for (options, message) in mistakes {
      let words = ["pin", "--rule", "lock-is-not-background"] + options + [Sample.unlock]
      let run = try Tool.run(Tool.path, words)
      #expect(run.exit == 2)
      #expect(run.errors == "adjournal: \(message)\n")
    }
  }
}
