#if !hasFeature(Embedded)
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// The environment of this process.
  package enum Environment {
    /// The text of a variable; nil if it is not set or empty.
    package static func text(_ name: String) -> String? {
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return String(cString: value)
    }
  }
#endif
