public import AdSession

/// A set of ad formats.
public struct Formats: OptionSet, Sendable {
  /// One bit per format.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// App open.
  public static let appOpen = Formats(rawValue: 1)
  /// Interstitial.
  public static let interstitial = Formats(rawValue: 2)
  /// Rewarded.
  public static let rewarded = Formats(rawValue: 4)
  /// Rewarded interstitial.
  public static let rewardedInterstitial = Formats(rawValue: 8)
  /// Banner.
  public static let banner = Formats(rawValue: 16)
  /// Native.
  public static let native = Formats(rawValue: 32)
  /// The four formats that cover the screen.
  public static let fullScreen: Formats = [
    .appOpen, .interstitial, .rewarded, .rewardedInterstitial,
  ]
  /// Every format, and events that have none.
  public static let all = Formats(rawValue: 63)

  /// Whether the rule judges an event of this format.
  public func includes(_ format: Word) -> Bool {
    let index = format.rawValue &- Word.appOpen.rawValue
    return index < 6 ? rawValue & 1 << index != 0 : self == .all
  }
}

extension Formats {
  /// Whether a rule of these formats judges the event; an event without an ad has every format.
  func concern(_ context: EvaluationContext) -> Bool {
    self == .all || contains(formatClass: context.formatClass)
  }

  /// The number of format classes: one per format, one for unknown formats, and one for events
  /// without an ad, which have every format.
  static var classes: Int { 8 }

  func contains(formatClass: Int) -> Bool {
    switch formatClass {
    case 7: true
    case 6: self == .all
    default: rawValue & 1 << formatClass != 0
    }
  }
}

extension EvaluationContext {
  /// Its class of ``Formats/classes``.
  ///
  /// Computed from the byte of the format: a switch over the formats becomes a jump table, which
  /// mispredicts where events with and without an ad alternate.
  @inline(__always)
  var formatClass: Int {
    let format = facts.format.byte
    let offset = format &- Word.appOpen.byte
    let named = UInt32(format) | event.ad.id | event.load.id
    return offset < 6 ? Int(offset) : named == 0 ? 7 : 6
  }
}
