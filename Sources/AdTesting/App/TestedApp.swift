internal import AdSession
internal import AdSimulator

/// The simulated app in which an ad manager is tested.
///
/// The app states what it is: its units, its windows and its ``policy``. The simulated phone
/// invents no thresholds, and never changes them unless the app has ``remotePolicies``.
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
  /// Whether the app is a debug build, which may only use Google's test units; by default, whether
  /// all units are test units.
  public var isDebug: Bool

  /// The thresholds of the app; rules about thresholds that it does not set do not apply.
  public var policy = AdPolicy()
  /// The policies that the server of the app can send while the app runs; none by default.
  ///
  /// Each one changes the thresholds that it sets, and reaches the manager as
  /// ``TestedAdManager/policyChanged(_:)``. It also repairs all ad units that failed with a
  /// configuration error: their next load can succeed. The manager may then request them again, or
  /// leave them alone until the process ends.
  public var remotePolicies: [AdPolicy] = []

  /// Creates an app without a loading screen.
  public init(units: [AdUnit]) {
    self.units = units
    isDebug = units.allSatisfy(\.isTestUnit)
  }

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

  /// Returns an app with one banner unit; by default Google's test unit.
  ///
  /// Its banner stands on a page, which the user leaves and visits again.
  public static func banner(
    _ unit: String = "ca-app-pub-3940256099942544/2435281174"
  ) -> TestedApp { TestedApp(units: [AdUnit(unit, .banner)]) }

  /// Returns an app with one native unit; by default Google's test unit.
  ///
  /// Its ads stand in the rows of a list, which the user scrolls and loads again.
  public static func native(
    _ unit: String = "ca-app-pub-3940256099942544/3986624511"
  ) -> TestedApp { TestedApp(units: [AdUnit(unit, .native)]) }

  /// A placement with the name of its unit, if the app has several units of its format.
  func text(of placement: AdPlacement) -> String {
    guard units.count(where: { $0.format == placement.unit.format }) > 1 else {
      return "\(placement)"
    }
    return "\(placement.unit.format.rawValue) '\(placement.unit.name)'"
      + (placement.row.map { " in row \($0)" } ?? "")
      + (placement.scene.map { " in \($0)" } ?? "")
  }

  var profile: Profile {
    Profile(
      name: "tested", units: units.map { ($0.format.word, $0.name) }, hasSplash: hasSplash,
      isMultiScene: hasSeveralWindows, hasScenes: has(.banner), isDebug: isDebug, captures: captures
    )
  }

  /// The first reason why the app makes no sense; nil if it does.
  var problem: String? {
    if units.isEmpty { return "the app has no ad unit; add one to 'units'" }
    for (number, unit) in units.enumerated() {
      if unit.name.isEmpty { return "an ad unit of the app has an empty name" }
      if units[..<number].contains(where: { $0.name == unit.name }) {
        return "the app has the ad unit '\(unit.name)' twice; each unit has one format"
      }
      if unit.isTestUnit != isDebug { return buildProblem(unit) }
    }
    return ([policy] + remotePolicies).lazy.compactMap(\.problem).first
  }

  private func buildProblem(_ unit: AdUnit) -> String {
    isDebug
      ? "'\(unit.name)' is a live ad unit, but the app is a debug build; set 'isDebug' to false, "
        + "or use a test unit"
      : "'\(unit.name)' is a test unit, but the app is a release build; set 'isDebug' to true, "
        + "or use a live unit"
  }

  var underTest: AppUnderTest {
    AppUnderTest(policy: policy.settings, remotePolicies: remotePolicies.map(\.settings))
  }

  private func has(_ format: AdFormat) -> Bool { units.contains { $0.format == format } }

  private var captures: [EventClass] {
    var classes: [EventClass] = [
      .session, .app, .lock, .splash, .user, .suppress, .consent, .load, .present, .delegate,
      .handler, .revenue, .reward,
    ]
    if units.contains(where: { $0.format.isRewarded }) { classes.append(.grant) }
    if hasSeveralWindows { classes.append(.fit) }
    if hasSeveralWindows || has(.banner) { classes.append(.scene) }
    if has(.banner) || has(.native) { classes.append(.visibility) }
    if has(.native) { classes.append(.native) }
    if recordsDecisions { classes.append(.decision) }
    return classes
  }
}

/// An ad unit of the app.
public struct AdUnit: Sendable, Hashable {
  /// The ad unit ID at the network: `ca-app-pub-3940256099942544/5575463023`, or `level_end`.
  public let name: String
  /// The format of the ads of this unit.
  public let format: AdFormat

  /// Creates an ad unit.
  public init(_ name: String, _ format: AdFormat) {
    self.name = name
    self.format = format
  }

  /// Whether it is one of Google's public test units.
  var isTestUnit: Bool {
    name.hasPrefix("ca-app-pub-3940256099942544/") || name.hasPrefix("/21775744923/")
  }
}

/// The ad formats.
public enum AdFormat: String, Sendable, CaseIterable {
  case appOpen = "app_open"
  case interstitial
  case rewarded
  case rewardedInterstitial = "rewarded_interstitial"
  case banner, native

  /// Whether its ads cover the screen; the others stand in a view of the app.
  public var isFullScreen: Bool { self != .banner && self != .native }

  var word: Word { Word.named(rawValue) }
  var isRewarded: Bool { self == .rewarded || self == .rewardedInterstitial }
}

/// An ad unit in a window: the manager holds and shows ads for each placement separately.
public struct AdPlacement: Sendable, Hashable {
  /// The ad unit to load.
  public let unit: AdUnit
  /// The name of the window; nil in an app with a single window, unless it has a banner.
  public let scene: String?
  /// The number of the row of a list that shows native ads; nil for other views, and for the whole
  /// list.
  ///
  /// A list that is loaded again has rows with new numbers.
  public let row: Int?

  /// Creates a placement, by default without a window and a row.
  ///
  /// ``SimulatedPhone/placements`` lists the placements of the app, without rows.
  public init(_ unit: AdUnit, scene: String? = nil, row: Int? = nil) {
    self.unit = unit
    self.scene = scene
    self.row = row
  }
}

extension AdPlacement: CustomStringConvertible {
  /// The format, and the row and the window if there is one, such as `native ad in row 2`.
  public var description: String {
    (unit.format == .native ? "native ad" : unit.format.rawValue)
      + (row.map { " in row \($0)" } ?? "") + (scene.map { " in \($0)" } ?? "")
  }
}
