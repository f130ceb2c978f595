internal import Platform

/// Creates and erases the folder of a recorder.
enum RecorderFolder {
  /// Creates the folder and its missing parent folders with mode 0700.
  static func prepare(_ path: String) {
    makeAbove(path)
    if SystemCalls.live.makeFolder(path) < 0 { ProtectedFolder.protect(path) }
  }

  /// Creates missing parent folders: a new app on an Apple system has no `Application Support` yet.
  static func makeAbove(_ path: String) {
    for end in path.indices where path[end] == "/" && end != path.startIndex {
      _ = SystemCalls.makePlainFolder(String(path[..<end]))
    }
  }

  /// Deletes the journals, the list of unsealed files and the install's file; returns whether none
  /// is left.
  ///
  /// Other files and the folder itself stay. Links are not followed.
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
    name.hasSuffix(".jsonl") || name == UnsealedFiles.name || name == InstallFile.name
      || name.hasPrefix(InstallFile.name + "-")
  }
}
