extension Fault {
  /// One row for each fault, in the order of the cases.
  static let table: [(name: String, summary: String, breaks: [String])] = [
    (
      "no-fill", "A load fails with code 1, 3 or 9: no ad to show, or the server failed.",
      ["preloader-refills", "slot-gets-an-ad"]
    ),
    ("network-error", "A load fails with code 2, 5 or 11: the network or the SDK failed.", []),
    (
      "configuration-error", "A load fails with a configuration error, which a retry does not fix.",
      ["load-failure-does-not-silence-slot"]
    ),
    ("load-never-completes", "A load is never answered.", ["load-completes"]),
    (
      "late-load", "A load is answered after the load timeout.",
      ["load-completes", "load-failure-does-not-silence-slot"]
    ),
    ("slow-load", "A load takes many seconds.", []),
    (
      "doubled-load", "A load is answered twice.",
      ["load-completes-once", "native-multi-load-bounded"]
    ),
    ("fails-while-loading", "A load fails before the call returns.", []),
    (
      "too-many-native-ads", "A native request delivers more ads than asked for.",
      ["native-multi-load-bounded"]
    ),
    ("expiry-notice", "The network reports that a loaded ad expired.", []),
    ("present-failure", "An ad fails to present.", []),
    ("fails-inside-present", "An ad fails to present before the call returns.", []),
    ("present-never-resolves", "A call of present is never answered.", ["present-resolves"]),
    (
      "late-present", "An ad appears long after the call of present.",
      [
        "cold-start-only-on-splash", "interstitial-min-gap", "interstitial-per-user-actions",
        "present-resolves", "reload-storm-after-present-failure", "single-use-ad",
      ]
    ),
    (
      "doubled-present", "An ad reports twice that it appears.",
      [
        "accidental-click", "cold-start-only-on-splash", "daily-cap", "decision-agrees-with-state",
        "dismissal-arrives", "full-screen-ad-is-seen", "interstitial-min-gap",
        "interstitial-per-user-actions", "load-failure-does-not-silence-slot",
        "nothing-under-the-ad", "reload-after-dismiss", "request-on-background",
        "session-ends-off-screen", "single-use-ad", "splash-ends",
      ]
    ),
    (
      "present-shows-and-fails", "An ad appears and also reports a failed presentation.",
      ["impression-follows-present", "present-outcome-exclusive"]
    ),
    ("present-failure-storm", "All calls of present fail with the same code for five minutes.", []),
    (
      "dismissal-never-comes", "The dismissal of an ad is never reported.",
      [
        "content-resumes-after-ad", "dismissal-arrives", "nothing-covers-after-ad",
        "nothing-under-the-ad", "session-ends-off-screen",
      ]
    ),
    (
      "half-dismissal", "An ad reports that it will be dismissed, but not that it was.",
      [
        "content-resumes-after-ad", "dismissal-arrives", "nothing-covers-after-ad",
        "nothing-under-the-ad", "session-ends-off-screen", "will-and-did-dismiss",
      ]
    ),
    ("doubled-dismissal", "The dismissal of an ad is reported twice.", ["dismiss-once"]),
    (
      "early-dismissal", "The dismissal of an ad is reported before it appears.",
      [
        "cold-start-only-on-splash", "dismiss-once", "dismiss-only-after-present",
        "dismissal-arrives", "interstitial-min-gap", "load-failure-does-not-silence-slot",
        "nothing-after-the-end", "one-full-screen-at-a-time", "reward-in-time",
        "session-ends-off-screen",
      ]
    ),
    (
      "late-dismissal", "The dismissal of an ad is reported seconds late.",
      ["will-and-did-dismiss"]
    ),
    (
      "late-events", "Callbacks of an ad come long after its dismissal.",
      ["impression-once", "nothing-after-the-end", "revenue-is-reported"]
    ),
    (
      "strange-ad", "A callback names an ad that this process never loaded.",
      ["click-needs-display", "known-ad"]
    ),
    ("impression-missing", "A shown ad reports no impression.", ["impression-follows-present"]),
    (
      "doubled-impression", "An impression is reported twice.",
      ["impression-once", "revenue-is-reported"]
    ),
    (
      "early-impression", "An impression is reported as soon as the ad is loaded.",
      ["impression-needs-display", "impression-follows-present"]
    ),
    ("impression-before-show", "An impression is reported just before the ad appears.", []),
    (
      "early-click", "A click is reported before the ad appears.",
      ["accidental-click", "click-needs-display"]
    ),
    (
      "quick-click", "The user taps the ad as soon as it appears.",
      [
        "accidental-click"
      ]
    ),
    ("overlay", "A click opens full-screen content inside the app.", []),
    ("doubled-paid", "One impression is paid twice.", ["paid-once"]),
    ("strange-paid", "A paid event has a negative value or an invalid currency.", ["paid-is-sane"]),
    (
      "paid-without-impression", "Revenue is reported without an impression.",
      ["impression-follows-present", "paid-needs-impression"]
    ),
    ("doubled-reward", "One show earns its reward twice.", ["grant-matches-earn", "reward-once"]),
    (
      "early-reward", "A reward is earned before the ad appears.",
      ["grant-matches-earn", "reward-needs-show", "reward-once"]
    ),
    (
      "late-reward", "A reward is earned long after the dismissal.",
      ["grant-matches-earn", "reward-in-time", "reward-once"]
    ),
    ("reward-after-dismissal", "A reward is earned just after the dismissal.", []),
    ("lock-reported-late", "The device lock is reported only after the return.", []),
    ("lock-not-reported", "The device lock is not reported.", []),
    ("short-absences", "The user comes back after a few seconds.", []),
    ("long-absences", "The user comes back after hours.", []),
    ("dialogs", "Dialogs, sheets and phone calls make the app inactive.", []),
    ("click-leaves-app", "A click on an ad opens another app.", []),
    (
      "wall-jumps", "The wall clock jumps.",
      ["cap-counts-every-show", "daily-cap", "load-failure-does-not-silence-slot"]
    ),
    ("zone-changes", "The time zone changes.", ["load-failure-does-not-silence-slot"]),
    ("midnight", "The session continues past a local midnight.", []),
    ("memory-warnings", "The app receives a memory warning.", ["memory-warning-near-ad"]),
    ("kills", "The system kills the app in the background.", []),
    ("crashes", "The app crashes in the foreground.", ["previous-session-ended-well"]),
    (
      "consent-changes", "Consent is given or withdrawn while the app runs.",
      ["load-failure-does-not-silence-slot"]
    ),
    ("consent-forms", "A consent form appears at launch.", []),
    (
      "policy-changes", "The app receives new thresholds from its server.",
      ["daily-cap", "interstitial-min-gap", "load-failure-does-not-silence-slot"]
    ),
    ("resizes", "Windows are rotated and resized.", ["load-failure-does-not-silence-slot"]),
    ("scene-changes", "Windows are opened and closed.", ["load-failure-does-not-silence-slot"]),
    (
      "hidden-banner-impression", "A banner that is not visible reports an impression.",
      [
        "hidden-banner-rests", "impression-not-before-view", "nothing-after-the-discard",
        "nothing-under-the-ad",
      ]
    ),
    ("adapter-failures", "Adapters of the waterfall fail or answer late.", []),
    (
      "stray-callbacks", "Random callbacks come for an ad, whatever its state.",
      [
        "abandoned-load-not-shown", "accidental-click", "adapter-completes",
        "adapter-completes-once", "adapter-impression-once", "adapter-reports-after-completion",
        "app-open-max-age", "app-open-not-after-other-ad", "app-open-not-after-system-dialog",
        "cap-counts-every-show", "click-counted-once", "click-needs-display",
        "click-tracked-by-one", "clicks-bounded", "closed-scene-shows-nothing",
        "cold-start-only-on-splash", "content-resumes-after-ad", "daily-cap",
        "decision-agrees-with-state", "decision-on-every-foreground", "delegate-set-before-present",
        "dismiss-once", "dismiss-only-after-present", "dismissal-arrives",
        "dismissal-leads-to-no-other-ad", "expired-ad-not-shown", "first-ad-waits",
        "full-screen-ad-is-seen", "full-screen-max-age", "grant-matches-earn",
        "hidden-banner-rests", "impression-follows-present", "impression-needs-display",
        "impression-not-before-view", "impression-once", "impression-tracked-by-one",
        "impression-while-visible", "interstitial-min-gap", "interstitial-per-user-actions",
        "known-ad", "load-completes-once", "load-failure-does-not-silence-slot",
        "lock-is-not-background", "minimum-background", "misfit-not-presented", "misfit-reloaded",
        "native-ad-in-one-view", "native-impression-follows-view", "native-max-age",
        "native-multi-load-bounded", "native-view-released", "no-ad-during-tracking-prompt",
        "no-ad-for-paying-user", "no-interstitial-on-launch-or-exit", "no-present-in-background",
        "nothing-after-main-content", "nothing-after-the-discard", "nothing-after-the-end",
        "nothing-covers-after-ad", "nothing-under-the-ad", "one-full-screen-at-a-time",
        "paid-handler-set-before-present", "paid-needs-impression", "paid-once",
        "present-only-if-loaded", "present-outcome-exclusive", "reload-after-dismiss",
        "reload-after-present-failure", "reload-storm-after-present-failure",
        "request-on-background", "retry-backs-off", "revenue-is-reported",
        "reward-follows-the-view", "reward-in-time", "reward-needs-show", "reward-once",
        "session-ends-off-screen", "shown-ad-not-discarded", "single-use-ad",
        "suppression-respected", "unexpired-ad-not-thrown-away", "video-grammar",
        "video-needs-video", "video-plays-on-screen", "will-and-did-dismiss",
      ]
    ),
    (
      "stray-notifications", "Random notifications of the phone come, whatever its state.",
      [
        "ad-window-closed", "adapter-completes", "adapter-forwards-impression",
        "app-active-before-present", "banner-follows-width", "closed-scene-requests-nothing",
        "closed-scene-shows-nothing", "cold-start-only-on-splash", "content-shown-once",
        "decision-agrees-with-state", "decision-on-every-foreground", "dismissal-arrives",
        "impression-follows-present", "load-completes", "load-failure-does-not-silence-slot",
        "lock-is-not-background", "memory-warning-near-ad", "minimum-background",
        "native-impression-follows-view", "no-interstitial-on-launch-or-exit",
        "nothing-under-the-ad", "one-full-screen-at-a-time", "one-load-in-flight",
        "one-prompt-at-a-time", "present-resolves", "request-on-background",
        "request-when-none-ready", "sdk-ready-in-time", "sdk-starts-after-consent",
        "sdk-starts-once", "splash-closes-with-its-ad", "splash-ends", "will-and-did-dismiss",
      ]
    ),
    ("early-launch", "The app is launched long before it becomes active.", []),
    ("late-end", "The app runs for seconds after the notification that it terminates.", []),
    (
      "lost-records", "The recorder loses records, also the unwritten ones when the app dies.",
      []
    ),
    ("segments", "A session continues in further files, sealed or not.", []),
    (
      "slow-start", "The SDK is ready more than half a minute after its start, or never.",
      ["sdk-ready-in-time"]
    ),
    ("offline", "The phone has no network connection for up to a minute.", []),
    (
      "ad-view-stays", "The view of an ad stays on the screen after its dismissal.",
      ["nothing-covers-after-ad"]
    ),
    ("refused-reward", "The server of the app refuses a reward.", ["grant-matches-earn"]),
    ("same-object-again", "A load delivers the banner again that is in its view.", []),
    (
      "used-object-again", "A load delivers an ad object again that was shown.",
      ["delivered-ad-is-new"]
    ),
    ("failure-without-code", "A failure is reported without a code.", ["failure-names-its-cause"]),
  ]
}
