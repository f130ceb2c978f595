internal import Platform

/// Creates the files of a session in the recorder's folder.
///
/// The folder is opened again by its path for each file, and never through a symbolic link, so that
/// a link placed by another program cannot redirect the files.
final class SegmentFolder {
  let path: String
  let system: SystemCalls
  let makesFolder: Bool
  let fileName: @Sendable (Int) -> String
  /// The number of file names already used.
  private var used = 0
  /// Whether the parent folders were synced since the folder was created.
  private var isAboveSynced = false
  /// Whether the folder existed before.
  ///
  /// If it disappears, it is created again with its parent folders.
  private var wasThere = false
  /// Whether a file could not be created although its name was free.
  private var hasFailed = false

  init(_ path: String, _ options: Recorder.Options, _ system: SystemCalls) {
    self.path = path
    self.system = system
    makesFolder = options.makesFolder
    fileName = options.fileName
  }

  /// Creates the next file; returns its name, its descriptor and the folder's descriptor.
  func create(
    syncsFolder: Bool
  ) throws(WriteFailure) -> (name: String, descriptor: Int32, folder: Int32) {
    let folder = try openFolder(syncsFolder)
    var error = SystemError.exists
    for _ in 0..<1000 {
      let name = fileName(used + 1)
      let descriptor = system.create(folder, name)
      if descriptor >= 0 {
        used += 1
        return (name, descriptor, folder)
      }
      error = -descriptor
      guard error == SystemError.exists ? mayBeOurs : SystemError.isInterruption(Int(descriptor))
      else { break }
      if error == SystemError.exists { used += 1 }
      hasFailed = true
    }
    hasFailed = hasFailed || error != SystemError.exists
    _ = system.close(folder)
    throw WriteFailure(cause: .open, errno: error, remedy: .wait)
  }

  /// Whether an existing file of the same name may be left from a failed call; then the next number
  /// is used.
  ///
  /// The caller chose the first name, so that one is not replaced.
  private var mayBeOurs: Bool { used > 0 || hasFailed }

  private func openFolder(_ syncsFolder: Bool) throws(WriteFailure) -> Int32 {
    var descriptor = patiently { system.openFolder(path) }
    if -descriptor == SystemError.missing, makesFolder {
      try makeFolder()
      descriptor = patiently { system.openFolder(path) }
    }
    if descriptor < 0 { throw failure(descriptor) }
    wasThere = true
    guard syncsFolder, makesFolder, !isAboveSynced else { return descriptor }
    let result = syncAbove()
    if result < 0 {
      _ = system.close(descriptor)
      throw failure(result)
    }
    isAboveSynced = true
    return descriptor
  }

  /// Reports that a file of the folder is missing: the path may name another folder by now.
  func lostFile() { isAboveSynced = false }

  private func makeFolder() throws(WriteFailure) {
    isAboveSynced = false
    var made = patiently { system.makeFolder(path) }
    if -made == SystemError.missing, wasThere {
      RecorderFolder.makeAbove(path)
      made = patiently { system.makeFolder(path) }
    }
    if made < 0, -made != SystemError.exists { throw failure(made) }
  }

  /// Syncs the parent folders, so that a folder created by this process or an earlier one survives
  /// a power failure.
  ///
  /// Stops without an error at a folder that the process may not open: it cannot have created a
  /// folder in it.
  private func syncAbove() -> Int32 {
    var above = Array(path.utf8)[...]
    repeat {
      above = Self.above(above)
      let result = sync(above)
      if result < 0 { return SystemError.isRefusal(-result) ? 0 : result }
    } while above.contains { $0 != Self.slash }
    return 0
  }

  private static let slash = UInt8(ascii: "/")

  /// The path of the parent folder, up to its last slash; empty for the current folder.
  private static func above(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let name = path.lastIndex { $0 != slash } ?? path.startIndex
    return path[..<(path[..<name].lastIndex(of: slash).map { $0 + 1 } ?? path.startIndex)]
  }

  /// Syncs a folder whose path ends with a slash, or the current folder.
  ///
  /// The path may be a symbolic link.
  private func sync(_ above: ArraySlice<UInt8>) -> Int32 {
    let path = String(decoding: above, as: UTF8.self) + "."
    let descriptor = patiently { system.openFolder(path) }
    if descriptor < 0 { return descriptor }
    let result = system.sync(descriptor, .folder)
    _ = system.close(descriptor)
    return result
  }

  private func failure(_ result: Int32) -> WriteFailure {
    WriteFailure(cause: .folder, errno: -result, remedy: .wait)
  }

  private func patiently(_ call: () -> Int32) -> Int32 {
    for _ in 0..<100 {
      let result = call()
      if !SystemError.isInterruption(Int(result)) { return result }
    }
    return call()
  }
}
