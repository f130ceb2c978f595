import Foundation
import Testing

struct RepairTests {
  private static let damaged: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: "\(Tool.root)/Journals/damaged"))?
    .filter { $0.hasSuffix(".jsonl") }.sorted() ?? []

  /// Journals whose damage shows only in the session as a whole.
  private static let untouched = [
    "bad-seal", "name-reused", "no-header", "second-header", "seq-gap", "unannounced-seal",
  ]
  private static let fine = [
    "blank-line", "byte-order-mark", "missing-newline", "out-of-order", "seq-repeated",
  ]

  private struct Repaired {
    var run: Tool.Run
    var whole: [UInt8]
    var rest: [UInt8]?
    var check: Tool.Run
  }

  private static func repair(_ path: String) throws -> Repaired {
    let folder = try Folder()
    defer { folder.remove() }
    let target = folder.path("whole.jsonl")
    let before = try Sample.bytes(path)
    let run = try Tool.run("repair", path, "--to", target)
    #expect(try Sample.bytes(path) == before)
    let check = try Tool.run("check", target)
    let rest = FileManager.default.contents(atPath: target + ".rest").map { [UInt8]($0) }
    return Repaired(
      run: run, whole: [UInt8](FileManager.default.contents(atPath: target) ?? Data()), rest: rest,
      check: check)
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 10, omittingEmptySubsequences: true)
  }

  @Test(arguments: damaged)
  func `Every line is copied to one of the two files, byte for byte and in order`(name: String)
    throws
  {
    let path = "Journals/damaged/\(name)"
    let repaired = try Self.repair(path)
    let stem = name.replacingOccurrences(of: ".jsonl", with: "")
    #expect(repaired.run.exit == (Self.fine.contains(stem) ? 0 : 3))
    #expect((repaired.rest == nil) == (Self.fine + Self.untouched).contains(stem))
    var input = Self.lines(try Sample.bytes(path))
    if stem == "byte-order-mark" { input[0] = input[0].dropFirst(3) }
    if stem == "blank-line" { input.removeAll { $0.allSatisfy { $0 == 0x20 } } }
    if stem == "seq-repeated" {
      input = input.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    let whole = Self.lines(repaired.whole)
    let rest = Self.lines(repaired.rest ?? [])
    #expect(whole.count + rest.count == input.count)
    var (left, aside) = (whole[...], rest[...])
    for line in input {
      if left.first == line {
        left.removeFirst()
      } else if aside.first == line {
        aside.removeFirst()
      }
    }
    #expect(left.isEmpty && aside.isEmpty)
  }

  @Test(arguments: damaged)
  func `A repaired journal has no damage except gaps`(name: String) throws {
    let repaired = try Self.repair("Journals/damaged/\(name)")
    let stem = name.replacingOccurrences(of: ".jsonl", with: "")
    let codes = repaired.check.lines.filter { $0.hasPrefix("  damage ") }.map {
      String($0.split(separator: " ")[1])
    }
    if Self.untouched.contains(stem) {
      #expect(codes == [stem])
    } else if (Self.fine + ["torn-tail"]).contains(stem) {
      #expect(codes.isEmpty)
    } else {
      #expect(codes == ["seq-gap"])
    }
  }

  @Test(arguments: damaged)
  func `A repaired journal has no new verdicts except inconclusive ones`(name: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = "Journals/damaged/\(name)"
    let target = folder.path("whole.jsonl")
    _ = try Tool.run("repair", path, "--to", target)
    let before = try Self.verdicts(path)
    for (rule, verdict) in try Self.verdicts(target) where before[rule] != verdict {
      #expect(verdict == "inconclusive", "\(rule): \(before[rule] ?? "none") became \(verdict)")
    }
  }

  /// The verdict of each rule in each session, by session and rule.
  private static func verdicts(_ path: String) throws -> [String: String] {
    let report = try Sample.object(
      try Tool.run("audit", "--format", "json", "--exit-zero", path).output)
    var verdicts: [String: String] = [:]
    for journal in report["journals"] as? [[String: Any]] ?? [] {
      for session in journal["sessions"] as? [[String: Any]] ?? [] {
        for rule in session["rules"] as? [[String: Any]] ?? [] {
          let name = "\(session["session"] ?? "") \(rule["rule"] ?? "")"
          verdicts[name] = rule["verdict"] as? String
        }
      }
    }
    return verdicts
  }

  @Test func `Repairing a repaired journal changes nothing`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let one = folder.path("one.jsonl")
    let two = folder.path("two.jsonl")
    _ = try Tool.run("repair", "Journals/damaged/record-conflict.jsonl", "--to", one)
    _ = try Tool.run("repair", one, "--to", two)
    #expect(FileManager.default.contents(atPath: one) == FileManager.default.contents(atPath: two))
    #expect(!FileManager.default.fileExists(atPath: two + ".rest"))
  }

  @Test func `A repair prints the counts of both files and why lines are missing`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = "Journals/damaged/torn-tail.jsonl"
    let target = folder.path("whole.jsonl")
    let run = try Tool.run("repair", path, "--to", target)
    #expect(run.text == "\(target)  15 records, 1 line in \(target).rest\n")
    #expect(
      run.errors
        == "adjournal: \(path): 1 line not trusted; run 'adjournal check \(path)' for details\n")
    for file in [target, target + ".rest"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test(arguments: ["whole.jsonl", "whole.jsonl.rest"])
  func `A repair overwrites no file, not even through a symbolic link`(name: String) throws {
    for isLink in [false, true] {
      let folder = try Folder()
      defer { folder.remove() }
      if isLink {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path(name), withDestinationPath: folder.path("elsewhere"))
      } else {
        try folder.write(name, "mine")
      }
      let run = try Tool.run(
        "repair", "Journals/damaged/torn-tail.jsonl", "--to", folder.path("whole.jsonl"))
      #expect(
        run.errors
          == "adjournal: \(folder.path(name)): file exists; adjournal never overwrites\n"
      )
      #expect(run.exit == 4)
      #expect(run.output.isEmpty)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == [name])
    }
  }

  @Test func `A repair that is not possible is reported in one sentence`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let file = try folder.write("file", "")
    let torn = "Journals/damaged/torn-tail.jsonl"
    let mistakes: [(words: [String], sentence: String, exit: Int32)] = [
      (["repair", torn], "missing required option '--to' (example: --to repaired.jsonl)", 2),
      (
        ["repair", "-", "--to", folder.path("a")],
        "'repair' needs a regular file; '-' is a stream", 2
      ),
      (
        ["repair", folder.path, "--to", folder.path("a")],
        "'repair' needs a regular file; '\(folder.path)' is a folder", 2
      ),
      (
        ["repair", "missing.jsonl", "--to", folder.path("a")],
        "missing.jsonl: there is no such file or folder", 4
      ),
      (
        ["repair", torn, "--to", folder.path("no/a")],
        "\(folder.path("no/a")): folder does not exist", 4
      ),
      (["repair", torn, "--to", "\(file)/a"], "\(file)/a: parent path is a file, not a folder", 4),
    ]
    for mistake in mistakes {
      let run = try Tool.run(Tool.path, mistake.words)
      #expect(run.errors == "adjournal: \(mistake.sentence)\n")
      #expect(run.exit == mistake.exit)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
  }

  @Test func `A record far behind the end of its session fills the gap and is kept`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    func line(_ session: String, _ seq: Int, _ rest: String) -> String {
      #"{"v":1,"session":"\#(session)","seq":\#(seq),"t":\#(seq),"wall":"2026-11-20T09:15:02.423Z","#
        + #""event":\#(rest)}"# + "\n"
    }
    let header =
      #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18","#
      + #""sdk":"other","sdk_version":"1","utc_offset_min":0"#
    var text = line("late", 1, header) + line("late", 3, #""session.ended""#)
    text += line("long", 1, header)
    for seq in 2...60_000 { text += line("long", seq, #""splash.began""#) }
    text += line("late", 2, #""app.became_active""#)
    let path = try folder.write("late.jsonl", text)
    let target = folder.path("whole.jsonl")
    let run = try Tool.run("repair", path, "--to", target)
    #expect(run.exit == 0 && run.errors.isEmpty)
    #expect(FileManager.default.contents(atPath: target) == Data(text.utf8))
  }

  @Test func `A compressed journal is repaired`() throws {
    guard Tool.has("gzip") else { return }
    let run = try Tool.shell(
      "gzip -c Journals/damaged/torn-tail.jsonl > a.jsonl.gz; "
        + "adjournal repair a.jsonl.gz --to b.jsonl; adjournal check b.jsonl")
    #expect(run.exit == 0)
    #expect(run.lines.first == "b.jsonl  15 records, 1 line in b.jsonl.rest")
  }

  @Test func `Damage that cannot be repaired is reported`() throws {
    guard Tool.has("gzip") else { return }
    let run = try Tool.shell(
      "gzip -c \(Sample.unlock) > a.jsonl.gz; echo more >> a.jsonl.gz; "
        + "adjournal repair a.jsonl.gz --to b.jsonl && exit 9; ls b.jsonl*")
    #expect(run.lines == ["b.jsonl  42 records", "b.jsonl"])
    #expect(
      run.errors == "adjournal: a.jsonl.gz: 1 damaged location that cannot be repaired; "
        + "run 'adjournal check a.jsonl.gz' for details\n")
  }

  @Test func `A line over 1 MiB is cut, which is reported`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    var bytes = try Sample.bytes(Sample.unlock)
    bytes += Array("{\"session\":\"x\",\"text\":\"".utf8) + [UInt8](repeating: 0x61, count: 1 << 20)
    let path = try folder.write("long.jsonl", bytes + [10])
    let run = try Tool.run("repair", path, "--to", folder.path("b.jsonl"))
    #expect(run.errors.contains("1 line cut after 1 MiB"))
    #expect(
      FileManager.default.contents(atPath: folder.path("b.jsonl"))
        == Data(try Sample.bytes(Sample.unlock)))
  }
}
