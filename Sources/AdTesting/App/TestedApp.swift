internal import AdSession
internal import AdSimulator

/// The app that an ad manager is tested in: its ad units, and what kind of app it is.
public struct TestedApp: Sendable {
  /// The ad units, each with its format.
  public var units: [AdUnit]
  /// Whether a loading screen comes first; the manager ends it with ``SimulatedPhone/goOn()``.
  public var hasSplash = false
  /// Whether it supports several windows, each with its own places for every unit.
  public var hasSeveralWindows = false
  /// Whether the manager writes down each decision to show or to skip an app-open ad.
  public var recordsDecisions = false
  /// Whether it is a debug build, which may use test units only.
  public var isDebug = true

  /// An app with these units.
  public init(units: [AdUnit]) { self.units = units }

  /// An app with one interstitial, of Google's test unit unless another is named.
  public static func interstitial(
    _ unit: String = "ca-app-pub-3940256099942544/4411468910"
  ) -> TestedApp { TestedApp(units: [AdUnit(unit, .interstitial)]) }

  /// An app with one app-open ad over its loading screen and on every return, of Google's test unit
  /// unless another is named.
  public static func appOpen(
    _ unit: String = "ca-app-pub-3940256099942544/5575463023"
  ) -> TestedApp {
    var app = TestedApp(units: [AdUnit(unit, .appOpen)])
    app.hasSplash = true
    return app
  }

  /// An app with one rewarded ad, of Google's test unit unless another is named.
  public static func rewarded(
    _ unit: String = "ca-app-pub-3940256099942544/1712485313"
  ) -> TestedApp { TestedApp(units: [AdUnit(unit, .rewarded)]) }

  var profile: Profile {
    Profile(
      name: "tested", units: units.map { ($0.format.word, $0.name) }, hasSplash: hasSplash,
      isMultiScene: hasSeveralWindows, isDebug: isDebug, captures: captures)
  }

  private var captures: [EventClass] {
    var classes: [EventClass] = [
      .session, .app, .lock, .splash, .user, .suppress, .consent, .load, .present, .delegate,
      .handler, .revenue, .reward,
    ]
    if units.contains(where: { $0.format.isRewarded }) { classes.append(.grant) }
    if hasSeveralWindows { classes += [.scene, .fit] }
    if recordsDecisions { classes.append(.decision) }
    return classes
  }
}

/// One ad unit of the app.
public struct AdUnit: Sendable, Hashable {
  /// The whole name, such as `ca-app-pub-3940256099942544/5575463023`.
  public let name: String
  /// The format of its ads.
  public let format: AdFormat

  /// A unit of a format.
  public init(_ name: String, _ format: AdFormat) {
    self.name = name
    self.format = format
  }
}

/// The full-screen formats.
public enum AdFormat: String, Sendable, CaseIterable {
  case appOpen = "app_open"
  case interstitial
  case rewarded
  case rewardedInterstitial = "rewarded_interstitial"

  var word: Word { Word.named(rawValue) }
  var isRewarded: Bool { self == .rewarded || self == .rewardedInterstitial }
}

/// Where ads of a unit are shown: in the only window, or in one of several.
public struct AdPlacement: Sendable, Hashable {
  /// The unit.
  public let unit: AdUnit
  /// The window; nil: the only one.
  public let scene: String?
}
