import AdSession
import Foundation
import Testing

/// Tests of `adjournal record`.
struct RecordTests {
  private static let policies = ["memory", "process", "ordered", "durable"]

  private static func input(_ lines: [String]) -> [UInt8] {
    lines.flatMap { Array(($0 + "\n").utf8) }
  }

  private static func events(_ path: String) throws -> [[String: Any]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try Sample.object(Array($0.utf8))
    }
  }

  private static func kinds(_ path: String) throws -> [String] {
    try events(path).compactMap { $0["event"] as? String }
  }

  @Test(arguments: policies)
  func `Each seq is printed when its record is safe`(policy: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = (1...500).map {
      #"{"event":"ad.requested","unit":"u","format":"banner","request":"r-\#($0)"}"#
    }
    let run = try Tool.run(
      "record", folder.path("a.jsonl"), "--durability", policy, input: Self.input(lines))
    #expect(run.lines == (2...501).map { "\($0)" })
    #expect(run.errors.isEmpty)
    #expect(run.exit == 0)
    let check = try Tool.run("check", folder.path("a.jsonl"))
    #expect(check.text == "\(folder.path("a.jsonl"))  intact  503 records, 1 session, 1 seal\n")
    #expect(
      try Self.events(folder.path("a.jsonl"))[1...500].map { $0["request"] as? String }
        == (1...500).map { "r-\($0)" })
  }

  @Test func `A recorded copy of a session has the same events`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let run = try Tool.run(
      "record", folder.path("a.jsonl"), input: try Sample.bytes(Sample.unlock))
    #expect(run.lines.count == 42 && run.lines.first == "1")
    #expect(run.errors.isEmpty && run.exit == 0)
    let before = try Self.events("\(Tool.root)/\(Sample.unlock)")
    let after = try Self.events(folder.path("a.jsonl"))
    for (old, new) in zip(before, after).dropFirst() {
      let envelope = ["t", "wall", "session", "crc", "response"]
      #expect(
        NSDictionary(dictionary: old.filter { !envelope.contains($0.key) })
          == NSDictionary(dictionary: new.filter { !envelope.contains($0.key) }))
    }
  }

  @Test func `An invalid line is reported with its number, and the rest is recorded`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let run = try Tool.run(
      "record", folder.path("a.jsonl"),
      input: Self.input([
        #"{"event":"app.launched","cold":true}"#, "nonsense", "", #"{"event":"ad.lodaed"}"#,
        #"{"event":"ad.loaded","unit":"u"}"#, #"{"event":"splash.began","idfa":"x"}"#,
        #"{"event":"session.began"}"#, #"{"event":"session.ended"}"#,
        #"{"event":"app.became_active"}"#,
      ]))
    #expect(run.lines == ["2", "3", "4"])
    #expect(run.exit == 3)
    #expect(
      run.errors == """
        adjournal: line 2: `nonsense` is not a JSON object; expected a line such as {"event":"app.launched","cold":true}
        adjournal: line 4: unknown event "ad.lodaed"; did you mean 'ad.loaded'?
        adjournal: line 5: the event has no `format`, which every `ad.loaded` must have
        adjournal: line 6: `splash.began` has no field `idfa`; omitted here and in later lines
        adjournal: line 7: the event has no `app`, which every `session.began` must have
        adjournal: line 9: no event can follow `session.ended`
        adjournal: skipped 5 of 9 lines

        """)
    #expect(
      try Self.kinds(folder.path("a.jsonl")) == [
        "session.began", "app.launched", "splash.began", "session.ended", "session.sealed",
      ])
    #expect(try Tool.run("check", folder.path("a.jsonl")).exit == 0)
    let text = try String(contentsOfFile: folder.path("a.jsonl"), encoding: .utf8)
    #expect(!text.contains("idfa"))
  }

  @Test func `A header in the input replaces the default header`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let header =
      #"{"event":"session.began","app":"com.example","app_version":"1","build":"release","#
      + #""os":"iOS","os_version":"26","sdk":"s","sdk_version":"2","utc_offset_min":60,"#
      + #""redacted":["unit"],"checksums":false,"captures":["load","session"]}"#
    let run = try Tool.run(
      "record", "--session", "s-1", folder.path("a.jsonl"),
      input: Self.input([header, header]))
    #expect(run.lines == ["1"])
    #expect(
      run.errors.hasPrefix(
        "adjournal: line 2: `session.began` must be the first event of a session\n"))
    let first = try #require(try Self.events(folder.path("a.jsonl")).first)
    #expect(first["session"] as? String == "s-1")
    #expect(first["app"] as? String == "com.example")
    #expect(first["checksums"] as? Bool == true)
    #expect(first["redacted"] as? [String] == ["unit", "response"])
  }

  @Test func `Without a header in the input, the header claims nothing about the app`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let run = try Tool.run("record", folder.path("a.jsonl"), input: [0x0A])
    #expect(run.exit == 0)
    var header = try #require(try Self.events(folder.path("a.jsonl")).first)
    for name in ["app", "app_version", "build", "os", "os_version", "sdk", "sdk_version"] {
      #expect(header.removeValue(forKey: name) as? String == "unknown", "\(name)")
    }
    let recorder = ["utc_offset_min", "checksums", "seals", "redacted"]
    let envelope = ["v", "session", "seq", "t", "wall", "event", "crc"]
    #expect(Set(header.keys) == Set(recorder + envelope))
  }

  @Test func `A value that the vocabulary does not list is reported once, and recorded`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let wrong =
      #"{"event":"ad.requested","unit":"u","format":"interstital","request":"r","#
      + #""reason":"zzzzzzz"}"#
    let run = try Tool.run(
      "record", folder.path("a.jsonl"),
      input: Self.input([#"{"event":"splash.began"}"#, "", wrong, wrong]))
    #expect(run.lines == ["2", "3", "4"])
    #expect(run.exit == 0)
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(
      errors.first
        == "adjournal: line 3: unknown format 'interstital'; did you mean 'interstitial'?")
    #expect(errors.last?.hasPrefix("adjournal: line 3: unknown reason 'zzzzzzz' (launch, ") == true)
    let formats = try Self.events(folder.path("a.jsonl")).compactMap { $0["format"] as? String }
    #expect(formats == ["interstital", "interstital"])
  }

  /// One event of each kind, with an unlisted text in every text field.
  @Test func `The values that are reported as unknown are those that a check counts`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let own: [EventKind] = [.recorderGap, .sessionContinued, .sessionSealed, .sessionEnded]
    let lines = Vocabulary.entries.filter { !own.contains($0.kind) }.map { entry in
      let fields = entry.fields.map { field in
        let value =
          switch field.type {
          case .string: #""qqqqqqqqqqqqqqqqqqqq \#(entry.name)""#
          case .integer, .number: "1"
          case .boolean: "true"
          case .strings, .objects: "[]"
          case .object: "{}"
          }
        return #","\#(field.name.name)":\#(value)"#
      }
      return #"{"event":"\#(entry.name)"\#(fields.joined())}"#
    }
    let run = try Tool.run("record", folder.path("a.jsonl"), input: Self.input(lines))
    #expect(run.exit == 0)
    var reported: [String: Int] = [:]
    for match in run.errors.matches(of: /: unknown (\w+) '/) {
      reported[String(match.1), default: 0] += 1
    }
    let check = try Sample.object(
      try Tool.run("check", "--format", "json", folder.path("a.jsonl")).output)
    #expect(reported.count > 10)
    #expect(reported == check["unknown_values"] as? [String: Int])
  }

  @Test func `The commands of the guide run twice in a clean folder`() throws {
    let guide = try String(
      contentsOfFile: "\(Tool.root)/Tools/adjournal/README.md", encoding: .utf8)
    let section = try #require(guide.split(separator: "## Record\n").last)
    let block = try #require(section.split(separator: "```\n").dropFirst().first)
    let run = try Tool.shell("set -e\n\(block)\n\(block)\nls")
    #expect(run.exit == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.lines.suffix(4) == ["events.jsonl", "key.bin", "sealed.jsonl", "session.jsonl"])
  }

  @Test func `Input of a blank line is recorded as a session that ended`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let run = try Tool.run("record", folder.path("a"), input: [0x0A])
    #expect(run.output.isEmpty && run.errors.isEmpty && run.exit == 0)
    #expect(
      try Self.kinds(folder.path("a")) == ["session.began", "session.ended", "session.sealed"])
  }

  @Test func `A line that ends with CR LF, or without line feed, is recorded`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let text = "{\"event\":\"splash.began\"}\r\n{\"event\":\"splash.finished\"}"
    let run = try Tool.run("record", folder.path("a"), input: Array(text.utf8))
    #expect(run.lines == ["2", "3"])
    #expect(run.exit == 0)
  }

  @Test func `A line over the length limit is skipped, later lines are recorded`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let long = #"{"event":"note","text":""# + String(repeating: "a", count: 3 << 20) + #""}"#
    let run = try Tool.run(
      "record", folder.path("a"),
      input: Self.input([long, #"{"event":"note","text":"b"}"#]))
    #expect(run.lines == ["2"])
    #expect(
      run.errors.contains(
        "line 1: the line is not valid: at byte 1048576, the line has 1048577 bytes"))
    #expect(run.exit == 3)
  }

  @Test func `Each seq is printed before the input ends`() throws {
    let line = """
      mkfifo in; adjournal record a.jsonl < in > out & exec 3> in
      echo '{"event":"app.launched","cold":true}' >&3
      for i in $(seq 500); do [ -s out ] && break; sleep 0.01; done
      cat out; grep -c app.launched a.jsonl; exec 3>&-; wait
      """
    let run = try Tool.shell(line)
    #expect(run.lines == ["2", "1"])
  }

  @Test func `An acknowledged record survives SIGKILL`() throws {
    let line = """
      (for i in $(seq 3000); do
        echo '{"event":"ad.requested","unit":"u","format":"banner","request":"r-'$i'"}'
       done; sleep 5) | (adjournal record a.jsonl > out & echo $! > pid; wait) &
      for i in $(seq 500); do [ "$(wc -l < out 2>/dev/null || echo 0)" -gt 50 ] && break; sleep 0.01; done
      kill -9 $(cat pid); tail -n 1 out
      adjournal cat a.jsonl | tail -n 1 | sed 's/.*"seq":\\([0-9]*\\),.*/\\1/'
      """
    let run = try Tool.shell(line)
    let acknowledged = try #require(run.lines.first.flatMap { Int($0) })
    let recovered = try #require(run.lines.last.flatMap { Int($0) })
    #expect(acknowledged > 0 && recovered >= acknowledged)
  }

  @Test func `A keyed seal is verified with its key and rejected with another one`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let key = try folder.write("key", [UInt8](1...32))
    let digits = try folder.write(
      "digits", (1...32).map { String(format: "%02X", $0) }.joined() + "\n")
    let other = try folder.write("other", [UInt8](2...33))
    let file = folder.path("a.jsonl")
    #expect(try Tool.run("record", "--key", key, file, input: [0x0A]).exit == 0)
    for name in [key, digits] {
      let check = try Tool.run("check", "--key", name, file)
      #expect(
        check.text == "\(file)  intact  3 records, 1 session, 1 seal, 1 verified with the key\n")
      #expect(check.exit == 0)
    }
    #expect(try Tool.run("check", file).text == "\(file)  intact  3 records, 1 session, 1 seal\n")
    let wrong = try Tool.run("check", "--key", other, file)
    #expect(wrong.exit == 3)
    #expect(wrong.text.contains("  damage bad-seal  line 3"))
    let json = try Sample.object(
      try Tool.run("check", "--format", "json", "--key", key, file).output)
    #expect(
      json["seals"] as? [String: Int] == [
        "count": 1, "verified": 1, "open_sessions": 0, "uncovered_records": 0,
        "unended_sessions": 0,
      ])
    let open = try Tool.run("check", "--key", key, Sample.gap)
    #expect(
      open.lines.first?.hasSuffix(
        ", 0 seals, 0 verified with the key, 1 session without a seal at the end, not covered by a "
          + "seal: \(try Self.events("\(Tool.root)/\(Sample.gap)").count) records")
        == true)
  }

  @Test func `An invalid target or option is one sentence, and no file changes`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let file = try folder.write("file", "mine")
    let short = try folder.write("short", "123")
    let new = folder.path("new.jsonl")
    let mistakes: [(words: [String], sentence: String, exit: Int32)] = [
      ([file], "\(file): file exists; adjournal never overwrites", 4),
      (["\(file)/a"], "\(file)/a: parent path is a file, not a folder", 4),
      ([folder.path("no/a")], "\(folder.path("no/a")): folder does not exist", 4),
      (["-"], "'record' needs the path of a new file, not '-'", 2),
      (
        ["--session", "a b", new],
        "invalid session name 'a b' (1 to 64 characters of A-Z a-z 0-9 . _ -)", 2
      ),
      (
        ["--durability", "duruble", new],
        "invalid value 'duruble' for '--durability' (memory, process, ordered, durable); did you "
          + "mean 'durable'?", 2
      ),
      (
        ["--key", short, new],
        "invalid key file '\(short)': a key file must contain 32 bytes or 64 hexadecimal digits, but has "
          + "3 bytes", 2
      ),
      (["--key", folder.path("none"), new], "\(folder.path("none")): no such file", 4),
    ]
    for mistake in mistakes {
      let run = try Tool.run(Tool.path, ["record"] + mistake.words, input: [])
      #expect(run.errors == "adjournal: \(mistake.sentence)\n")
      #expect(run.exit == mistake.exit)
      #expect(run.output.isEmpty)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "file", "short",
      ])
    let check = try Tool.run("check", "--key", short, Sample.gap)
    #expect(check.exit == 2 && check.output.isEmpty)
  }

  @Test func `A session name of 64 bytes and a file name of 255 are accepted, longer ones not`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let event = Self.input([#"{"event":"splash.began"}"#])
    let session = String(repeating: "s", count: 64)
    let long = folder.path(String(repeating: "a", count: 255))
    let run = try Tool.run("record", "--session", session, long, input: event)
    #expect(run.lines == ["2"] && run.errors.isEmpty && run.exit == 0)
    #expect(try Self.events(long).first?["session"] as? String == session)
    for name in [session + "s", "é", "a/b"] {
      let refused = try Tool.run("record", "--session", name, folder.path("b"), input: event)
      #expect(refused.exit == 2 && refused.output.isEmpty, "\(name)")
      #expect(refused.errors.hasPrefix("adjournal: invalid session name '\(name)'"))
    }
    for path in [long + "a", folder.path(String(repeating: "b/", count: 3000) + "c")] {
      let refused = try Tool.run("record", path, input: event)
      #expect(refused.exit == 4 && refused.output.isEmpty)
      #expect(refused.errors.hasPrefix("adjournal: \(path): "))
      #expect(refused.errors.split(separator: "\n").count == 1)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func `A folder without write permission is reported`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    var start = ""
    if getuid() == 0 {
      guard Tool.has("setpriv") else {
        print("skipped: root is asked for no permission, and there is no setpriv to change that")
        return
      }
      start = "setpriv --bounding-set=-dac_override,-dac_read_search "
    }
    let run = try Tool.shell(
      """
      mkdir own; chmod 500 own
      echo '{"event":"splash.began"}' | \(start)adjournal record own/a.jsonl 2>&1; echo exit $?
      """)
    #expect(
      run.lines == [
        "adjournal: own/a.jsonl: cannot write: permission denied for its folder", "exit 4",
      ])
  }

  @Test func `A file that cannot be written is reported, and no seq is printed`() throws {
    #if os(Linux)
      let line = """
        for i in 1 2 3; do echo '{"event":"splash.began"}'; done > in
        { (ulimit -f 0; trap '' XFSZ; adjournal record a.jsonl < in); echo exit $?; } 2>&1 | cat
        """
      #expect(
        try Tool.shell(line).lines == [
          "adjournal: a.jsonl: record 1 and later records do not meet the durability policy: "
            + "a record could not be written: File too large",
          "exit 4",
        ])
    #endif
  }

  @Test func `Under the policy memory a failure to write is reported at the end`() throws {
    #if os(Linux)
      let line = """
        for i in 1 2 3; do echo '{"event":"splash.began"}'; done > in
        { (ulimit -f 0; trap '' XFSZ; adjournal record --durability memory a.jsonl < in); echo exit $?; } \
          2>&1 | cat
        """
      #expect(
        try Tool.shell(line).lines == [
          "2", "3", "4",
          "adjournal: a.jsonl: record 1 and later records do not meet the durability policy: "
            + "a record could not be written: File too large",
          "exit 4",
        ])
    #endif
  }

  @Test func `Events that are dropped because writing fails are counted once`() throws {
    #if os(Linux)
      let line = """
        for i in $(seq 9000); do echo '{"event":"note","text":"a text of thirty-two characters!"}'; done > in
        (ulimit -f 0; trap '' XFSZ; adjournal record --durability memory a.jsonl < in 2>&1) | cat > all
        grep -c '^[0-9]*$' all; grep -o '[0-9]* records were lost' all
        """
      let run = try Tool.shell(line)
      let printed = try #require(run.lines.first.flatMap { Int($0) })
      #expect(printed > 1000 && printed < 9000)
      #expect(run.lines.dropFirst() == ["\(9000 - printed) records were lost"])
    #endif
  }

  /// The disk takes a tenth of a second for each 64 KiB; the input is longer than the queue.
  @Test func `Under the policy memory, reading waits until the queue has room`() throws {
    #if os(Linux)
      guard try Tool.shell("strace -o /dev/null true").exit == 0 else { return }
      let line = """
        text=$(printf 'a%.0s' {1..600})
        for i in $(seq 3000); do echo '{"event":"note","text":"'$i $text'"}'; done > in
        strace -f -qq -o /dev/null -P "$PWD/a.jsonl" -e inject=write:delay_enter=100000 \
          adjournal record --durability memory a.jsonl < in > out; echo exit $?
        wc -l < out; tail -n 1 out
        """
      let run = try Tool.shell(line)
      #expect(run.lines == ["exit 0", "3000", "3001"])
      #expect(run.errors.isEmpty)
    #endif
  }

  @Test func `A folder that is a symbolic link is recorded into, a file that is one is not`() throws
  {
    let line = """
      mkdir real; ln -s real link; ln -s nothing real/planted.jsonl
      echo '{"event":"splash.began"}' | adjournal record link/a.jsonl; echo exit $?
      adjournal check --quiet real/a.jsonl; echo exit $?
      echo '{"event":"splash.began"}' | adjournal record link/planted.jsonl 2>&1; echo exit $?
      ls real
      """
    #expect(
      try Tool.shell(line).lines == [
        "2", "exit 0", "exit 0",
        "adjournal: link/planted.jsonl: file exists; adjournal never overwrites", "exit 4",
        "a.jsonl",
        "planted.jsonl",
      ])
  }

  /// The journal is deleted, another file gets its name, or it is truncated, while the session is
  /// recorded.
  @Test(
    arguments: [
      ("rm a.jsonl", 4), ("echo mine > b; mv b a.jsonl", 4), (": > a.jsonl", 4),
      ("head -n 2 a.jsonl > b; cat b > a.jsonl", 2),
    ])
  func `Records that another program deletes from the journal are reported and counted`(
    command: String, gone: Int
  ) throws {
    let line = """
      mkfifo in; adjournal record a.jsonl < in > out 2> err & exec 3> in
      for i in 1 2 3; do echo '{"event":"splash.began"}' >&3; done
      for i in $(seq 500); do [ "$(wc -l < out)" -ge 3 ] && break; sleep 0.01; done
      \(command)
      echo '{"event":"splash.began"}' >&3
      exec 3>&-; wait $!; echo exit $?; cat err; cat out | tr '\\n' ' '; echo
      grep -s mine a.jsonl; grep -o '"text":.*gone' a-2.jsonl
      """
    #expect(
      try Tool.shell(line).lines
        == [
          "exit 4",
          "adjournal: a.jsonl: file deleted, replaced or truncated during recording; "
            + "\(gone) records gone",
          "2 3 4 5 ", command.contains("mine") ? "mine" : "",
          #""text":"a.jsonl was deleted, replaced or truncated during recording: "#
            + "\(gone) records are gone",
        ].filter { !$0.isEmpty })
  }
}
