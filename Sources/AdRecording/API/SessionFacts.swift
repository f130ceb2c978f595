public import AdVocabulary
internal import Platform

/// The facts about app and device in a session's header.
///
/// No value may identify a person.
public struct SessionFacts: Sendable {
  /// The bundle identifier or another name of the app.
  public var app: String
  /// The version of the app.
  public var appVersion: String
  /// Whether this is a debug build, with test ad units, or a released build.
  public var build: Recorded.SessionBegan.Build
  /// The operating system, such as `iPadOS`.
  public var os: String
  /// The version of the operating system.
  public var osVersion: String
  /// The model identifier, such as `iPhone15,2`; never the device's personal name.
  public var device: String?
  /// The ad SDK, such as `google-mobile-ads`.
  public var sdk: String
  /// The version of the ad SDK.
  public var sdkVersion: String
  /// Minutes east of UTC; the zone of the process by default.
  public var utcOffsetMinutes = SessionFacts.systemOffsetMinutes
  /// The IANA name of the time zone.
  public var timezone: String?
  /// The number of launches of this install, including this one.
  public var launchCount: Int?
  /// Whether the app supports multiple windows.
  public var supportsSeveralWindows: Bool?
  /// Whether the SDK serves test ads on this device.
  public var isTestDevice: Bool?
  /// The classes of events that the app records; nil to derive them from the recorded events.
  ///
  /// The four classes that every session records are added.
  public var captures: [EventClass]?
  /// The thresholds of the app: those without a default, such as its daily cap, and those that
  /// differ from the default.
  ///
  /// A rule that needs a threshold without a default has the verdict `not-captured` unless it is
  /// here.
  public var policy: [PolicySetting] = []
  /// Whether response ids are written unchanged instead of as a hash.
  public var keepsResponseIDs = false

  /// Makes facts with the required values; set the other properties afterwards.
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

  /// Minutes east of UTC of the process's time zone, now; 0 if the system does not know.
  public static var systemOffsetMinutes: Int { LocalTime.offsetMinutes }

  /// Makes the header's event.
  ///
  /// - Parameters:
  ///   - install: The random id of the install, if known.
  ///   - checksums: Whether every record ends with a `crc`.
  ///   - seals: Whether finished files end with a seal.
  public func header(install: String?, checksums: Bool, seals: Bool) -> Recorded.SessionEvent {
    let always = ClassSet.always.classes
    let more = (captures ?? []).filter { !always.contains($0) }
    return .sessionBegan(
      app: app, appVersion: appVersion, build: build, os: os, osVersion: osVersion, device: device,
      sdk: sdk, sdkVersion: sdkVersion, install: install, utcOffsetMin: utcOffsetMinutes,
      timezone: timezone, launchCount: launchCount, multiScene: supportsSeveralWindows,
      testDevice: isTestDevice, captures: captures == nil ? nil : always + more,
      policy: policy.isEmpty ? nil : policy, checksums: checksums, seals: seals,
      redacted: keepsResponseIDs ? nil : ["response"])
  }
}
