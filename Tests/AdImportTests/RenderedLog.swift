import AdSession
import PropertyTesting

/// Prints the log of a session as a console would: in one layout, with the words of one SDK.
struct RenderedLog {
  /// A layout, and its name.
  struct Layout: Sendable {
    let name: String
    /// Whether its lines have times.
    let isTimed: Bool
    /// A line: time, process, tag and message.
    let line: @Sendable (String, Int, String, String) -> String
  }

  /// What an SDK, its plugin or its users print for an event: kind, format, code and unit.
  struct Words: Sendable {
    let name: String
    /// The SDK whose words they are; nil for those that any app can use.
    var sdk: String?
    let message: @Sendable (EventKind, Word, Int64?, String) -> String?
  }

  let layout: Layout
  let words: Words
  var random: Chance
  /// The kinds and formats that the app prints, each of them always.
  private var choices: [String: Bool] = [:]

  init(seed: UInt64) {
    random = Chance(state: seed)
    words = Self.words[Int(seed) % Self.words.count]
    layout = Self.layouts[Int(seed) / Self.words.count % Self.layouts.count]
  }

  // MARK: Layouts

  /// `2026-11-20 10:15:02.123`, from a wall clock in milliseconds.
  private static func time(_ wall: Int64) -> String {
    String(WallClock.text(wall).dropLast().replacing("T", with: " "))
  }

  static let layouts: [Layout] = [
    Layout(name: "logcat threadtime", isTimed: true) {
      "\($0.dropFirst(5))  \($1)  \($1) D \($2): \($3)"
    },
    Layout(name: "logcat brief", isTimed: false) { "D/\($2)( \($1)): \($3)" },
    Layout(name: "logcat time", isTimed: true) { "\($0.dropFirst(5)) I/\($2)( \($1)): \($3)" },
    Layout(name: "Android Studio", isTimed: true) {
      "\($0)  \($1)-\($1)  \($2)  com.example.app  D  \($3)"
    },
    Layout(name: "older Android Studio", isTimed: true) {
      "\($0) \($1)-\($1)/com.example.app D/\($2): \($3)"
    },
    Layout(name: "flutter run", isTimed: false) { "I/flutter (\($1)): \($3)" },
    Layout(name: "Xcode with times", isTimed: true) { "\($0)456+0000 App[\($1):\($1)] \($3)" },
    Layout(name: "Xcode without times", isTimed: false) { $3 },
    Layout(name: "log show", isTimed: true) {
      "\($0)000+0000 0x1f2a Default 0x0 \($1) 0 App: \($3)"
    },
    Layout(name: "idevicesyslog", isTimed: true) {
      "Nov \($0.dropFirst(8).prefix(2)) \($0.dropFirst(11).prefix(8)) phone App[\($1)] <Notice>: \($3)"
    },
    Layout(name: "React Native", isTimed: false) { " LOG  \($3)" },
    Layout(name: "quoted", isTimed: true) { "> \($0) App[\($1):\($1)] \u{1B}[32m\($3)\u{1B}[0m" },
  ]

  // MARK: Words

  private static func ending(_ mark: String, _ code: Int64?) -> String {
    code.map { "\(mark)\($0)" } ?? ""
  }

  static let words: [Words] = [
    Words(name: "sentences", message: sentence),
    Words(name: "Android callbacks", message: callback),
    Words(name: "iOS delegates", message: delegate),
    Words(name: "MAX for Unity", sdk: "applovin-max", message: maxUnity),
    Words(name: "LevelPlay for Unity", sdk: "levelplay", message: levelPlayUnity),
  ]

  private static func sentence(_ kind: EventKind, _ format: Word, _ code: Int64?, _ unit: String)
    -> String?
  {
    let name = (format.text ?? "").replacing("_", with: " ").replacing(
      "app open", with: "app open ad")
    switch kind {
    case .adRequested: return "Start loading \(name)"
    case .adLoaded: return "\(name) was loaded."
    case .adFailedToLoad: return "\(name) failed to load\(ending(": Code=", code))"
    case .adPresentRequested: return "\(name) will be displayed"
    case .adWillPresent: return "\(name) will present full screen content"
    case .adFailedToPresent: return "\(name) failed to present\(ending(": Code=", code))"
    case .adDismissed: return "\(name) was dismissed"
    case .adImpression: return "\(name) did record an impression"
    case .adClicked: return "\(name) was clicked"
    default: return nil
    }
  }

  private static func callback(_ kind: EventKind, _ format: Word, _ code: Int64?, _ unit: String)
    -> String?
  {
    switch kind {
    case .adLoaded: "onAdLoaded"
    case .adFailedToLoad: "onAdFailedToLoad: LoadAdError(\(ending("code: ", code)), message: None)"
    case .adWillPresent: "onAdShowedFullScreenContent"
    case .adFailedToPresent: "onAdFailedToShowFullScreenContent\(ending(": code ", code))"
    case .adDismissed: "onAdDismissedFullScreenContent"
    case .adImpression: "onAdImpression"
    case .adClicked: "onAdClicked"
    case .adRewardEarned: "onUserEarnedReward"
    default: nil
    }
  }

  private static func delegate(_ kind: EventKind, _ format: Word, _ code: Int64?, _ unit: String)
    -> String?
  {
    switch kind {
    case .adWillPresent: "adWillPresentFullScreenContent"
    case .adFailedToPresent: "didFailToPresentFullScreenContentWithError\(ending(": Code=", code))"
    case .adDismissed: "adDidDismissFullScreenContent"
    case .adImpression: "adDidRecordImpression"
    case .adClicked: "adDidRecordClick"
    case .appEnteredBackground: "applicationDidEnterBackground"
    case .appEnteringForeground: "applicationWillEnterForeground"
    case .appBecameActive: "applicationDidBecomeActive"
    case .appResignedActive: "applicationWillResignActive"
    default: nil
    }
  }

  private static func maxUnity(_ kind: EventKind, _ format: Word, _ code: Int64?, _ unit: String)
    -> String?
  {
    let names: [Word: String] = [
      .interstitial: "Interstitial", .rewarded: "Rewarded", .appOpen: "AppOpen", .banner: "Banner",
    ]
    let events: [EventKind: String] = [
      .adLoaded: "Loaded", .adFailedToLoad: "LoadFailed", .adWillPresent: "Displayed",
      .adFailedToPresent: "FailedToDisplay", .adDismissed: "Hidden", .adClicked: "Clicked",
    ]
    guard let name = names[format], let event = events[kind] else { return nil }
    let middle =
      format == .interstitial || format == .appOpen || format == .banner ? name : "\(name)Ad"
    let error = kind == .adFailedToLoad || kind == .adFailedToPresent
    let detail =
      error
      ? "[ErrorInfo code: \(ending("", code)), message: None, adLoadFailureInfo: ]"
      : "[AdInfo adUnitIdentifier: \(unit), adFormat: \(format.text ?? ""), networkName: Any]"
    return "[AppLovin MAX] Invoking event: On\(middle)\(event)Event. Params: \(unit), \(detail)"
  }

  private static func levelPlayUnity(
    _ kind: EventKind, _ format: Word, _ code: Int64?, _ unit: String
  ) -> String? {
    guard format == .interstitial else { return nil }
    switch kind {
    case .adLoaded: return "unity-script: I got InterstitialAdReadyEvent"
    case .adFailedToLoad:
      return
        "unity-script: I got InterstitialAdLoadFailedEvent\(ending(", code: ", code)), description : None"
    case .adWillPresent: return "unity-script: I got InterstitialAdOpenedEvent"
    case .adDismissed: return "unity-script: I got InterstitialAdClosedEvent"
    case .adClicked: return "unity-script: I got InterstitialAdClickedEvent"
    default: return nil
    }
  }

  // MARK: Sessions

  /// The lines of a session with their times, in the process with this number.
  mutating func lines(of trace: Trace, process: Int) -> [(wall: Int64, text: String)] {
    var formats: [Symbol: Word] = [:]
    return trace.events.compactMap { event in
      if event.format != .absent { formats[event.ad] = event.format }
      let format = event.format == .absent ? formats[event.ad] ?? .absent : event.format
      let isOfApp = Vocabulary.entry(of: event.kind)?.eventClass == .app
      guard isOfApp || format != .absent && choose("\(event.kind.name) \(format.text ?? "")") else {
        return nil
      }
      let unit = trace.symbols.text(event.unit)
      guard let message = words.message(event.kind, format, event.errorCode, unit) else {
        return nil
      }
      let line = layout.line(Self.time(event.wall), process, "Ads\(format.text ?? "")", message)
      return (event.wall, line)
    }
  }

  /// The same answer whenever it is asked: yes in nine of ten cases.
  private mutating func choose(_ name: String) -> Bool {
    if let before = choices[name] { return before }
    let choice = Int.random(in: 0..<10, using: &random) < 9
    choices[name] = choice
    return choice
  }

  /// A log with lines left out, doubled or cut, and with other lines between.
  mutating func damaged(_ lines: [String]) -> [String] {
    var damaged: [String] = []
    for line in lines {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: break
      case 1: damaged += [line, line]
      case 2: damaged.append(String(line.prefix(Int.random(in: 0...line.count, using: &random))))
      case 3: damaged += [line, "", "something else entirely"]
      default: damaged.append(line)
      }
    }
    return damaged
  }
}
