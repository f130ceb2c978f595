/// The thresholds of the rules, each with its default and where that comes from.
///
/// A session's `policy` and `config.changed` set them by ``name``.
public enum PolicyKey: UInt8, CaseIterable, Sendable {
  /// `app_open_max_age_s`, 14400 s by default (seed 000: four hours, strictly less).
  case appOpenMaxAgeSeconds
  /// `full_screen_max_age_s`, 3600 s by default (preloading guide: typically one hour).
  case fullScreenMaxAgeSeconds
  /// `native_max_age_s`, 3600 s by default (proposed).
  case nativeMaxAgeSeconds
  /// `load_timeout_s`, 60 s by default (proposed).
  case loadTimeoutSeconds
  /// `request_when_none_ready_s`, 1 s by default (proposed (seed 000 requests at once)).
  case requestWhenNoneReadySeconds
  /// `reload_after_dismiss_s`, 30 s by default (proposed).
  case reloadAfterDismissSeconds
  /// `app_open_reload_after_dismiss_s`, 2 s by default (seed 000 reloads inside the callback).
  case appOpenReloadAfterDismissSeconds
  /// `reload_after_present_failure_s`, 2 s by default (seed 000 reloads inside the callback).
  case reloadAfterPresentFailureSeconds
  /// `present_failure_storm`, 3 count by default (proposed).
  case presentFailureStorm
  /// `present_failure_storm_s`, 60 s by default (proposed).
  case presentFailureStormSeconds
  /// `retry_base_s`, 2 s by default (proposed).
  case retryBaseSeconds
  /// `retry_max_s`, 64 s by default (common vendor samples cap at 2^6).
  case retryMaxSeconds
  /// `slot_silence_s`, 600 s by default (proposed).
  case slotSilenceSeconds
  /// `present_outcome_s`, 5 s by default (proposed).
  case presentOutcomeSeconds
  /// `dismiss_pair_s`, 3 s by default (proposed).
  case dismissPairSeconds
  /// `dismiss_timeout_s`, 600 s by default (proposed).
  case dismissTimeoutSeconds
  /// `quiet_after_dismiss_s`, 10 s by default (proposed; app-open and interstitial guidance forbid ads right after ads).
  case quietAfterDismissSeconds
  /// `splash_max_s`, 8 s by default (sample countdown of five seconds, and a margin).
  case splashMaxSeconds
  /// `lock_window_s`, 2 s by default (proposed: a lock is told of at most this long after the background).
  case lockWindowSeconds
  /// `stuck_ad_s`, 30 s by default (proposed).
  case stuckAdSeconds
  /// `unused_returns`, 3 count by default (proposed).
  case unusedReturns
  /// `splash_close_s`, 1 s by default (proposed).
  case splashCloseSeconds
  /// `first_ad_min_launches`, 3 count by default (seed 000 says "several").
  case firstAdMinLaunches
  /// `min_background_s`, 10 s by default (seed 004, strictly more).
  case minBackgroundSeconds
  /// `daily_cap`, 20 count by default (seed 004).
  case dailyCap
  /// `decision_s`, 2 s by default (proposed).
  case decisionSeconds
  /// `interstitial_min_actions`, 2 count by default (interstitial guidance: at most one per two user actions).
  case interstitialMinActions
  /// `interstitial_min_gap_s`, 30 s by default (proposed).
  case interstitialMinGapSeconds
  /// `fit_check_s`, 2 s by default (proposed).
  case fitCheckSeconds
  /// `adapter_timeout_s`, 30 s by default (proposed).
  case adapterTimeoutSeconds
  /// `impression_s`, 5 s by default (proposed).
  case impressionSeconds
  /// `paid_s`, 10 s by default (proposed).
  case paidSeconds
  /// `reward_grace_s`, 5 s by default (proposed).
  case rewardGraceSeconds
  /// `late_event_s`, 5 s by default (proposed).
  case lateEventSeconds
  /// `accidental_click_s`, 1 s by default (proposed).
  case accidentalClickSeconds
  /// `suppression_tail_s`, 2 s by default (proposed).
  case suppressionTailSeconds

  /// The name in a journal's `policy`, such as `app_open_max_age_s`.
  public var name: String { Self.table[Int(rawValue)].name }

  /// The value in force where a journal says nothing: seconds, or a count.
  public var defaultValue: Double { Self.table[Int(rawValue)].value }

  /// The unit of the value.
  public var unit: Unit { name.hasSuffix("_s") ? .seconds : .count }

  /// Where the default comes from.
  public var source: String { Self.table[Int(rawValue)].source }

  /// The key of this name; nil for a name that no rule knows.
  public static func named(_ name: String) -> PolicyKey? { byName[name] }

  /// What a threshold counts.
  public enum Unit: String, Sendable {
    /// Seconds.
    case seconds = "s"
    /// Pieces.
    case count
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  private static let table: [(name: String, value: Double, source: String)] = [
    ("app_open_max_age_s", 14400, "seed 000: four hours, strictly less"),
    ("full_screen_max_age_s", 3600, "preloading guide: typically one hour"),
    ("native_max_age_s", 3600, "proposed"),
    ("load_timeout_s", 60, "proposed"),
    ("request_when_none_ready_s", 1, "proposed (seed 000 requests at once)"),
    ("reload_after_dismiss_s", 30, "proposed"),
    ("app_open_reload_after_dismiss_s", 2, "seed 000 reloads inside the callback"),
    ("reload_after_present_failure_s", 2, "seed 000 reloads inside the callback"),
    ("present_failure_storm", 3, "proposed"),
    ("present_failure_storm_s", 60, "proposed"),
    ("retry_base_s", 2, "proposed"),
    ("retry_max_s", 64, "common vendor samples cap at 2^6"),
    ("slot_silence_s", 600, "proposed"),
    ("present_outcome_s", 5, "proposed"),
    ("dismiss_pair_s", 3, "proposed"),
    ("dismiss_timeout_s", 600, "proposed"),
    (
      "quiet_after_dismiss_s", 10,
      "proposed; app-open and interstitial guidance forbid ads right after ads"
    ),
    ("splash_max_s", 8, "sample countdown of five seconds, and a margin"),
    ("lock_window_s", 2, "proposed: a lock is told of at most this long after the background"),
    ("stuck_ad_s", 30, "proposed"),
    ("unused_returns", 3, "proposed"),
    ("splash_close_s", 1, "proposed"),
    ("first_ad_min_launches", 3, "seed 000 says \"several\""),
    ("min_background_s", 10, "seed 004, strictly more"),
    ("daily_cap", 20, "seed 004"),
    ("decision_s", 2, "proposed"),
    ("interstitial_min_actions", 2, "interstitial guidance: at most one per two user actions"),
    ("interstitial_min_gap_s", 30, "proposed"),
    ("fit_check_s", 2, "proposed"),
    ("adapter_timeout_s", 30, "proposed"),
    ("impression_s", 5, "proposed"),
    ("paid_s", 10, "proposed"),
    ("reward_grace_s", 5, "proposed"),
    ("late_event_s", 5, "proposed"),
    ("accidental_click_s", 1, "proposed"),
    ("suppression_tail_s", 2, "proposed"),
  ]
}
