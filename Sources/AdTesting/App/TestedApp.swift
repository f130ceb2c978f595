internal import AdSession
internal import AdSimulator

/// The simulated app in which an ad manager is tested.
public struct TestedApp: Sendable {
  /// The ad units of the app.
  public var units: [AdUnit]
  /// Whether the app starts with a loading screen, which the manager closes by
  /// ``SimulatedPhone/finishSplash()``.
  public var hasSplash = false
  /// Whether the app supports several windows, each with a placement for every unit.
  public var hasSeveralWindows = false
  /// Whether the manager records its decisions to show or to skip an ad.
  public var recordsDecisions = false
  /// Whether the app is a debug build, which may only use test units.
  public var isDebug = true

  /// Creates a debug app without a loading screen.
  public init(units: [AdUnit]) { self.units = units }

  /// Returns an app with one interstitial unit; by default Google's test unit.
  public static func interstitial(
    _ unit: String = "ca-app-pub-3940256099942544/4411468910"
  ) -> TestedApp { TestedApp(units: [AdUnit(unit, .interstitial)]) }

  /// Returns an app with a loading screen and one app-open unit; by default Google's test unit.
  public static func appOpen(
    _ unit: String = "ca-app-pub-3940256099942544/5575463023"
  ) -> TestedApp {
    var app = TestedApp(units: [AdUnit(unit, .appOpen)])
    app.hasSplash = true
    return app
  }

  /// Returns an app with one rewarded unit; by default Google's test unit.
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

/// An ad unit of the app.
public struct AdUnit: Sendable, Hashable {
  /// The complete ad unit ID, such as `ca-app-pub-3940256099942544/5575463023`.
  public let name: String
  /// The format of the ads of this unit.
  public let format: AdFormat

  /// Creates an ad unit.
  public init(_ name: String, _ format: AdFormat) {
    self.name = name
    self.format = format
  }
}

/// The full-screen ad formats.
public enum AdFormat: String, Sendable, CaseIterable {
  case appOpen = "app_open"
  case interstitial
  case rewarded
  case rewardedInterstitial = "rewarded_interstitial"

  var word: Word { Word.named(rawValue) }
  var isRewarded: Bool { self == .rewarded || self == .rewardedInterstitial }
}

/// An ad unit in a window: the manager holds and shows ads for each placement separately.
public struct AdPlacement: Sendable, Hashable {
  /// The ad unit to load.
  public let unit: AdUnit
  /// The name of the window; nil in an app with a single window.
  public let scene: String?
}
