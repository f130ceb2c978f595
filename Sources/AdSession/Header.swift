/// What `session.began` says of the whole session; nobody changes it once it was read.
///
/// A reference, since every session that is judged hands it on.
public final class Header: @unchecked Sendable {
  /// `app`, `app_version`, `os`, `os_version`, `device`, `sdk`, `sdk_version`, `timezone` as written.
  @exclusivity(unchecked) public var app = "", appVersion = "", os = "", osVersion = "", device = ""
  /// The ad SDK, such as `google-mobile-ads`.
  @exclusivity(unchecked) public var sdk = ""
  /// The version of the ad SDK.
  @exclusivity(unchecked) public var sdkVersion = ""
  /// The IANA name of the zone, if given.
  @exclusivity(unchecked) public var timezone = ""
  /// The install that ties sessions together; empty where none is given.
  @exclusivity(unchecked) public var install = ""
  /// `debug`, `release` or unrecognised.
  @exclusivity(unchecked) public var build = Word.absent
  /// Minutes east of UTC.
  @exclusivity(unchecked) public var utcOffsetMinutes: Int64 = 0
  /// Launches of this install, this one included.
  @exclusivity(unchecked) public var launchCount: Int64?
  /// The app supports several windows.
  @exclusivity(unchecked) public var multiScene: Bool?
  /// The SDK serves test ads here.
  @exclusivity(unchecked) public var testDevice: Bool?
  /// Every record carries a checksum.
  @exclusivity(unchecked) public var checksums: Bool?
  /// The classes that the app records; nil where the header does not say.
  @exclusivity(unchecked) public var captures: ClassSet?
  /// The thresholds that the header sets.
  @exclusivity(unchecked) public var policy: [PolicySetting] = []

  /// Makes an empty header.
  public init() {}

  /// Makes a header of what was put together elsewhere; in place, so that nothing is copied twice.
  package init(_ parts: inout Parts) {
    app = parts.app
    appVersion = parts.appVersion
    os = parts.os
    osVersion = parts.osVersion
    device = parts.device
    sdk = parts.sdk
    sdkVersion = parts.sdkVersion
    timezone = parts.timezone
    install = parts.install
    build = parts.build
    utcOffsetMinutes = parts.utcOffsetMinutes
    launchCount = parts.launchCount
    multiScene = parts.multiScene
    testDevice = parts.testDevice
    checksums = parts.checksums
    captures = parts.captures
    policy = parts.policy
  }

  /// All that it says.
  package var parts: Parts {
    var parts = Parts()
    parts.app = app
    parts.appVersion = appVersion
    parts.os = os
    parts.osVersion = osVersion
    parts.device = device
    parts.sdk = sdk
    parts.sdkVersion = sdkVersion
    parts.timezone = timezone
    parts.install = install
    parts.build = build
    parts.utcOffsetMinutes = utcOffsetMinutes
    parts.launchCount = launchCount
    parts.multiScene = multiScene
    parts.testDevice = testDevice
    parts.checksums = checksums
    parts.captures = captures
    parts.policy = policy
    return parts
  }

  /// What a header says, as a value that can be used again for the next one.
  package struct Parts {
    package var app = "", appVersion = "", os = "", osVersion = "", device = ""
    package var sdk = "", sdkVersion = "", timezone = "", install = ""
    package var build = Word.absent
    package var utcOffsetMinutes: Int64 = 0
    package var launchCount: Int64?
    package var multiScene: Bool?, testDevice: Bool?, checksums: Bool?
    package var captures: ClassSet?
    package var policy: [PolicySetting] = []

    package init() {}
  }
}

/// A set of event classes.
public struct ClassSet: OptionSet, Hashable, Sendable {
  /// One bit a class.
  public let rawValue: UInt32

  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one class.
  public init(_ eventClass: EventClass) { rawValue = 1 &<< UInt32(eventClass.rawValue) }

  /// What every session records, whatever its header says.
  public static let always: ClassSet = [
    ClassSet(.session), ClassSet(.app), ClassSet(.load), ClassSet(.present),
  ]

  /// Every class.
  static let all = ClassSet(EventClass.allCases.map { ClassSet($0) })

  /// The classes of the set, in the order of the vocabulary.
  public var classes: [EventClass] { EventClass.allCases.filter { contains(ClassSet($0)) } }
}
