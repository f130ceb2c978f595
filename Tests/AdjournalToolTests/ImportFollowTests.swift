import Foundation
import Testing

/// Tests of `adjournal import --follow`.
struct ImportFollowTests {
  private static let console = "Journals/logs/app-open.log"

  /// A command that waits until another one succeeds, at most half a minute.
  private static func waits(_ command: String) -> String {
    "for i in {1..300}; do \(command) 2>/dev/null && break; sleep 0.1; done"
  }

  /// The events of a journal, without gaps and with the numbers of ads.
  private static func events(_ text: String) throws -> [String] {
    try text.split(separator: "\n").compactMap { line in
      let object = try Sample.object(Array(line.utf8))
      let words = ["event", "wall", "request", "ad"].compactMap { object[$0] as? String }
      return words[0] == "recorder.gap" ? nil : words.joined(separator: " ")
    }
  }

  @Test func `A followed log becomes the same records as a whole one`() throws {
    let whole = try Tool.run("import", Self.console)
    let followed = try Tool.shell("adjournal import --follow - < \(Self.console)")
    #expect(followed.exit == 0)
    #expect(followed.errors == "adjournal: 13 lines, 10 events in 1 session\n")
    #expect(try Self.events(followed.text) == Self.events(whole.text))
    let check = try Tool.run("check", "-", input: followed.output)
    #expect(check.text.contains("intact  22 records, 1 session, 11 gaps"))
  }

  @Test func `Records come while the log grows, those of the last second after a pause`() throws {
    let run = try Tool.shell(
      """
      (head -4 \(Self.console); \(Self.waits("[ -s j ]")); cp j one; \
      tail -n +5 \(Self.console)) | adjournal import --follow - 2> errors > j
      grep -c . one; cat errors >&2
      """)
    #expect(run.errors == "adjournal: 13 lines, 10 events in 1 session\n")
    #expect(run.lines == ["3"])
  }

  @Test func `A growing file is followed without end`() throws {
    let run = try Tool.shell(
      """
      head -6 \(Self.console) > a.log; adjournal import --follow a.log > j & IMPORT=$!
      \(Self.waits("[ -s j ]")); tail -n +7 \(Self.console) >> a.log
      \(Self.waits("grep -q dismissed j"))
      kill -0 $IMPORT && kill $IMPORT; wait $IMPORT; grep -c '"ad.dismissed"' j
      """)
    #expect(run.lines == ["1"])
  }

  @Test func `A followed log is audited through a pipe that pauses`() throws {
    let run = try Tool.shell(
      """
      (head -7 \(Self.console); sleep 1.5; tail -n +8 \(Self.console)) \
      | adjournal import --follow --captures app,load,present --unit app_open=main - 2> errors \
      | adjournal follow -; echo ${PIPESTATUS[*]}
      """)
    #expect(run.text.contains("\n  error app-open-max-age\n"))
    #expect(run.text.contains("\n1 journal, 1 session, "))
    #expect(run.lines.last == "0 0 1")
    #expect(run.errors.isEmpty)
  }

  @Test func `Following ends quietly when the reader closes the pipe`() throws {
    let run = try Tool.shell(
      """
      (for i in 1 2 3 4; do cat \(Self.console); sleep 0.3; done) \
      | adjournal import --follow - | head -1 > first; echo ${PIPESTATUS[1]}
      """)
    #expect(run.lines == ["141"])
    #expect(run.errors.isEmpty)
  }

  @Test func `An empty pipe, an archive and a truncated file are errors`() throws {
    let empty = try Tool.shell("adjournal import --follow - < /dev/null")
    #expect(
      empty.errors
        == "adjournal: -: standard input is empty (did the command before the pipe fail?)\n")
    #expect(empty.exit == 4)
    let stream = try Tool.shell("adjournal follow - < /dev/null")
    #expect(stream.errors == empty.errors)
    #expect(stream.exit == 4)
    let packed = try Tool.run("import", "--follow", "-", input: [0x1F, 0x8B, 8, 0])
    #expect(packed.errors == "adjournal: -: compressed; '--follow' needs text\n")
    #expect(packed.exit == 4)
    let short = try Tool.shell(
      "cp \(Self.console) a.log; (\(Self.waits("[ -s j ]")); : > a.log) & adjournal import --follow a.log > j"
    )
    #expect(short.errors.hasSuffix("adjournal: a.log: truncated while it was read\n"))
    #expect(short.exit == 4)
  }
}
