import Foundation
import Testing

struct TerminalTests {
  /// Runs a line with a terminal as standard output; nil where `script` cannot do that.
  private func onTerminal(_ line: String) throws -> Tool.Run? {
    #if os(Linux)
      guard Tool.has("script") else { return nil }
      return try Tool.shell("TERM=xterm script -qec '\(line)' /dev/null < /dev/null")
    #else
      return nil
    #endif
  }

  @Test func `Colours are for terminals`() throws {
    #expect(!(try Tool.run("audit", Sample.unlock).output.contains(0x1B)))
    guard let run = try onTerminal("adjournal audit \(Sample.unlock)") else { return }
    #expect(run.text.contains("\u{1B}[31merror\u{1B}[0m"))
    #expect(run.exit == 1)
  }

  @Test(arguments: [
    "NO_COLOR=1 adjournal audit", "adjournal audit --no-color", "adjournal --no-color audit",
    "TERM=dumb adjournal audit",
  ])
  func `Colours can be turned off`(command: String) throws {
    guard let run = try onTerminal("\(command) \(Sample.unlock)") else { return }
    #expect(run.text.contains("error lock-is-not-background"))
    #expect(!run.output.contains(0x1B))
  }

  @Test func `A terminal gets states indented and control characters as escapes`() throws {
    guard let run = try onTerminal("adjournal replay \(Sample.unlock)") else { return }
    #expect(run.lines.first == "{")
    #expect(run.lines.contains("  \"session\": \"daily-03c8be\","))
    let one =
      #"{"v":1,"session":"s","seq":1,"t":0,"wall":"2026-11-20T09:15:02.123Z","event":"x"#
      + "\u{9B}2J\"}\n"
    let folder = try Folder()
    defer { folder.remove() }
    let file = try folder.write("c1.jsonl", one)
    guard let copy = try onTerminal("adjournal cat \(file)") else { return }
    #expect(copy.text.contains(#""event":"x\u009b2J""#))
    #expect(try Tool.run("cat", file).text == one)
    for format in ["csv", "cloudevents"] {
      let export = try onTerminal("adjournal export --format \(format) \(file)")
      #expect(export?.text.contains("x\\u009b2J") == true)
      #expect(export?.text.contains("\u{9B}") == false)
    }
  }

  @Test func `A closed pipe ends the program quietly`() throws {
    let run = try Tool.shell("adjournal rules | head -1; echo ${PIPESTATUS[0]}")
    #expect(run.errors.isEmpty)
    #expect(run.lines.first == "Freshness")
    #expect(["0", "141"].contains(run.lines.last))
    let long = try Tool.shell(
      "adjournal audit --format json Journals/incidents | head -c 1; echo \" ${PIPESTATUS[0]}\"")
    #expect(long.errors.isEmpty)
    #expect(["{ 0", "{ 141"].contains(long.text.trimmingCharacters(in: .newlines)))
  }

  @Test func `Ctrl-C ends with 130`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Tool.path)
    process.arguments = ["audit", "-"]
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: 0.5)
    process.interrupt()
    for _ in 0..<100 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    let isEnded = !process.isRunning
    process.terminate()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(isEnded)
    #expect(process.terminationStatus == 130)
    #expect(process.terminationReason == .exit)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `Whoever is ended leaves no half file`(number: Int32) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Tool.path)
    process.arguments = ["simulate", "--sessions", "1000000", "--to", folder.path("new.jsonl")]
    process.standardError = FileHandle.nullDevice
    try process.run()
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
    for _ in 0..<100 where try files().isEmpty { Thread.sleep(forTimeInterval: 0.1) }
    // It has its name only when it is whole.
    #expect(try files().count == 1)
    #expect(try !files().contains("new.jsonl"))
    kill(process.processIdentifier, number)
    for _ in 0..<100 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    #expect(!process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try files() == [])
    #expect(process.terminationStatus == (number == SIGINT ? 130 : number))
    #expect(process.terminationReason == (number == SIGINT ? .exit : .uncaughtSignal))
  }

  @Test func `Work of more than half a second shows its progress on a terminal only`() throws {
    let slow = "(cat \(Sample.unlock); sleep 0.8; cat Journals/sessions/*) | adjournal audit"
    #expect(!(try Tool.shell("\(slow) --quiet -").errors.contains("judged")))
    guard let run = try onTerminal("\(slow) --quiet --jobs 1 -") else { return }
    #expect(run.text.contains(" judged, "))
    #expect(run.text.contains("\r\u{1B}[K"))
  }

  @Test func `A full disk is an error of writing`() throws {
    #if os(Linux)
      let run = try Tool.shell("adjournal rules > /dev/full")
      #expect(run.exit == 4)
      #expect(
        run.errors
          == "adjournal: standard output cannot be written: No space left on device\n")
    #endif
  }

  @Test func `A new file that could not be written whole is not left behind`() throws {
    #if os(Linux)
      let run = try Tool.shell(
        "trap '' XFSZ; ulimit -f 64; adjournal simulate --sessions 200 --to new.jsonl; "
          + "echo $?; test -e new.jsonl; echo $?")
      #expect(run.lines == ["4", "1"])
      #expect(run.errors == "adjournal: new.jsonl: it cannot be written: File too large\n")
    #endif
  }

  @Test func `Nothing that is said gets into a file where standard files are closed`() throws {
    let event = #"echo '{"event":"app.launched","cold":true}'; sleep 0.2; echo no event"#
    let run = try Tool.shell(
      "(\(event)) | adjournal record new.jsonl >&- 2>&-; echo $?; cat new.jsonl")
    #expect(run.lines.first == "4")
    #expect(run.lines.count > 1)
    #expect(run.lines.dropFirst().allSatisfy { $0.hasPrefix("{\"v\":1,") })
    let closed = try Tool.shell("adjournal rules >&-")
    #expect(
      closed.errors == "adjournal: standard output cannot be written: Bad file descriptor\n")
    #expect(closed.exit == 4)
  }

  @Test func `Results go to standard output and everything else to standard error`() throws {
    let run = try Tool.run("audit", Sample.unlock, "missing.jsonl")
    #expect(!run.text.contains("adjournal: "))
    #expect(run.errors == "adjournal: missing.jsonl: there is no such file or folder\n")
  }
}
