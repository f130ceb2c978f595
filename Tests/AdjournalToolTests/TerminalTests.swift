import Foundation
import Testing

struct TerminalTests {
  /// Runs a shell command with a terminal as standard output; nil if `script` is not available.
  private func onTerminal(_ line: String, _ environment: String = "PAGER=cat") throws -> Tool.Run? {
    #if os(Linux)
      guard Tool.has("script") else { return nil }
      let variables = "TERM=xterm LC_ALL=C.UTF-8 \(environment)"
      return try Tool.shell("\(variables) script -qec '\(line)' /dev/null < /dev/null")
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
    "NO_COLOR=1 adjournal audit", "adjournal audit --color never", "adjournal --color=never audit",
    "TERM=dumb adjournal audit", "NO_COLOR=1 CLICOLOR_FORCE=1 adjournal audit",
  ])
  func `NO_COLOR, --color and TERM=dumb turn colors off`(command: String) throws {
    guard let run = try onTerminal("\(command) \(Sample.unlock)") else { return }
    #expect(run.text.contains("error lock-is-not-background"))
    #expect(!run.text.contains("\u{1B}["))
  }

  @Test(arguments: [
    "adjournal --color always audit", "CLICOLOR_FORCE=1 adjournal audit",
    "NO_COLOR=1 adjournal audit --color=always",
  ])
  func `--color and CLICOLOR_FORCE turn colors on in a pipe`(command: String) throws {
    let run = try Tool.shell("\(command) \(Sample.unlock) | cat")
    #expect(run.text.contains("\u{1B}[31merror\u{1B}[0m"))
    #expect(!run.text.contains("\u{1B}]8"))
    #expect(try Tool.run("audit", "--color", "red", Sample.unlock).exit == 2)
    #expect(try Tool.run("audit", Sample.unlock, "--color").errors.contains("missing value"))
  }

  @Test(arguments: [20, 50, 80, 140])
  func `Lines fit the terminal, but a word is never broken`(columns: Int) throws {
    for command in ["audit", "show", "stats --by unit", "triage", "explain"] {
      let line = "adjournal \(command) \(Sample.unlock)"
      let width = "PAGER=cat NO_COLOR=1 COLUMNS=\(columns)"
      guard let run = try onTerminal(line, width) else { return }
      #expect(run.lines.count > 4)
      for line in run.lines.map({ $0.replacing(/\u{1B}\]8[^\\]*\\/, with: "") }) {
        let words = line.split { $0 == " " || $0 == "\r" }
        let columnsOfLine = line.filter { $0 != "\r" }.count
        #expect(
          columnsOfLine <= columns || words.count <= 1 || words.first == "adjournal", "\(line)")
      }
    }
  }

  @Test func `Units are shortened on a terminal, and nothing is in a pipe`() throws {
    let unit = "ca-app-pub-1234567890123456/4410027781"
    #expect(try Tool.run("show", Sample.unlock).text.contains("unit=\(unit) request=r-1"))
    let stats = try Tool.run("stats", "--by", "unit", "Journals/sessions")
    #expect(!stats.text.contains("…"))
    guard let run = try onTerminal("adjournal show \(Sample.unlock)") else { return }
    #expect(run.text.contains("…/4410027781"))
    #expect(!run.text.contains(unit))
    let posix = try onTerminal("export LC_ALL=C; adjournal show \(Sample.unlock)")
    #expect(posix?.text.contains(".../4410027781") == true)
    #expect(posix?.output.allSatisfy { $0 < 0x80 } == true)
  }

  @Test func `COLUMNS gives a pipe a width`() throws {
    let run = try Tool.shell("COLUMNS=60 adjournal audit \(Sample.unlock) | cat")
    #expect(run.lines.allSatisfy { $0.count <= 60 || $0.contains(".jsonl") })
    for bad in ["0", "-1", "wide", "99999999999999999999"] {
      let plain = try Tool.shell("COLUMNS=\(bad) adjournal audit \(Sample.unlock)")
      #expect(plain.text == (try Tool.run("audit", Sample.unlock).text))
      guard let run = try onTerminal("COLUMNS=\(bad) adjournal --help") else { return }
      #expect(run.text.contains("usage: adjournal COMMAND"))
    }
  }

  @Test func `Places are links on a terminal only`() throws {
    #expect(!(try Tool.run("audit", Sample.unlock).text.contains("\u{1B}")))
    guard let run = try onTerminal("adjournal audit \(Sample.unlock)") else { return }
    #expect(run.text.contains("\u{1B}]8;;file://"))
    #expect(run.text.contains("\(Sample.unlock)\u{1B}\\"))
  }

  @Test func `Output that is longer than the screen goes through the pager`() throws {
    let long = "adjournal show \(Sample.unlock)"
    let pager = "LINES=24 PAGER=\"sed s/^/paged:/\""
    guard let run = try onTerminal(long, pager) else { return }
    #expect(run.lines.allSatisfy { $0.hasPrefix("paged:") })
    #expect(run.lines.count > 24)
    for short in [
      "adjournal --version", "\(long) --no-pager", "adjournal --no-pager show \(Sample.unlock)",
    ] {
      #expect(try onTerminal(short, pager)?.text.contains("paged:") == false, "\(short)")
    }
    let dumb = try onTerminal("TERM=dumb \(long)", pager)
    #expect(dumb?.text.contains("paged:") == false)
    // The status is that of the command, and messages come when the pager has ended.
    let audit = try onTerminal("adjournal audit Journals/incidents missing.jsonl", pager)
    #expect(audit?.exit == 1)
    let last = audit?.lines.last { !$0.hasPrefix("paged:") }
    #expect(last?.contains("missing.jsonl: there is no such file or folder") == true)
  }

  @Test func `A pager that does not exist or fails is said, and no output is lost in silence`()
    throws
  {
    let long = "adjournal show \(Sample.unlock)"
    guard let missing = try onTerminal(long, "PAGER=no-such-pager") else { return }
    #expect(missing.text.contains("there is no pager"))
    #expect(missing.lines.count > 40)
    #expect(missing.exit == 0)
    let failing = try onTerminal(long, "PAGER=false")
    #expect(failing?.text.contains("the pager failed (exit status 1)") == true)
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
    let many = try Tool.shell(
      "adjournal simulate --sessions 100 | head -1 > /dev/null; echo ${PIPESTATUS[0]}")
    #expect(many.errors.isEmpty)
    #expect(many.lines == ["141"])
    let long = try Tool.shell(
      "adjournal audit --format json Journals/incidents | head -c 1; echo \" ${PIPESTATUS[0]}\"")
    #expect(long.errors.isEmpty)
    #expect(["{ 1", "{ 141"].contains(long.text.trimmingCharacters(in: .newlines)))
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
    #expect(run.text.contains(" kB read, "))
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
