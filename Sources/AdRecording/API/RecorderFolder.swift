internal import Platform

/// The folder of a recorder as a whole.
enum RecorderFolder {
  /// Makes the folder and those above it, where they are not there, for their owner alone.
  static func prepare(_ path: String) {
    makeAbove(path)
    if SystemCalls.live.makeFolder(path) < 0 { ProtectedFolder.protect(path) }
  }

  /// Makes the folders above one, where they are not there.
  ///
  /// A new app of Apple's systems has no `Application Support` yet.
  static func makeAbove(_ path: String) {
    for end in path.indices where path[end] == "/" && end != path.startIndex {
      _ = SystemCalls.makePlainFolder(String(path[..<end]))
    }
  }

  /// Deletes the journals, what was noted of unsealed ones and the install's file; true where none of
  /// them is left.
  ///
  /// Nothing else is touched, no link is followed, and the folder stays.
  static func erase(_ path: String) -> Bool {
    let system = SystemCalls.live
    let folder = system.openFolder(path)
    guard folder >= 0 else { return !System.isThere(path) }
    defer { _ = system.close(folder) }
    var isClean = true
    for name in System.names(in: path) ?? [] where isOurs(name) {
      isClean = system.remove(folder, name) >= 0 && isClean
    }
    return isClean
  }

  private static func isOurs(_ name: String) -> Bool {
    name.hasSuffix(".jsonl") || name == Sightings.name || name == InstallFile.name
      || name.hasPrefix(InstallFile.name + "-")
  }
}
