/// The facts of `session.began` about the whole session; immutable once it was read.
///
/// It is a class, because every judged session passes it on.
public final class Header: @unchecked Sendable {
  /// All fields.
  package private(set) var parts: Parts

  /// Makes an empty header.
  public init() { parts = Parts() }

  /// Makes a header of these fields, in place, so that nothing is copied twice.
  package init(_ parts: inout Parts) { self.parts = parts }

  /// The fields of a header, as a value that can be reused for the next header.
  package struct Parts {
    package var app = "", appVersion = "", os = "", osVersion = "", device = ""
    package var sdk = "", sdkVersion = "", timezone = "", install = ""
    package var build = Word.absent, clock = Word.absent
    package var utcOffsetMinutes: Int64 = 0
    package var launchCount: Int64?
    package var multiScene: Bool?, testDevice: Bool?, checksums: Bool?, seals: Bool?
    package var captures: ClassSet?
    package var policy: [PolicySetting] = []

    package init() {}
  }
}

extension Header {
  /// The name of the app.
  public var app: String {
    get { parts.app }
    set { parts.app = newValue }
  }
  /// The version of the app.
  public var appVersion: String {
    get { parts.appVersion }
    set { parts.appVersion = newValue }
  }
  /// The system.
  public var os: String {
    get { parts.os }
    set { parts.os = newValue }
  }
  /// The version of the system.
  public var osVersion: String {
    get { parts.osVersion }
    set { parts.osVersion = newValue }
  }
  /// The model of the device.
  public var device: String {
    get { parts.device }
    set { parts.device = newValue }
  }
  /// The ad SDK, such as `google-mobile-ads`.
  public var sdk: String {
    get { parts.sdk }
    set { parts.sdk = newValue }
  }
  /// The version of the ad SDK.
  public var sdkVersion: String {
    get { parts.sdkVersion }
    set { parts.sdkVersion = newValue }
  }
  /// The IANA name of the zone, if given.
  public var timezone: String {
    get { parts.timezone }
    set { parts.timezone = newValue }
  }
  /// The install, which connects sessions; empty where none is given.
  public var install: String {
    get { parts.install }
    set { parts.install = newValue }
  }
  /// `debug`, `release` or unrecognised.
  public var build: Word {
    get { parts.build }
    set { parts.build = newValue }
  }
  /// Minutes east of UTC.
  public var utcOffsetMinutes: Int64 {
    get { parts.utcOffsetMinutes }
    set { parts.utcOffsetMinutes = newValue }
  }
  /// Launches of this install, this one included.
  public var launchCount: Int64? {
    get { parts.launchCount }
    set { parts.launchCount = newValue }
  }
  /// The app supports several windows.
  public var multiScene: Bool? {
    get { parts.multiScene }
    set { parts.multiScene = newValue }
  }
  /// The SDK serves test ads here.
  public var testDevice: Bool? {
    get { parts.testDevice }
    set { parts.testDevice = newValue }
  }
  /// Every record carries a checksum.
  public var checksums: Bool? {
    get { parts.checksums }
    set { parts.checksums = newValue }
  }
  /// Whether files of the session end with seals; only announced seals are verified.
  public var seals: Bool? {
    get { parts.seals }
    set { parts.seals = newValue }
  }
  /// The classes that the app records; nil where the header does not say.
  public var captures: ClassSet? {
    get { parts.captures }
    set { parts.captures = newValue }
  }
  /// What `t` measures: `monotonic` if it is absent, `order` or unrecognised.
  public var clock: Word {
    get { parts.clock }
    set { parts.clock = newValue }
  }
  /// Whether `t` and `wall` are times; else `t` gives only the order of the records.
  ///
  /// A clock of a later version counts as one without times, so that it never accuses.
  public var hasTimes: Bool { clock == .absent || clock == .monotonic }
  /// The thresholds that the header sets.
  public var policy: [PolicySetting] {
    get { parts.policy }
    set { parts.policy = newValue }
  }
}

/// A set of event classes.
public struct ClassSet: OptionSet, Hashable, Sendable {
  /// One bit per class.
  public let rawValue: UInt32

  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one class.
  public init(_ eventClass: EventClass) { rawValue = 1 &<< UInt32(eventClass.rawValue) }

  /// The classes that every session records, for any header.
  public static let always: ClassSet = [
    ClassSet(.session), ClassSet(.app), ClassSet(.load), ClassSet(.present),
  ]

  /// Every class.
  package static let all = ClassSet(EventClass.allCases.map { ClassSet($0) })

  /// The classes of the set, in the order of the vocabulary.
  public var classes: [EventClass] { EventClass.allCases.filter { contains(ClassSet($0)) } }
}
