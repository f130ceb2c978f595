import Foundation
import Testing

/// Tests with a session in two files; its violation and its damage are in the second one.
struct SegmentReportTests {
  private let folder: Folder
  private var first: String { folder.path("s-1.jsonl") }
  private var second: String { folder.path("s-2.jsonl") }

  init() throws {
    folder = try Folder()
    let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    let continued =
      String(lines[19].prefix(while: { $0 != "," }))
      + #","session":"daily-03c8be","seq":21,"t":91645,"wall":"2026-10-28T23:41:44.271Z","#
      + #""event":"session.continued","segment":2}"#
    let later = lines[20...].enumerated().map { index, line in
      line.replacingOccurrences(of: "\"seq\":\(index + 21),", with: "\"seq\":\(index + 22),")
    }
    let rest = [continued] + later.prefix(10) + ["{\"bad"] + later.dropFirst(10)
    try folder.write("s-1.jsonl", lines[..<20].map { $0 + "\n" }.joined())
    try folder.write("s-2.jsonl", rest.map { $0 + "\n" }.joined())
  }

  private func audit(_ format: String) throws -> Tool.Run {
    defer { folder.remove() }
    return try Tool.run(
      "audit", "--rule", "lock-is-not-background", "--format", format, folder.path)
  }

  @Test func `Text output names the second file of a session for its findings`() throws {
    let lines = try audit("text").lines
    #expect(lines.first == "\(first)  session daily-03c8be (43 records, clean, 1 gap)")
    #expect(lines[1].hasPrefix("  damage not-json line 12 of \(second), byte "))
    #expect(lines[4].hasPrefix("    \(second):10, 2026-10-28T23:43:15.007Z, 0:03:02.381"))
  }

  @Test func `GitHub output names the second file of a session for its findings`() throws {
    let lines = try audit("github").lines
    #expect(lines.map { $0.prefix(while: { $0 != "=" }) } == ["::error file", "::error file"])
    #expect(lines[0].hasPrefix("::error file=\(second),line=12,title=damage not-json::"))
    #expect(lines[1].hasPrefix("::error file=\(second),line=10,title=lock-is-not-background::"))
  }

  @Test func `SARIF output names the second file of a session for its findings`() throws {
    let text = try audit("sarif").text
    let files = text.components(separatedBy: "\"artifactLocation\":{\"uri\":\"").dropFirst()
    // The damage, the violation, and the four records of its witness.
    #expect(files.count == 6)
    #expect(files.allSatisfy { $0.hasPrefix("\(second)\"}") })
  }

  @Test func `JUnit output names the second file of a session for its findings`() throws {
    let text = try audit("junit").text
    #expect(text.contains("<error message=\"1 damaged location: \(second):12: not-json: "))
    #expect(
      text.contains(
        "message=\"1 violation in 1 session: \(second):10: app_open ad a-2 was presented"))
  }

  @Test(arguments: ["json", "jsonl"])
  func `JSON output has the path of a violation in the second file of a session`(
    format: String
  ) throws {
    let text = try audit(format).text
    #expect(text.contains("\"line\":10,\"path\":\"\(second)\",\"t\":182381,"))
    let whole = try Tool.run("audit", "--format", format, Sample.unlock)
    #expect(whole.text.contains("\"line\":29,\"t\":182381,"))
  }

  @Test func `The timeline of a session in two files shows damage where it is`() throws {
    defer { folder.remove() }
    let lines = try Tool.run("show", folder.path).lines
    let damage = try #require(lines.firstIndex { $0.contains("! damage not-json, line 12 of ") })
    #expect(lines[damage].contains("line 12 of \(second): "))
    #expect(lines[damage - 1].hasPrefix("   31  "))
    let gap = "~~~ gap: records may be lost; anything can have happened here ~~~"
    #expect(lines[damage + 1].hasSuffix(gap))
    #expect(lines[damage + 2].hasPrefix("   32  "))
  }
}
