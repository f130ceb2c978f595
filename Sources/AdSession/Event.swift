/// One fact of a session as a value without pointers: the envelope and the fields that rules see.
///
/// Texts are ``Symbol``s of the session's ``SymbolTable``; listed values are ``Word``s. Fields that
/// no rule and no state needs (messages, waterfalls, extras) stay in the journal's bytes.
public struct Event: Sendable {
  /// Position in the session, counted from 1 without holes.
  public var seq: Int64 = 0
  /// Milliseconds since the session began, on a clock that goes on in sleep.
  public var t: Int64 = 0
  /// The wall clock, milliseconds since 1970-01-01T00:00:00Z.
  public var wall: Int64 = 0
  /// The first number of the kind; read it through ``number(_:)``.
  public var numberA: Int64 = 0
  /// The second number of the kind; read it through ``number(_:)``.
  public var numberB: Int64 = 0
  /// The line in its file, from 1.
  public var line: UInt32 = 0
  /// `unit`.
  public var unit = Symbol.absent
  /// `scene` as the record says it; ``Session/scene(of:)`` knows the ad's where it says none.
  public var scene = Symbol.absent
  /// `ad`.
  public var ad = Symbol.absent
  /// `request`.
  public var request = Symbol.absent
  /// `load`.
  public var load = Symbol.absent
  /// The one other text of the kind: `window`, `adapter`, `type`, `currency` or `what`; of a suppression
  /// its `why`, where that is not listed.
  public var text = Symbol.absent
  /// The kind.
  public var kind = EventKind.unknown
  /// `format`.
  public var format = Word.absent
  /// `reason`, `what`, `why`, `precision`, `images_as`, `confidence` or `source`.
  public var wordA = Word.absent
  /// `orientation` or `outcome`.
  public var wordB = Word.absent
  /// `trigger`.
  public var wordC = Word.absent
  /// Which numbers are there: bit 0 the first, bit 1 the second.
  public var numbersPresent: UInt8 = 0
  /// The truth values, a bit each; read them through ``flag(_:)``.
  public var flags: UInt16 = 0
  /// Which truth values are there.
  public var flagsPresent: UInt16 = 0

  /// Makes an event of a kind, with no fields yet.
  public init(_ kind: EventKind = .unknown) { self.kind = kind }
}

extension Event {
  /// Where an event keeps the value of a field.
  public enum Storage: Sendable {
    /// In a symbol.
    case unit, scene, ad, request, load, text
    /// In a word.
    case format, wordA, wordB, wordC
    /// In a number: 0 or 1.
    case number(Int)
    /// In the first number, as the bits of a `Double`.
    case amount
    /// In a bit of ``Event/flags``.
    case flag(UInt16)
    /// In the session's ``Header`` or its changes of policy.
    case header
    /// Nowhere: only the bytes have it.
    case bytes
  }

  /// A truth value; nil where the record says none.
  @inlinable
  public func flag(_ bit: UInt16) -> Bool? {
    flagsPresent & bit == 0 ? nil : flags & bit != 0
  }

  /// The first number of the kind (error code, width, remaining, count of images, …), if given.
  @inlinable public var first: Int64? { numbersPresent & 1 == 0 ? nil : numberA }

  /// The second number of the kind (height, `count`), if given.
  @inlinable public var second: Int64? { numbersPresent & 2 == 0 ? nil : numberB }

  /// `amount` of a reward, if given.
  public var amount: Double? {
    first.map { Double(bitPattern: UInt64(bitPattern: $0)) }
  }

  /// `reason`.
  @inlinable public var reason: Word { wordA }
  /// `what` of an adapter's event.
  @inlinable public var what: Word { wordA }
  /// `why` of a suppression.
  @inlinable public var why: Word { wordA }
  /// `precision` of a paid event.
  @inlinable public var precision: Word { wordA }
  /// `images_as` of a mapped ad.
  @inlinable public var imagesAs: Word { wordA }
  /// `orientation`.
  @inlinable public var orientation: Word { wordB }
  /// `outcome` of a decision.
  @inlinable public var outcome: Word { wordB }
  /// `trigger`.
  @inlinable public var trigger: Word { wordC }

  /// `error_code`, if given.
  @inlinable public var errorCode: Int64? { first }
  /// `remaining` of a decision, if given.
  @inlinable public var remaining: Int64? { first }
}

/// The bits of ``Event/flags`` by field; kinds that never meet share a bit.
public enum Flag {
  /// `cold` of `app.launched`.
  public static let cold: UInt16 = 1
  /// `full_screen` of a scene.
  public static let fullScreen: UInt16 = 1
  /// `can_request_ads`.
  public static let canRequestAds: UInt16 = 1
  /// `fits`.
  public static let fits: UInt16 = 1
  /// `view_passed`.
  public static let viewPassed: UInt16 = 1
  /// `parameter_present`.
  public static let parameterPresent: UInt16 = 1
  /// `has_ad`.
  public static let hasAd: UInt16 = 1
  /// `headline`.
  public static let headline: UInt16 = 1
  /// `media`.
  public static let media: UInt16 = 2
  /// `disable_image_loading`.
  public static let disableImageLoading: UInt16 = 2
  /// `has_error`.
  public static let hasError: UInt16 = 2
  /// `body`.
  public static let body: UInt16 = 4
  /// `icon`.
  public static let icon: UInt16 = 8
  /// `call_to_action`.
  public static let callToAction: UInt16 = 16
  /// `ad_choices`.
  public static let adChoices: UInt16 = 32
  /// `has_video`.
  public static let hasVideo: UInt16 = 64
  /// `handles_impressions`.
  public static let handlesImpressions: UInt16 = 128
  /// `handles_clicks`.
  public static let handlesClicks: UInt16 = 256
  /// `test`.
  public static let test: UInt16 = 512
}

extension FieldName {
  /// Where an ``Event`` keeps this field.
  public var storage: Event.Storage { Self.storages[Int(rawValue)] }

  private static let storages: [Event.Storage] = allCases.map { $0.findStorage() }

  private func findStorage() -> Event.Storage {
    symbolStorage ?? wordStorage ?? numberStorage ?? flagStorage ?? .bytes
  }

  private var symbolStorage: Event.Storage? {
    switch self {
    case .unit: .unit
    case .scene: .scene
    case .ad: .ad
    case .request: .request
    case .load: .load
    case .window, .adapter, .type, .currency: .text
    default: nil
    }
  }

  private var wordStorage: Event.Storage? {
    switch self {
    case .format: .format
    case .reason, .what, .why, .precision, .imagesAs, .confidence, .source: .wordA
    case .orientation, .outcome: .wordB
    case .trigger: .wordC
    default: nil
    }
  }

  private var numberStorage: Event.Storage? {
    switch self {
    case .width, .errorCode, .remaining, .valueMicros, .images, .dropped, .segment, .records,
      .utcOffsetMin, .level, .latencyMs:
      .number(0)
    case .height, .count: .number(1)
    case .amount: .amount
    case .app, .appVersion, .build, .os, .osVersion, .device, .sdk, .sdkVersion, .install,
      .timezone, .launchCount, .multiScene, .testDevice, .captures, .policy, .checksums:
      .header
    default: nil
    }
  }

  private var flagStorage: Event.Storage? {
    switch self {
    case .cold, .fullScreen, .canRequestAds, .fits, .viewPassed, .parameterPresent, .hasAd,
      .headline:
      .flag(1)
    case .media, .disableImageLoading, .hasError: .flag(2)
    case .body: .flag(4)
    case .icon: .flag(8)
    case .callToAction: .flag(16)
    case .adChoices: .flag(32)
    case .hasVideo: .flag(64)
    case .handlesImpressions: .flag(128)
    case .handlesClicks: .flag(256)
    case .test: .flag(512)
    default: nil
    }
  }
}
