import Foundation
import Testing

struct SnapshotTests {
  /// A session of so many records, with one ad that is shown when it is five hours old.
  private func session(_ count: Int, _ name: String = "long") -> String {
    func line(_ seq: Int, _ t: Int, _ rest: String) -> String {
      #"{"v":1,"session":"\#(name)","seq":\#(seq),"t":\#(t),"wall":"2026-01-05T08:00:00.000Z","event":"#
        + #""\#(rest)}"# + "\n"
    }
    let header =
      #"session.began","app":"a","app_version":"1","build":"debug","os":"iOS","os_version":"26","#
      + #""sdk":"other","sdk_version":"1","utc_offset_min":0"#
    var text = line(1, 0, header)
    text += line(2, 0, #"ad.loaded","unit":"u","format":"app_open","request":"r","ad":"a""#)
    for seq in 3...count { text += line(seq, seq, #"user.acted""#) }
    let late = count + 18_000_000
    return text
      + line(count + 1, late, #"ad.present_requested","ad":"a","unit":"u","format":"app_open""#)
  }

  @Test func `An audit with snapshots says the same under any options, again and again`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = folder.path("journal.jsonl")
    let kept = folder.path("kept")
    let text = session(9000)
    let options = [
      ["--format", "text"], ["--format", "json"], ["--format", "json", "--strict"],
      ["--format", "jsonl", "--rule", "app-open-max-age"],
      ["--format", "jsonl", "--policy", "app_open_max_age_s=36000"],
      ["--format", "jsonl", "--except", "app-open-max-age"], ["--quiet"],
    ]
    for part in [text.utf8.count * 3 / 4, text.utf8.count * 9 / 10, text.utf8.count, 2_000] {
      try Data(text.utf8.prefix(part)).write(to: URL(fileURLWithPath: journal))
      for chosen in options {
        let plain = try Tool.run(Tool.path, ["audit"] + chosen + [journal])
        let run = try Tool.run(Tool.path, ["audit", "--snapshots", kept] + chosen + [journal])
        #expect(run.output == plain.output, "\(part) \(chosen)")
        #expect(run.errors == plain.errors)
        #expect(run.exit == plain.exit)
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: kept).count == options.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func `A replay with snapshots tells the same states, complaints and refusals`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = folder.path("journal.jsonl")
    try session(20_000).write(toFile: journal, atomically: true, encoding: .utf8)
    for point in [
      ["--at", "12000"], ["--at", "3"], ["--diff", "2", "19000"], ["--at", "x"], [],
    ] {
      let plain = try Tool.run(Tool.path, ["replay"] + point + [journal])
      for _ in 0..<2 {
        let run = try Tool.run(
          Tool.path, ["replay", "--snapshots", folder.path("kept")] + point + [journal])
        #expect(run.output == plain.output, "\(point)")
        #expect(run.errors == plain.errors)
        #expect(run.exit == plain.exit)
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")).count == 1)
  }

  @Test func `A replay of one of several sessions has snapshots of all, but not of many`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let long = session(20_000)
    let short = (1...64).map { session(20, "s-\($0)") }
    for (count, isKept) in [(2, true), (64, false)] {
      let journal = try folder.write("\(count).jsonl", short[0] + long + short[1..<count].joined())
      let points = [[], ["--session", "s-2", "--at", "7"], ["--session", "nobody"]]
      for (number, point) in points.enumerated() {
        let kept = folder.path("kept-\(count)-\(number)")
        let plain = try Tool.run(Tool.path, ["replay"] + point + [journal])
        for _ in 0..<2 {
          let run = try Tool.run(Tool.path, ["replay", "--snapshots", kept] + point + [journal])
          #expect(run.output == plain.output, "\(point)")
          #expect(run.errors == plain.errors)
          #expect(run.exit == plain.exit)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: kept)
        #expect(files.count == (isKept ? 1 : 0), "\(point)")
      }
    }
  }

  @Test func `Snapshots need a folder`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let file = folder.path("file")
    try "".write(toFile: file, atomically: true, encoding: .utf8)
    let run = try Tool.run("audit", "--snapshots", file, "Journals/sessions")
    #expect(run.exit == 2)
    #expect(run.errors.contains("is no folder that snapshots could be kept in"))
  }
}
