#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The time zone in which the process runs.
package enum LocalTime {
  /// Minutes east of UTC, now; 0 if the system does not know.
  package static var offsetMinutes: Int {
    var now = time(nil)
    var local = tm()
    return localtime_r(&now, &local) == nil ? 0 : Int(local.tm_gmtoff) / 60
  }
}
