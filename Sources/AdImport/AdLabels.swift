internal import AdSession

/// Reads the words that SDKs and apps use for formats, causes, numbers and precisions.
enum AdLabels {
  /// The format with this label, such as `INTER`, `rewarded video` or `app-open ad`.
  ///
  /// Only letters count, in both cases; `ad`, `ads` and `view` at the end do not.
  static func format(_ label: String) -> Word? {
    var letters = letters(of: label)
    for ending in ["view", "ads", "ad"]
    where letters.hasSuffix(ending) && letters.utf8.count > ending.utf8.count {
      letters.removeLast(ending.utf8.count)
    }
    return formats.first { $0.text == letters }?.format
  }

  private static let formats: [(text: String, format: Word)] = [
    ("interstitial", .interstitial), ("inter", .interstitial), ("interstitialvideo", .interstitial),
    ("fullscreen", .interstitial), ("admanagerinterstitial", .interstitial),
    ("rewarded", .rewarded), ("reward", .rewarded), ("rewardedvideo", .rewarded),
    ("rewardvideo", .rewarded), ("rewardbasedvideo", .rewarded),
    ("rewardedinterstitial", .rewardedInterstitial), ("rewardedinter", .rewardedInterstitial),
    ("appopen", .appOpen), ("openapp", .appOpen),
    ("banner", .banner), ("leader", .banner), ("leaderboard", .banner), ("mrec", .banner),
    ("adaptivebanner", .banner), ("native", .native), ("nativeadvanced", .native),
  ]

  /// The cause of a failure that a label means: `NO_FILL`, `networkError`; nil for others.
  static func cause(_ text: String) -> String? {
    let label = letters(of: text)
    return causes.first { $0.labels.contains(label) }?.cause
  }

  private static let causes: [(cause: String, labels: [String])] = [
    ("no_fill", ["nofill", "nofillerror", "mediationnofill", "noads"]),
    ("network", ["network", "networkerror", "nonetwork", "nointernet", "noconnection"]),
    ("timeout", ["timeout", "networktimeout", "timedout", "requesttimeout"]),
    ("internal", ["internal", "internalerror"]),
    (
      "configuration",
      [
        "configuration", "invalidrequest", "invalidadunitid", "invalidadunitidentifier",
        "invalidargument", "appidmissing", "invalidappid",
      ]
    ),
    ("not_ready", ["notready", "adnotready"]),
    ("already_used", ["alreadyused", "adreused"]),
    ("too_large", ["toolarge", "adtoolarge"]),
    ("other", ["other"]),
  ]

  /// The SDK that the words of an app mean: its name, or `Google`, `AdMob`, `AppLovin`; nil for
  /// others.
  static func sdk(_ text: String) -> String? {
    switch letters(of: text) {
    case "google", "admob", "gam", "dfp", "googlemobileads": "google-mobile-ads"
    case "applovin", "applovinmax": "applovin-max"
    case "ironsource", "levelplay": "levelplay"
    case "facebook", "audiencenetwork": "audience-network"
    case "yandex": "yandex-ads"
    case "huawei": "huawei-ads"
    default: nil
    }
  }

  /// A number with a decimal point or comma; nil if it is none.
  static func number(_ text: String) -> Double? {
    let point = String(decoding: text.utf8.map { $0 == UInt8(ascii: ",") ? 46 : $0 }, as: UTF8.self)
    return Double(point).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Milliseconds of a duration with its unit, `ms` or `s`; without one it is in milliseconds.
  static func milliseconds(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
    guard let value = number(String(digits)), value >= 0, value < 1e9 else { return nil }
    return Int64((letters(of: text).hasPrefix("s") ? value * 1000 : value).rounded())
  }

  /// Millionths of an amount of money, rounded; nil for what is not from 0 to 10^9.
  static func micros(_ text: String) -> Int64? {
    guard let value = number(text), value >= 0, value < 1e9 else { return nil }
    return Int64((value * 1e6).rounded())
  }

  /// The precision of a revenue that a label means.
  static func precision(_ text: String) -> String? {
    switch letters(of: text) {
    case "exact", "precise": "precise"
    case "estimated", "estimate": "estimated"
    case "publisher", "publisherdefined", "publisherprovided": "publisher"
    case "undefined", "unknown": "unknown"
    default: nil
    }
  }

  private static func letters(of text: String) -> String {
    String(decoding: text.utf8.map { $0 | 32 }.filter { $0 &- 97 < 26 }, as: UTF8.self)
  }
}
