public import AdSession

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What the header of a session says of the app and the phone; nothing here may identify a person.
public struct SessionFacts: Sendable {
  /// The bundle identifier, or a name that the app gives itself.
  public var app: String
  /// The version of the app.
  public var appVersion: String
  /// Whether this is a debug build, with test units, or the one that people have.
  public var build: Recorded.SessionBegan.Build
  /// The system, such as `iPadOS`.
  public var os: String
  /// The version of the system.
  public var osVersion: String
  /// The device class, such as `iPhone15,2`; never the name that its owner gave it.
  public var device: String?
  /// The ad SDK, such as `google-mobile-ads`.
  public var sdk: String
  /// The version of the ad SDK.
  public var sdkVersion: String
  /// Minutes east of UTC.
  public var utcOffsetMinutes = SessionFacts.systemOffsetMinutes
  /// The IANA name of the time zone.
  public var timezone: String?
  /// Launches of this install, this one included.
  public var launchCount: Int?
  /// Whether the app supports several windows.
  public var supportsSeveralWindows: Bool?
  /// Whether the SDK serves test ads here.
  public var isTestDevice: Bool?
  /// The classes that the app records; nil where what occurs counts.
  ///
  /// The four that every session records are added.
  public var captures: [EventClass]?
  /// The thresholds in force, where they are not the defaults.
  public var policy: [PolicySetting] = []
  /// Whether response ids are written as they are; else as a hash.
  public var keepsResponseIDs = false

  /// Names the app, the system and the SDK; the rest can be set.
  public init(
    app: String, appVersion: String, build: Recorded.SessionBegan.Build, os: String,
    osVersion: String, sdk: String, sdkVersion: String
  ) {
    self.app = app
    self.appVersion = appVersion
    self.build = build
    self.os = os
    self.osVersion = osVersion
    self.sdk = sdk
    self.sdkVersion = sdkVersion
  }

  /// Minutes east of UTC where the process runs, now.
  public static var systemOffsetMinutes: Int {
    var now = time(nil)
    var local = tm()
    return localtime_r(&now, &local) == nil ? 0 : Int(local.tm_gmtoff) / 60
  }

  /// The header's event.
  ///
  /// - Parameters:
  ///   - install: The random id of the install, if there is one.
  ///   - checksums: Whether every record ends with a `crc`.
  public func header(install: String?, checksums: Bool) -> Recorded.SessionBegan {
    let always = ClassSet.always.classes
    let more = (captures ?? []).filter { !always.contains($0) }
    return .sessionBegan(
      app: app, appVersion: appVersion, build: build, os: os, osVersion: osVersion, device: device,
      sdk: sdk, sdkVersion: sdkVersion, install: install, utcOffsetMin: utcOffsetMinutes,
      timezone: timezone, launchCount: launchCount, multiScene: supportsSeveralWindows,
      testDevice: isTestDevice, captures: captures == nil ? nil : always + more,
      policy: policy.isEmpty ? nil : policy, checksums: checksums,
      redacted: keepsResponseIDs ? nil : ["response"])
  }
}
