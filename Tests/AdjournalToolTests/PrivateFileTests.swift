import Foundation
import Testing

struct PrivateFileTests {
  private static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  @Test(arguments: [
    ("report --to OUT/r.html IN", "r.html"),
    ("export --format csv --to OUT/e.csv IN", "e.csv"),
    ("explain --rule lock-is-not-background --to OUT IN", "lock-is-not-background.29.kept.jsonl"),
    ("shrink --rule lock-is-not-background --to OUT/s.jsonl IN", "s.jsonl"),
    ("pin --rule lock-is-not-background --to OUT/P.swift IN", "P.swift"),
    ("pin --rule lock-is-not-background --to OUT/P.swift IN", "P.jsonl"),
    ("triage --to OUT IN", "6bf7db7b194b.jsonl"),
  ])
  func `What shows a private journal is private`(line: String, output: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    try FileManager.default.createDirectory(
      atPath: folder.path("in"), withIntermediateDirectories: false)
    let journal = try folder.write("in/private.jsonl", try Sample.bytes(Sample.unlock))
    for (permissions, expected) in [(0o600, 0o600), (0o640, 0o640), (0o664, 0o644)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: journal)
      for input in [journal, folder.path("in")] {
        let out = folder.path("out")
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: out) }
        let words = line.replacing("OUT", with: out).replacing("IN", with: input)
        let run = try Tool.run(
          "/bin/sh",
          ["-c", #"umask 022; exec "$0" "$@""#, Tool.path]
            + words.split(separator: " ").map(String.init))
        #expect(run.exit < 2, "\(run.errors)")
        #expect(try Self.mode("\(out)/\(output)") == expected, "\(words)")
      }
    }
  }

  @Test func `A simulated journal is for everyone to read`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("s.jsonl")
    let run = try Tool.run(
      "/bin/sh", ["-c", #"umask 022; exec "$0" simulate --to "$1""#, Tool.path, path])
    #expect(run.exit == 0)
    #expect(try Self.mode(path) == 0o644)
  }
}
