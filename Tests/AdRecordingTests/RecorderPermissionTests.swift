import TestJournals
@testable import AdRecording
import Foundation
import Testing

/// Folders that the recorder's process may not use; for root, in a child that gives up its rights.
@Suite(.serialized)
struct RecorderPermissionTests {
  /// A folder without permission, and the expected degradation.
  struct Refusal: Sendable, CustomStringConvertible {
    var description: String
    /// The mode of the recorder's folder; nil if it does not exist and cannot be created.
    var mode: Int?
    var message: String
  }

  static let refusals = [
    Refusal(
      description: "the folder cannot be created", mode: nil,
      message: "record 1 and later records do not meet the durability policy: "
        + "the folder cannot be opened: Permission denied"),
    Refusal(
      description: "the folder is not writable", mode: 0o555,
      message: "record 1 and later records do not meet the durability policy: "
        + "a file cannot be created in the folder: Permission denied"),
    Refusal(
      description: "the folder is not readable", mode: 0o000,
      message: "record 1 and later records do not meet the durability policy: "
        + "the folder cannot be opened: Permission denied"),
  ]

  private static func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// Starts a recorder in a folder without permission and waits until it reports the failure.
  private static func start(
    _ refusal: Refusal, _ policy: Durability, in outputs: TemporaryFolder,
    at folder: TemporaryFolder
  ) throws -> ChildProcess {
    let own = folder.path + "/own"
    if let mode = refusal.mode {
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
      try setMode(mode, of: own)
    }
    let child = try ChildProcess("denied", own, "s-1", policy.rawValue, "20", folder: outputs)
    while child.report.degradation == nil, child.isRunning { usleep(1000) }
    return child
  }

  @Test(arguments: refusals, [Durability.process, .durable])
  func `without permission nothing is acknowledged and the failure is reported`(
    refusal: Refusal, policy: Durability
  ) throws {
    let folder = try TemporaryFolder()
    try Self.setMode(refusal.mode == nil ? 0o555 : 0o755, of: folder.path)
    defer { try? Self.setMode(0o755, of: folder.path) }
    // The parent opens the file for the child's output, which is in another folder.
    let outputs = try TemporaryFolder()
    let child = try Self.start(refusal, policy, in: outputs, at: folder)
    #expect(child.report.degradation == refusal.message)
    child.goOn()
    let report = child.wait()
    #expect(report.through == 0 && !report.isComplete && report.notes.count == 20)
    try? Self.setMode(0o755, of: folder.path + "/own")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).count <= 1)
  }

  @Test(arguments: refusals, [Durability.process, .durable])
  func `after permission is granted all records are written`(refusal: Refusal, policy: Durability)
    throws
  {
    let folder = try TemporaryFolder()
    try Self.setMode(refusal.mode == nil ? 0o555 : 0o755, of: folder.path)
    let outputs = try TemporaryFolder()
    let child = try Self.start(refusal, policy, in: outputs, at: folder)
    #expect(child.report.through == 0)
    try Self.setMode(0o777, of: folder.path)
    if refusal.mode != nil { try Self.setMode(0o777, of: folder.path + "/own") }
    child.goOn()
    let report = child.wait()
    let recovered = try Recovered(folder: folder.path + "/own")
    #expect(report.isComplete && report.breach(of: recovered) == nil)
    #expect(recovered.notes.count == 20 && recovered.damage == [])
  }
}
