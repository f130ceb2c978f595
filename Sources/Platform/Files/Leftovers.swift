#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Temporary files that a process left behind when it was killed.
package enum Leftovers {
  /// The age from which a temporary file counts as left behind: one day, in seconds.
  package static let leastAge = 86_400

  /// Deletes the regular files of a folder that belong to this user, were last changed more than a day ago and
  /// have a name of a temporary file.
  ///
  /// Symbolic links, folders and other files stay. A file that cannot be deleted stays without a message.
  package static func remove(in folder: String, ofUser isOurs: (String) -> Bool) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var now = timespec()
    guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return }
    while let entry = readdir(stream) {
      let name = name(of: entry)
      guard isOurs(name), isOld(dirfd(stream), name, Int(now.tv_sec)) else { continue }
      _ = unlinkat(dirfd(stream), name, 0)
    }
  }

  private static func isOld(_ folder: Int32, _ name: String, _ now: Int) -> Bool {
    var info = stat()
    guard fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0,
      info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid()
    else { return false }
    #if canImport(Darwin)
      let changed = Int(info.st_mtimespec.tv_sec)
    #else
      let changed = Int(info.st_mtim.tv_sec)
    #endif
    return changed < now - leastAge
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }
}
