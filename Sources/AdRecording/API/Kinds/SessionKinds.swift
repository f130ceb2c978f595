// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `session.began`: the header; always seq 1.
  public struct SessionBegan: RecordedEvent {
    /// `build` of `session.began`.
    public enum Build: Sendable {
      /// `debug`
      case debug
      /// `release`
      case release

      var word: Word {
        switch self {
        case .debug: .debug
        case .release: .release
        }
      }
    }

    let app: String
    let appVersion: String
    let build: Build
    let os: String
    let osVersion: String
    let device: String?
    let sdk: String
    let sdkVersion: String
    let install: String?
    let utcOffsetMin: Int
    let timezone: String?
    let launchCount: Int?
    let multiScene: Bool?
    let testDevice: Bool?
    let captures: [UInt8]?
    let policy: [UInt8]?
    let checksums: Bool?
    let redacted: [UInt8]?

    /// Always `session.began`.
    public var kind: EventKind { .sessionBegan }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.app, app)
      fields.text(.appVersion, appVersion)
      fields.word(.build, build.word)
      fields.text(.os, os)
      fields.text(.osVersion, osVersion)
      fields.text(.device, device)
      fields.text(.sdk, sdk)
      fields.text(.sdkVersion, sdkVersion)
      fields.text(.install, install)
      fields.integer(.utcOffsetMin, utcOffsetMin)
      fields.text(.timezone, timezone)
      fields.integer(.launchCount, launchCount)
      fields.boolean(.multiScene, multiScene)
      fields.boolean(.testDevice, testDevice)
      fields.json(.captures, captures)
      fields.json(.policy, policy)
      fields.boolean(.checksums, checksums)
      fields.json(.redacted, redacted)
    }
  }

  /// `session.ended`: the app had the time to end.
  public struct SessionEnded: RecordedEvent {
    /// `reason` of `session.ended`.
    public enum Reason: Sendable {
      /// `terminated`
      case terminated
      /// `other`
      case other

      var word: Word {
        switch self {
        case .terminated: .terminated
        case .other: .other
        }
      }
    }

    let reason: Reason?

    /// Always `session.ended`.
    public var kind: EventKind { .sessionEnded }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.word(.reason, reason?.word)
    }
  }

  /// `config.changed`: thresholds from now on.
  public struct ConfigChanged: VocabularyEvent {
    /// `source` of `config.changed`.
    public enum Source: Sendable {
      /// `remote`
      case remote
      /// `local`
      case local

      var word: Word {
        switch self {
        case .remote: .remote
        case .local: .local
        }
      }
    }

    let policy: [UInt8]
    let source: Source?
    let version: String?

    /// Always `config.changed`.
    public var kind: EventKind { .configChanged }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.json(.policy, policy)
      fields.word(.source, source?.word)
      fields.text(.version, version)
    }
  }

  /// `note`: anything a person or the app wants to say.
  public struct Note: VocabularyEvent {
    let text: String

    /// Always `note`.
    public var kind: EventKind { .note }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.text, text, atMost: 512)
    }
  }
}

extension RecordedEvent where Self == Recorded.SessionBegan {
  /// The header; always seq 1.
  ///
  /// - Parameters:
  ///   - app: Bundle identifier or a name the app gives itself.
  ///   - os: IOS, iPadOS, …
  ///   - device: Device class, never a device name.
  ///   - sdk: Google-mobile-ads, applovin-max, …
  ///   - install: Random id of this install, made by the recorder; ties the sessions of one install together.
  ///   - utcOffsetMin: Minutes east of UTC.
  ///   - timezone: IANA name.
  ///   - launchCount: Launches of this install, this one included.
  ///   - multiScene: The app supports several windows.
  ///   - testDevice: The SDK serves test ads here.
  ///   - captures: The classes that this app records.
  ///   - policy: Thresholds in force: key of rules.tsv → number.
  ///   - checksums: Every record of this session carries `crc`.
  ///   - redacted: Fields removed or hashed.
  public static func sessionBegan(
    app: consuming String, appVersion: consuming String, build: Recorded.SessionBegan.Build,
    os: consuming String, osVersion: consuming String, device: consuming String? = nil,
    sdk: consuming String, sdkVersion: consuming String, install: consuming String? = nil,
    utcOffsetMin: Int, timezone: consuming String? = nil, launchCount: Int? = nil,
    multiScene: Bool? = nil, testDevice: Bool? = nil, captures: [EventClass]? = nil,
    policy: [PolicySetting]? = nil, checksums: Bool? = nil, redacted: [String]? = nil
  ) -> Self {
    Recorded.SessionBegan(
      app: app, appVersion: appVersion, build: build, os: os, osVersion: osVersion, device: device,
      sdk: sdk, sdkVersion: sdkVersion, install: install, utcOffsetMin: utcOffsetMin,
      timezone: timezone, launchCount: launchCount, multiScene: multiScene, testDevice: testDevice,
      captures: captures.map { RecordedJSON.captures($0) },
      policy: policy.map { RecordedJSON.policy($0) }, checksums: checksums,
      redacted: redacted.map { RecordedJSON.redacted($0) }
    )
  }
}

extension RecordedEvent where Self == Recorded.SessionEnded {
  /// The app had the time to end.
  public static func sessionEnded(reason: Recorded.SessionEnded.Reason? = nil) -> Self {
    Recorded.SessionEnded(reason: reason)
  }
}

extension RecordedEvent where Self == Recorded.ConfigChanged {
  /// Thresholds from now on.
  ///
  /// - Parameter policy: Thresholds in force: key of rules.tsv → number.
  public static func configChanged(
    policy: [PolicySetting], source: Recorded.ConfigChanged.Source? = nil,
    version: consuming String? = nil
  ) -> Self {
    Recorded.ConfigChanged(policy: RecordedJSON.policy(policy), source: source, version: version)
  }
}

extension RecordedEvent where Self == Recorded.Note {
  /// Anything a person or the app wants to say.
  public static func note(text: consuming String) -> Self {
    Recorded.Note(text: text)
  }
}
