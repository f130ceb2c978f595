import TestJournals
import Foundation

/// File systems that a test mounts, which needs root, and a loop device for an image.
final class TestVolume {
  /// The mount point.
  let path: String
  private let folder: TemporaryFolder

  /// Whether this process may mount a file system.
  static let canMount: Bool = {
    guard getuid() == 0, let volume = try? TestVolume(tmpfs: "64k") else { return false }
    return FileManager.default.fileExists(atPath: volume.path)
  }()

  /// Whether this process may mount an ext4 image.
  static let canLoop: Bool = {
    guard canMount, let folder = try? TemporaryFolder() else { return false }
    let image = folder.path + "/image"
    return (try? makeImage(image, megabytes: 4)) != nil && (try? TestVolume(image: image)) != nil
  }()

  /// A file system in memory of a size such as `64k`.
  init(tmpfs size: String) throws {
    folder = try TemporaryFolder()
    path = folder.path
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path)
  }

  /// The file system of an image.
  ///
  /// Its journal is committed by syncs and rarely otherwise. So a copy of the image between two
  /// syncs is a possible state after a power failure.
  init(image: String) throws {
    folder = try TemporaryFolder()
    path = folder.path
    try Self.run("mount", "-o", "loop,commit=300", image, path)
  }

  deinit { try? Self.run("umount", "-l", path) }

  /// Makes an empty ext4 in a file.
  static func makeImage(_ image: String, megabytes: Int) throws {
    try run("truncate", "-s", "\(megabytes)M", image)
    try run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", image)
  }

  struct Failure: Error {
    let command: [String]
    let exit: Int32
  }

  /// Runs a program of the system.
  static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = ["PATH": "\(path):/usr/sbin:/sbin:/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(command: command, exit: process.terminationStatus)
    }
  }
}
