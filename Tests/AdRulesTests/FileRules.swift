import AdRules

/// Rules of a file for tests: each pattern, each tie, times and gaps.
enum FileRules {
  /// Rules of the catalogue that the words of files can say; they have its id behind `own-`.
  static let mirrored = try? RuleFile.rules(of: mirroredText)
  static let mirroredText = """
    rule own-load-completes
      sentence: A load completes.
      check: ad.requested => ad.loaded or ad.failed_to_load of the same request
        within load_timeout_s
    rule own-load-completes-once
      sentence: A load completes once.
      formats: full-screen banner
      check: count of ad.loaded or ad.failed_to_load per request <= 1
    rule own-delegate-set-before-present
      sentence: The delegate is set first.
      formats: full-screen
      check: at attempt: an earlier ad.delegate_set of the same ad
    rule own-paid-handler-set-before-present
      sentence: The handler is set first.
      formats: full-screen
      check: at attempt: an earlier ad.paid_handler_set of the same ad
    rule own-dismiss-only-after-present
      sentence: Only what was shown is dismissed.
      formats: full-screen
      check: at ad.dismissed: an earlier ad.will_present of the same ad
    rule own-dismiss-once
      sentence: An ad is dismissed once.
      formats: full-screen
      check: count of ad.dismissed per ad ≤ 1
    rule own-will-and-did-dismiss
      sentence: A dismissal ends.
      severity: warning
      formats: full-screen
      check: ad.will_dismiss ⇒ ad.dismissed of the same ad within dismiss_pair_s
    rule own-present-resolves
      sentence: What is presented has an outcome.
      formats: full-screen
      check: ad.present_requested => ad.will_present or ad.failed_to_present of the same ad
        within present_outcome_s
    rule own-orientation-given
      sentence: An orientation is a definite one.
      severity: warning
      formats: app_open
      check: at ad.requested: orientation in portrait, landscape
    rule own-adapter-completes
      sentence: An adapter completes.
      check: adapter.load_called => adapter.completed of the same load within adapter_timeout_s
    rule own-adapter-completes-once
      sentence: An adapter completes once.
      check: count of adapter.completed per load <= 1
    rule own-adapter-impression-once
      sentence: An adapter reports one impression.
      check: count of adapter.reported where what = impression per load <= 1
    rule own-adapter-parameter-given
      sentence: The adapter gets its parameter.
      check: at adapter.load_called: parameter_present = true
    rule own-native-required-assets
      sentence: A native ad has headline and media.
      formats: native
      check: at native.mapped: headline = true and media = true
    rule own-paid-once
      sentence: One impression is paid once.
      formats: full-screen, native
      check: count of ad.paid per ad <= 1
    rule own-reward-needs-show
      sentence: No reward without a show.
      formats: rewarded rewarded_interstitial
      check: at ad.reward_earned: an earlier ad.will_present of the same ad
    rule own-sdk-starts-once
      sentence: The SDK starts once.
      check: count of sdk.started per session <= 1
    rule own-no-load-before-sdk-start
      sentence: Nothing is requested before the SDK starts.
      check: at ad.requested: an earlier sdk.started of the session
    """

  /// Rules that the catalogue does not have.
  static let others = try? RuleFile.rules(of: othersText)
  static let othersText = """
    rule calm-after-an-interstitial
      sentence: No interstitial within two minutes of another one.
      formats: interstitial
      check: at attempt: no earlier ad.dismissed of the session within 2 min
    rule no-ad-after-a-tap
      sentence: No ad comes up within a second of a tap.
      check: at ad.present_requested: no earlier user.acted of the session within 1 s
    rule scene-first
      sentence: A scene connects before its ads are requested.
      check: at ad.requested: an earlier scene.connected or scene.resized of the same scene
    rule few-requests
      sentence: A slot is requested at most twice.
      check: count of ad.requested per slot <= 2
    rule unit-reload
      sentence: A unit is requested again after a dismissal.
      check: ad.dismissed => ad.requested of the same unit within 60 s
    rule slot-shown
      sentence: What is loaded is shown within a minute.
      check: ad.loaded => ad.will_present of the same slot within 1 min
    rule dear
      sentence: An impression is worth a tenth of a cent.
      check: at ad.paid: value_micros >= 1000 and currency in USD, EUR
    rule active-soon
      sentence: Who leaves comes back.
      check: app.entered_background => app.became_active of the session within 10 s
    rule fresh
      sentence: An ad is ten minutes old at most.
      check: at attempt: an earlier ad.loaded of the same ad within 10 min (t)
    rule loaded-a-while
      sentence: An ad is not shown as soon as it is there.
      check: at attempt: no earlier ad.loaded of the same ad within 3 s
    rule few-attempts
      sentence: A scene sees two attempts.
      formats: full-screen
      check: count of attempt per scene <= 2
    rule attempt-counts
      sentence: An attempt leads to an impression.
      check: attempt => ad.impression of the same ad within impression_s
    rule scene-shows
      sentence: A scene does not show ads all the time.
      check: at ad.will_present: no earlier ad.will_present of the same scene within 5 min
    rule slot-rests
      sentence: A slot is not requested at once after an ad of it came up.
      check: at ad.requested: no earlier attempt of the same slot within 5 s (t)
    rule mapped-before-it-is-rendered
      sentence: What is in a view was mapped.
      check: at native.rendered: an earlier native.mapped of the same ad
    rule mapped-once
      sentence: An ad is mapped once.
      check: count of native.mapped per ad <= 1
    rule completed-once
      sentence: An adapter delivers an ad once.
      check: count of adapter.completed per ad <= 1
    rule dismissed-in-scene
      sentence: An ad of the scene comes down within a minute.
      check: ad.will_present => ad.dismissed of the same scene within 1 min
    """

  /// The catalogue and all of them.
  static let withCatalogue = RuleBook.all + (mirrored ?? []) + (others ?? [])
}
