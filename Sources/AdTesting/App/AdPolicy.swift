internal import AdSession

/// The thresholds of an app: how many ads it shows, how soon, and how old.
///
/// The rules about a threshold of the app itself, such as ``dailyCap``, apply only if it is set.
/// The other thresholds have the defaults of the ad SDK, such as four hours for app-open ads.
public struct AdPolicy: Sendable, Hashable {
  /// The maximum number of app-open ads on one local day (`daily_cap`).
  public var dailyCap: Int?
  /// The absence after which an app-open ad is welcome (`min_background_s`).
  public var minimumBackgroundSeconds: Double?
  /// The first launch with an app-open ad (`first_ad_min_launches`).
  public var firstAdMinimumLaunches: Int?
  /// The pause between two interstitials (`interstitial_min_gap_s`).
  public var interstitialMinimumGapSeconds: Double?
  /// The user actions between two interstitials (`interstitial_min_actions`); 2 by default.
  public var interstitialMinimumActions: Int?
  /// The age from which an app-open ad is not shown (`app_open_max_age_s`); four hours by default.
  public var appOpenMaximumAgeSeconds: Double?
  /// The age from which other full-screen ads are not shown (`full_screen_max_age_s`); one hour by
  /// default.
  public var fullScreenMaximumAgeSeconds: Double?
  /// Further thresholds by name, such as `suppression_tail_s`; `adjournal rules ID` lists those of
  /// a rule.
  public var others: [String: Double] = [:]

  /// Creates a policy without thresholds of the app itself.
  public init() {}

  /// Creates a policy with the usual thresholds.
  public init(
    dailyCap: Int? = nil, minimumBackgroundSeconds: Double? = nil,
    firstAdMinimumLaunches: Int? = nil, interstitialMinimumGapSeconds: Double? = nil,
    appOpenMaximumAgeSeconds: Double? = nil, fullScreenMaximumAgeSeconds: Double? = nil
  ) {
    self.dailyCap = dailyCap
    self.minimumBackgroundSeconds = minimumBackgroundSeconds
    self.firstAdMinimumLaunches = firstAdMinimumLaunches
    self.interstitialMinimumGapSeconds = interstitialMinimumGapSeconds
    self.appOpenMaximumAgeSeconds = appOpenMaximumAgeSeconds
    self.fullScreenMaximumAgeSeconds = fullScreenMaximumAgeSeconds
  }
}

extension AdPolicy {
  private var named: [(key: PolicyKey, value: Double?)] {
    [
      (.dailyCap, dailyCap.map(Double.init)),
      (.minBackgroundSeconds, minimumBackgroundSeconds),
      (.firstAdMinLaunches, firstAdMinimumLaunches.map(Double.init)),
      (.interstitialMinGapSeconds, interstitialMinimumGapSeconds),
      (.interstitialMinActions, interstitialMinimumActions.map(Double.init)),
      (.appOpenMaxAgeSeconds, appOpenMaximumAgeSeconds),
      (.fullScreenMaxAgeSeconds, fullScreenMaximumAgeSeconds),
    ]
  }

  /// The thresholds that are set, in the order of the properties, then by name.
  var settings: [PolicySetting] {
    let first = named.compactMap { pair in pair.value.map { PolicySetting(pair.key, $0) } }
    return first
      + others.sorted { $0.key < $1.key }.compactMap { name, value in
        PolicyKey.named(name).map { PolicySetting($0, value) }
      }
  }

  /// The thresholds that are set, such as `daily_cap 20, min_background_s 10`.
  var list: String {
    settings.map { "\($0.key.name) \(Self.text($0.value))" }.joined(separator: ", ")
  }

  /// The first reason why the thresholds make no sense; nil if they do.
  var problem: String? {
    for name in others.keys.sorted() {
      guard let key = PolicyKey.named(name) else {
        return "unknown threshold '\(name)' in the policy; 'adjournal rules ID' lists thresholds"
      }
      if named.contains(where: { $0.key == key && $0.value != nil }) {
        return "the policy sets '\(name)' twice, as a property and in 'others'"
      }
    }
    for setting in settings {
      let range = setting.key.allowedRange
      let isWhole = setting.key.unit == .seconds || setting.value == setting.value.rounded()
      if range.contains(setting.value) && isWhole { continue }
      let bounds = "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
      return "invalid value \(Self.text(setting.value)) for '\(setting.key.name)' in the policy "
        + "(\(setting.key.unit == .count ? "whole numbers, " : "")\(bounds))"
    }
    return nil
  }

  /// A number without needless decimals.
  static func text(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// Takes over the thresholds that a change sets.
  mutating func apply(_ change: [PolicySetting]) {
    for setting in change {
      let value = setting.value
      switch setting.key {
      case .dailyCap: dailyCap = Int(value)
      case .minBackgroundSeconds: minimumBackgroundSeconds = value
      case .firstAdMinLaunches: firstAdMinimumLaunches = Int(value)
      case .interstitialMinGapSeconds: interstitialMinimumGapSeconds = value
      case .interstitialMinActions: interstitialMinimumActions = Int(value)
      case .appOpenMaxAgeSeconds: appOpenMaximumAgeSeconds = value
      case .fullScreenMaxAgeSeconds: fullScreenMaximumAgeSeconds = value
      default: others[setting.key.name] = value
      }
    }
  }
}
