public import AdSession

/// A kind of app that the simulator knows: what it shows, where, and what it records.
public struct Profile: Sendable {
  /// The name, as `--profile` takes it.
  public let name: String
  /// What kind of app it is, in one sentence.
  public let says: String
  /// The formats of its places, each with the suffix of its unit.
  let units: [(format: Word, unit: String)]
  /// Whether a loading screen comes first.
  let hasSplash: Bool
  /// Whether it supports several windows.
  let isMultiScene: Bool
  /// Whether it records its windows.
  let hasScenes: Bool
  /// Whether it is a debug build, with test units.
  let isDebug: Bool
  /// Whether it asks for its next ad when it goes to the background.
  var requestsInBackground = false
  /// Whether its ads come in a window of their own.
  var hasAdWindow = false
  /// The classes that it records.
  public let captures: [EventClass]

  private static let common: [EventClass] = [
    .session, .app, .consent, .user, .load, .present, .delegate, .handler, .revenue,
  ]

  /// An app-open manager: over the loading screen at launch, and on every return.
  public static let appOpen = Profile(
    name: "app-open", says: "An app-open ad at launch and on every return.",
    units: [(.appOpen, "4410027781")], hasSplash: true, isMultiScene: false, hasScenes: false,
    isDebug: false, captures: common + [.lock, .splash, .suppress, .decision])

  /// A splash module: asks in the background, shows on return, in its own window, under a cap.
  public static let splash = Profile(
    name: "splash", says: "A splash module with its own window, an interval and a daily cap.",
    units: [(.appOpen, "4410027790")], hasSplash: true, isMultiScene: false, hasScenes: true,
    isDebug: false, requestsInBackground: true, hasAdWindow: true,
    captures: common + [.lock, .splash, .suppress, .scene, .window, .decision])

  /// A game: interstitials between levels, rewarded ads by choice, all preloaded.
  public static let game = Profile(
    name: "game", says: "A game with preloaded interstitial and rewarded ads.",
    units: [
      (.interstitial, "1033173712"), (.rewarded, "5224354917"),
      (.rewardedInterstitial, "5354046379"),
    ], hasSplash: false, isMultiScene: false, hasScenes: false, isDebug: true,
    captures: common + [.splash, .decision, .reward, .grant])

  /// Banners that follow the width of their window.
  public static let banner = Profile(
    name: "banner", says: "A reader with a banner and an interstitial.",
    units: [(.banner, "5503746029"), (.interstitial, "5503746030")], hasSplash: false,
    isMultiScene: false, hasScenes: true, isDebug: false,
    captures: common + [.splash, .scene, .fit, .decision, .visibility])

  /// A feed of mediated native ads.
  public static let native = Profile(
    name: "native", says: "A feed of native ads through mediation adapters.",
    units: [(.native, "3986624511")], hasSplash: false, isMultiScene: false, hasScenes: false,
    isDebug: true, captures: common + [.splash, .video, .native, .visibility, .adapter])

  /// Several windows, each with its own banner and interstitial.
  public static let scenes = Profile(
    name: "scenes", says: "Several windows, each with a banner and an interstitial.",
    units: [(.interstitial, "8691691433"), (.banner, "2435281174")], hasSplash: false,
    isMultiScene: true, hasScenes: true, isDebug: false,
    captures: common + [.splash, .scene, .fit, .decision, .visibility])

  /// Everything in one app: app-open, interstitial and rewarded.
  public static let combined = Profile(
    name: "combined", says: "An app with app-open, interstitial and rewarded ads together.",
    units: [
      (.appOpen, "4410027799"), (.interstitial, "4411468910"), (.rewarded, "1712485313"),
    ], hasSplash: true, isMultiScene: false, hasScenes: false, isDebug: false,
    captures: common + [.lock, .splash, .suppress, .decision, .reward, .grant])

  /// Ads of every format in one app, which records everything.
  public static let magazine = Profile(
    name: "magazine", says: "A magazine with ads of every format, which records everything.",
    units: [
      (.appOpen, "4410027801"), (.interstitial, "4410027802"), (.rewarded, "4410027803"),
      (.rewardedInterstitial, "4410027804"), (.banner, "4410027805"), (.native, "4410027806"),
    ], hasSplash: true, isMultiScene: false, hasScenes: true, isDebug: false, hasAdWindow: true,
    captures: EventClass.allCases)

  /// Every profile, in the order of their list.
  public static let all: [Profile] = [
    appOpen, splash, game, banner, native, scenes, combined, magazine,
  ]

  /// The profile of this name; nil for a name that no profile has.
  public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

  /// The name of a unit: a public test unit in a debug build, a live one in a release build.
  func unitName(_ unit: String) -> String {
    unit.contains("/")
      ? unit : "ca-app-pub-\(isDebug ? "3940256099942544" : "1234567890123456")/\(unit)"
  }
}

extension Profile {
  /// An app of one's own.
  ///
  /// - Parameter units: Every place's format and the whole name of its ad unit.
  public init(
    name: String, units: [(format: Word, unit: String)], hasSplash: Bool = false,
    isMultiScene: Bool = false, hasScenes: Bool = false, isDebug: Bool = false,
    requestsInBackground: Bool = false, hasAdWindow: Bool = false, captures: [EventClass]
  ) {
    self.init(
      name: name, says: name, units: units, hasSplash: hasSplash, isMultiScene: isMultiScene,
      hasScenes: hasScenes || isMultiScene, isDebug: isDebug,
      requestsInBackground: requestsInBackground, hasAdWindow: hasAdWindow, captures: captures)
  }
}
