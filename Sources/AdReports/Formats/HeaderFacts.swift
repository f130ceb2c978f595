internal import JournalFormat
package import AdSession
internal import JSONLines
internal import Platform

/// The facts of a session's header that a fleet is compared by; nil where the header lacks them.
///
/// A line of JSON has them as `app_version`, `sdk`, `sdk_version`, `os`, `os_version` and `build`,
/// as in the header, and `day`.
package struct HeaderFacts: Hashable, Sendable {
  package var appVersion: String?
  package var sdk: String?
  package var sdkVersion: String?
  package var os: String?
  package var osVersion: String?
  package var build: String?
  /// The local day on which the session began; nil without times as well.
  package var day: String?
  /// Whether the session has times.
  package var hasTimes = true

  package init() {}

  /// The facts of a session.
  package init(_ trace: Trace) {
    guard let header = trace.header else { return }
    appVersion = Self.known(header.appVersion)
    sdk = Self.known(header.sdk)
    sdkVersion = Self.known(header.sdkVersion)
    os = Self.known(header.os)
    osVersion = Self.known(header.osVersion)
    build = header.build.text
    hasTimes = trace.hasTimes
    if !hasTimes { return }
    day = trace.events.first.map { first in
      let day = WallClock.localDay(first.wall, utcOffsetMinutes: header.utcOffsetMinutes)
      return String(WallClock.text(day * 86_400_000).prefix(10))
    }
  }

  /// The value of `clock` in the line of a session without times.
  package static let noTimes = "order"

  private static func known(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// The name of the SDK with its version.
  package var sdkWithVersion: String? { Self.joined(sdk, sdkVersion) }
  /// The name of the system with its version.
  package var system: String? { Self.joined(os, osVersion) }

  private static func joined(_ name: String?, _ version: String?) -> String? {
    guard let version else { return name }
    return name.map { "\($0) \(version)" } ?? version
  }

  func write(to writer: inout JSONWriter) {
    writer.field("app_version", appVersion)
    writer.field("sdk", sdk)
    writer.field("sdk_version", sdkVersion)
    writer.field("os", os)
    writer.field("os_version", osVersion)
    writer.field("build", build)
    writer.field("day", day)
    if !hasTimes { writer.field("clock", Self.noTimes) }
  }
}

/// The hash of an install, to count installs without their identifiers.
package struct InstallHash: Sendable {
  /// The first six bytes of the SHA-256 of the identifier.
  private let bytes: ArraySlice<UInt8>

  /// The hash of the install of a session; nil if the header names none.
  package init?(_ trace: Trace) {
    guard let install = trace.header?.install, !install.isEmpty else { return nil }
    bytes = SHA256.digest(of: Array(install.utf8)).prefix(6)
  }

  /// The hash as a number of 48 bits.
  package var value: UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
  /// The hash as 12 hexadecimal digits.
  var text: String { Hex.text(bytes) }
}

/// A hash of the path and the name of a session, evenly distributed over 48 bits in its upper part.
package enum SessionHash {
  /// The hash (FNV-1a, then the finalizer of MurmurHash3).
  package static func value(_ path: String, _ session: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { add(byte, &hash) }
    add(0, &hash)
    for byte in session.utf8 { add(byte, &hash) }
    return spread(hash)
  }

  /// A hash of an install on a day, of 48 bits.
  static func value(_ install: UInt64, onDay day: Int64) -> UInt64 {
    spread(install ^ UInt64(bitPattern: day) &* 0x9E37_79B9_7F4A_7C15) >> 16
  }

  private static func spread(_ bits: UInt64) -> UInt64 {
    var hash = (bits ^ bits >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }

  private static func add(_ byte: UInt8, _ hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
