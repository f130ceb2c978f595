import Foundation
import Testing

struct TerminalTests {
  /// Runs a shell command with a terminal as standard output; nil if `script` is not available.
  private func onTerminal(_ line: String) throws -> Tool.Run? {
    #if os(Linux)
      guard Tool.has("script") else { return nil }
      return try Tool.shell("TERM=xterm script -qec '\(line)' /dev/null < /dev/null")
    #else
      return nil
    #endif
  }

  @Test func `Output has colors only on a terminal`() throws {
    #expect(!(try Tool.run("audit", Sample.unlock).output.contains(0x1B)))
    guard let run = try onTerminal("adjournal audit \(Sample.unlock)") else { return }
    #expect(run.text.contains("\u{1B}[31merror\u{1B}[0m"))
    #expect(run.exit == 1)
  }

  @Test(arguments: [
    "NO_COLOR=1 adjournal audit", "adjournal audit --no-color", "adjournal --no-color audit",
    "TERM=dumb adjournal audit",
  ])
  func `NO_COLOR, --no-color and TERM=dumb turn colors off`(command: String) throws {
    guard let run = try onTerminal("\(command) \(Sample.unlock)") else { return }
    #expect(run.text.contains("error lock-is-not-background"))
    #expect(!run.output.contains(0x1B))
  }

  @Test func `On a terminal, JSON is indented and control characters are escaped`() throws {
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

  @Test func `A closed pipe ends the program without an error message`() throws {
    let run = try Tool.shell("adjournal rules | head -1; echo ${PIPESTATUS[0]}")
    #expect(run.errors.isEmpty)
    #expect(run.lines.first == "Freshness")
    #expect(["0", "141"].contains(run.lines.last))
    let long = try Tool.shell(
      "adjournal audit --format json Journals/incidents | head -c 1; echo \" ${PIPESTATUS[0]}\"")
    #expect(long.errors.isEmpty)
    #expect(["{ 0", "{ 141"].contains(long.text.trimmingCharacters(in: .newlines)))
  }

  @Test func `Ctrl-C exits with 130`() throws {
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
  func `A signal that ends the program leaves no incomplete file`(number: Int32) throws {
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
    // The file gets its name when it is complete.
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

  @Test func `Progress is printed after half a second, on a terminal only`() throws {
    let slow = "(cat \(Sample.unlock); sleep 0.8; cat Journals/sessions/*) | adjournal audit"
    #expect(!(try Tool.shell("\(slow) --quiet -").errors.contains("checked")))
    guard let run = try onTerminal("\(slow) --quiet --jobs 1 -") else { return }
    #expect(run.text.contains(" checked, "))
    #expect(run.text.contains("\r\u{1B}[K"))
  }

  @Test func `A full disk is reported as a write error`() throws {
    #if os(Linux)
      let run = try Tool.shell("adjournal rules > /dev/full")
      #expect(run.exit == 4)
      #expect(
        run.errors
          == "adjournal: cannot write to standard output: No space left on device\n")
    #endif
  }

  @Test func `A new file that cannot be written completely is deleted`() throws {
    #if os(Linux)
      let run = try Tool.shell(
        "trap '' XFSZ; ulimit -f 64; adjournal simulate --sessions 200 --to new.jsonl; "
          + "echo $?; test -e new.jsonl; echo $?")
      #expect(run.lines == ["4", "1"])
      #expect(run.errors == "adjournal: new.jsonl: cannot write: File too large\n")
    #endif
  }

  @Test func `Messages never get into a new file if standard error is closed`() throws {
    let event = #"echo '{"event":"app.launched","cold":true}'; sleep 0.2; echo no event"#
    let run = try Tool.shell(
      "(\(event)) | adjournal record new.jsonl >&- 2>&-; echo $?; cat new.jsonl")
    #expect(run.lines.first == "4")
    #expect(run.lines.count > 1)
    #expect(run.lines.dropFirst().allSatisfy { $0.hasPrefix("{\"v\":1,") })
    let closed = try Tool.shell("adjournal rules >&-")
    #expect(
      closed.errors == "adjournal: cannot write to standard output: Bad file descriptor\n")
    #expect(closed.exit == 4)
  }

  @Test func `Results go to standard output, messages to standard error`() throws {
    let run = try Tool.run("audit", Sample.unlock, "missing.jsonl")
    #expect(!run.text.contains("adjournal: "))
    #expect(run.errors == "adjournal: missing.jsonl: there is no such file or folder\n")
  }
}
