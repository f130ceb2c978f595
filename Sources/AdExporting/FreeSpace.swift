#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The room that is left on a drive.
///
/// It is here and not in `Platform`, because an app that links a call for it must give a reason in
/// a privacy manifest, and an app that exports nothing should not have to.
enum FreeSpace {
  /// The bytes that this process may still write to the drive of a path; nil if the system does not
  /// know.
  static func bytes(path: String) -> Int64? {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return nil }
    let (bytes, isTooGreat) = Int64(clamping: info.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: info.f_frsize))
    return isTooGreat ? .max : bytes
  }
}
