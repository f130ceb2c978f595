internal import Platform

/// The folder of a recorder: opened anew for each file by its path, never through a symbolic link,
/// so that nothing is written to where somebody else put one.
struct SegmentFolder {
  let path: String
  let system: SystemCalls
  let makesFolder: Bool
  let fileName: @Sendable (Int) -> String
  /// How many names were used up.
  private var used = 0
  /// Whether those above it were synced since it was made.
  private var isAboveSynced = false
  /// Whether the folder was there before: then it is made again with those above it.
  private var wasThere = false
  /// Whether a file could not be made although its name was free.
  private var hasFailed = false

  init(_ path: String, _ options: Recorder.Options, _ system: SystemCalls) {
    self.path = path
    self.system = system
    makesFolder = options.makesFolder
    fileName = options.fileName
  }

  /// Makes the next file: its name, its descriptor and that of its folder.
  mutating func create(
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

  /// Whether a file in the way may be what a failed call has left, so that the next number will do.
  ///
  /// The first name is the caller's choice; the others are only numbers.
  private var mayBeOurs: Bool { used > 0 || hasFailed }

  private mutating func openFolder(_ syncsFolder: Bool) throws(WriteFailure) -> Int32 {
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

  /// Says that a file of the folder is gone: that can be another folder by now, made by somebody else.
  mutating func lostFile() { isAboveSynced = false }

  private mutating func makeFolder() throws(WriteFailure) {
    isAboveSynced = false
    var made = patiently { system.makeFolder(path) }
    if -made == SystemError.missing, wasThere {
      RecorderFolder.makeAbove(path)
      made = patiently { system.makeFolder(path) }
    }
    if made < 0, -made != SystemError.exists { throw failure(made) }
  }

  /// Syncs the folders above: one that was made just now, or by a process that died then, is there
  /// after a power cut only after that.
  ///
  /// One that the system keeps from us ends it: nobody like us can have made a folder there.
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

  /// The path of the folder above one, up to its last slash; empty for the current folder.
  private static func above(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let name = path.lastIndex { $0 != slash } ?? path.startIndex
    return path[..<(path[..<name].lastIndex(of: slash).map { $0 + 1 } ?? path.startIndex)]
  }

  /// Syncs a folder whose path ends with a slash, or the current one; it may be a symbolic link.
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
