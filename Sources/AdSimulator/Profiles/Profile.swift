internal import AdDecider
public import AdSession

/// A kind of simulated app: its ad units, its windows, and the events that it records.
public struct Profile: Sendable {
  /// The name, for the option `--profile`.
  public let name: String
  /// A description of the app in one sentence.
  public let summary: String
  /// The format and the ad unit ID of each ad placement.
  let units: [(format: Word, unit: String)]
  /// Whether the app starts with a loading screen.
  let hasSplash: Bool
  /// Whether the app supports several windows.
  let isMultiScene: Bool
  /// Whether the app records its windows.
  let hasScenes: Bool
  /// Whether the app is a debug build, with test units.
  let isDebug: Bool
  /// Whether the app requests its next ad when it enters the background.
  var requestsInBackground = false
  /// Whether the app shows app-open ads in a window of their own.
  var hasAdWindow = false
  /// The classes of events that the app records.
  public let captures: [EventClass]

  private static let common: [EventClass] = [
    .session, .app, .consent, .user, .load, .present, .delegate, .handler, .revenue,
  ]

  /// An app with app-open ads on its loading screen and on every return.
  public static let appOpen = Profile(
    name: "app-open", summary: "An app-open ad at launch and on every return.",
    units: [(.appOpen, live("4410027781"))], hasSplash: true, isMultiScene: false, hasScenes: false,
    isDebug: false, captures: common + [.lock, .splash, .suppress, .decision])

  /// A splash module: requests in the background, shows on return in its own window, has a daily
  /// cap.
  public static let splash = Profile(
    name: "splash", summary: "A splash module with its own window, an interval and a daily cap.",
    units: [(.appOpen, live("4410027790"))], hasSplash: true, isMultiScene: false, hasScenes: true,
    isDebug: false, requestsInBackground: true, hasAdWindow: true,
    captures: common + [.lock, .splash, .suppress, .scene, .window, .decision])

  /// A game with preloaded interstitials between levels and rewarded ads on request.
  public static let game = Profile(
    name: "game", summary: "A game with preloaded interstitial and rewarded ads.",
    units: [
      (.interstitial, test("1033173712")), (.rewarded, test("5224354917")),
      (.rewardedInterstitial, test("5354046379")),
    ], hasSplash: false, isMultiScene: false, hasScenes: false, isDebug: true,
    captures: common + [.splash, .decision, .reward, .grant])

  /// A reader with a banner, which follows the width of its window, and an interstitial.
  public static let banner = Profile(
    name: "banner", summary: "A reader with a banner and an interstitial.",
    units: [(.banner, live("5503746029")), (.interstitial, live("5503746030"))], hasSplash: false,
    isMultiScene: false, hasScenes: true, isDebug: false,
    captures: common + [.splash, .scene, .fit, .decision, .visibility])

  /// A feed of native ads from mediation adapters.
  public static let native = Profile(
    name: "native", summary: "A feed of native ads through mediation adapters.",
    units: [(.native, test("3986624511"))], hasSplash: false, isMultiScene: false, hasScenes: false,
    isDebug: true, captures: common + [.splash, .video, .native, .visibility, .adapter])

  /// An app with several windows, each with a banner and an interstitial.
  public static let scenes = Profile(
    name: "scenes", summary: "Several windows, each with a banner and an interstitial.",
    units: [(.interstitial, live("8691691433")), (.banner, live("2435281174"))], hasSplash: false,
    isMultiScene: true, hasScenes: true, isDebug: false,
    captures: common + [.splash, .scene, .fit, .decision, .visibility])

  /// An app with app-open, interstitial and rewarded ads.
  public static let combined = Profile(
    name: "combined", summary: "An app with app-open, interstitial and rewarded ads together.",
    units: [
      (.appOpen, live("4410027799")), (.interstitial, live("4411468910")),
      (.rewarded, live("1712485313")),
    ], hasSplash: true, isMultiScene: false, hasScenes: false, isDebug: false,
    captures: common + [.lock, .splash, .suppress, .decision, .reward, .grant])

  /// An app with ads of every format that records every class of events.
  public static let magazine = Profile(
    name: "magazine", summary: "A magazine with ads of every format, which records everything.",
    units: [
      (.appOpen, live("4410027801")), (.interstitial, live("4410027802")),
      (.rewarded, live("4410027803")),
      (.rewardedInterstitial, live("4410027804")), (.banner, live("4410027805")),
      (.native, live("4410027806")),
    ], hasSplash: true, isMultiScene: false, hasScenes: true, isDebug: false, hasAdWindow: true,
    captures: EventClass.allCases)

  /// All profiles, in the order of `--list-profiles`.
  public static let all: [Profile] = [
    appOpen, splash, game, banner, native, scenes, combined, magazine,
  ]

  /// Returns the profile with a name; nil if there is none.
  public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

  /// An ad unit ID of Google's test account, for debug builds.
  private static func test(_ unit: String) -> String { "ca-app-pub-3940256099942544/\(unit)" }

  /// An ad unit ID of an account that does not exist.
  private static func live(_ unit: String) -> String { "ca-app-pub-1234567890123456/\(unit)" }
}

extension Profile {
  /// Creates the profile of another app; each unit has a format and an ad unit ID of any network.
  public init(
    name: String, units: [(format: Word, unit: String)], hasSplash: Bool = false,
    isMultiScene: Bool = false, hasScenes: Bool = false, isDebug: Bool = false,
    requestsInBackground: Bool = false, hasAdWindow: Bool = false, captures: [EventClass]
  ) {
    self.init(
      name: name, summary: name, units: units, hasSplash: hasSplash, isMultiScene: isMultiScene,
      hasScenes: hasScenes || isMultiScene, isDebug: isDebug,
      requestsInBackground: requestsInBackground, hasAdWindow: hasAdWindow, captures: captures)
  }
}
