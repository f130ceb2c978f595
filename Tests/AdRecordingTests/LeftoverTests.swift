import TestJournals
import Platform
import Foundation
import Testing

/// Temporary files that a killed process left behind.
struct LeftoverTests {
  private static let old = Date(timeIntervalSinceNow: -90_000)

  @Test func `only old regular files with a name of a temporary file are deleted`() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in ["adjournal-aB3xYz", "adjournal-aB3xY", "adjournal-aB3xYz0", "adjournal-aB.xYz"] {
      _ = try folder.write(name, [1])
    }
    _ = try folder.write("adjournal-young0", [1])
    try manager.createDirectory(
      atPath: folder.path + "/adjournal-folder", withIntermediateDirectories: true)
    _ = try folder.write("target", [1])
    try manager.createSymbolicLink(
      atPath: folder.path + "/adjournal-linked", withDestinationPath: folder.path + "/target")
    for name in try manager.contentsOfDirectory(atPath: folder.path)
    where name != "adjournal-young0" && name != "adjournal-linked" {
      try manager.setAttributes(
        [.modificationDate: Self.old], ofItemAtPath: folder.path + "/\(name)")
    }
    Leftovers.remove(in: folder.path, ofUser: TemporaryFile.isName)
    #expect(
      try manager.contentsOfDirectory(atPath: folder.path).sorted() == [
        "adjournal-aB.xYz", "adjournal-aB3xY", "adjournal-aB3xYz0", "adjournal-folder",
        "adjournal-linked", "adjournal-young0", "target",
      ])
  }

  @Test func `an old temporary file of another user stays`() throws {
    guard getuid() == 0 else { return }
    let folder = try TemporaryFolder()
    let path = try folder.write("adjournal-aB3xYz", [1])
    let attributes: [FileAttributeKey: Any] = [.modificationDate: Self.old, .ownerAccountID: 12345]
    try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    Leftovers.remove(in: folder.path, ofUser: TemporaryFile.isName)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a new temporary file removes what a killed process left in the temporary folder`()
    throws
  {
    let left = TemporaryFile.folder + "/adjournal-" + UUID().uuidString.suffix(6)
    defer { try? FileManager.default.removeItem(atPath: left) }
    try Data([1]).write(to: URL(fileURLWithPath: left))
    try FileManager.default.setAttributes([.modificationDate: Self.old], ofItemAtPath: left)
    var file = TemporaryFile(limit: 16)
    _ = file.append([UInt8](repeating: 1, count: 100))
    #expect(!FileManager.default.fileExists(atPath: left))
  }

  @Test func `a folder that cannot be read is left alone`() {
    Leftovers.remove(in: "/nonexistent/folder", ofUser: { _ in true })
  }
}
