/// A value of a field that allows a list of values, as one byte.
///
/// A value outside its field's list is kept as ``unrecognised``: counted, never damage.
public enum Word: UInt8, CaseIterable, Sendable {
  /// The field is absent.
  case absent
  /// `app_open`
  case appOpen
  /// `interstitial`
  case interstitial
  /// `rewarded`
  case rewarded
  /// `rewarded_interstitial`
  case rewardedInterstitial
  /// `banner`
  case banner
  /// `native`
  case native
  /// `debug`
  case debug
  /// `release`
  case release
  /// `terminated`
  case terminated
  /// `other`
  case other
  /// `remote`
  case remote
  /// `local`
  case local
  /// `disk_full`
  case diskFull
  /// `buffer_full`
  case bufferFull
  /// `write_error`
  case writeError
  /// `suspended`
  case suspended
  /// `clock`
  case clock
  /// `zone`
  case zone
  /// `midnight`
  case midnight
  /// `known`
  case known
  /// `hint`
  case hint
  /// `picker`
  case picker
  /// `purchase`
  case purchase
  /// `share`
  case share
  /// `browser`
  case browser
  /// `permission`
  case permission
  /// `portrait`
  case portrait
  /// `landscape`
  case landscape
  /// `unknown`
  case unknown
  /// `launch`
  case launch
  /// `foreground`
  case foreground
  /// `background`
  case background
  /// `dismissed`
  case dismissed
  /// `failed_to_present`
  case failedToPresent
  /// `not_ready`
  case notReady
  /// `expired`
  case expired
  /// `resized`
  case resized
  /// `retry`
  case retry
  /// `view_did_load`
  case viewDidLoad
  /// `view_did_appear`
  case viewDidAppear
  /// `user`
  case user
  /// `config`
  case config
  /// `refresh`
  case refresh
  /// `replaced`
  case replaced
  /// `scene_closed`
  case sceneClosed
  /// `memory`
  case memory
  /// `shown`
  case shown
  /// `active`
  case active
  /// `transition`
  case transition
  /// `loaded`
  case loaded
  /// `show`
  case show
  /// `skip`
  case skip
  /// `ready`
  case ready
  /// `showing`
  case showing
  /// `daily_cap`
  case dailyCap
  /// `interval`
  case interval
  /// `locked`
  case locked
  /// `suppressed`
  case suppressed
  /// `first_launches`
  case firstLaunches
  /// `no_consent`
  case noConsent
  /// `does_not_fit`
  case doesNotFit
  /// `content_shown`
  case contentShown
  /// `estimated`
  case estimated
  /// `publisher`
  case publisher
  /// `precise`
  case precise
  /// `image`
  case image
  /// `url`
  case url
  /// `impression`
  case impression
  /// `click`
  case click
  /// `will_present`
  case willPresent
  /// `will_dismiss`
  case willDismiss
  /// `reward`
  case reward
  /// `video`
  case video
  /// `rendered`
  case rendered
  /// Present, with a value that the vocabulary does not list.
  case unrecognised = 255

  /// The text in a journal; nil for ``absent`` and ``unrecognised``.
  public var text: String? {
    let index = Int(rawValue) - 1
    return Self.texts.indices.contains(index) ? Self.texts[index] : nil
  }

  /// The word that is written so, or ``unrecognised``.
  public static func named(_ text: String) -> Word { byText[text] ?? .unrecognised }

  static let byText = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { word in word.text.map { ($0, word) } })

  /// The texts of the words, first the six formats, in the order of the cases.
  static let texts: [String] = [
    "app_open", "interstitial", "rewarded", "rewarded_interstitial", "banner", "native", "debug",
    "release", "terminated", "other", "remote", "local", "disk_full", "buffer_full",
    "write_error", "suspended", "clock", "zone", "midnight", "known", "hint", "picker",
    "purchase", "share", "browser", "permission", "portrait", "landscape", "unknown", "launch",
    "foreground", "background", "dismissed", "failed_to_present", "not_ready", "expired",
    "resized", "retry", "view_did_load", "view_did_appear", "user", "config", "refresh",
    "replaced", "scene_closed", "memory", "shown", "active", "transition", "loaded", "show",
    "skip", "ready", "showing", "daily_cap", "interval", "locked", "suppressed", "first_launches",
    "no_consent", "does_not_fit", "content_shown", "estimated", "publisher", "precise", "image",
    "url", "impression", "click", "will_present", "will_dismiss", "reward", "video", "rendered",
  ]
}
