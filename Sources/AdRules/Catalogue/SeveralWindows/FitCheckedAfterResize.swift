import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/fit-checked-after-resize`.
  public static let fitCheckedAfterResize = Rule(
    "fit-checked-after-resize", .severalWindows, .warning, .fullScreen,
    observes: [.load, .scene, .fit], policy: [.fitCheckSeconds],
    "After a window is resized, every ready ad of its scene is checked or replaced.",
    precise: """
      scene.resized(C) with a ready ad of C ⇒ ad.fit_checked of it, or its ad.discarded, or \
      ad.requested of its slot, or its attempt, within fit_check_s (one activation per ready \
      ad)
      """,
    notes: """
      One activation for each ad that is ready in the scene at the resize. Answers: \
      `ad.fit_checked`, `ad.discarded` or any of the three attempt events of the ad, or a request \
      of its slot.
      """,
    actor: .app,
    remedy: """
      When the transition of `viewWillTransition(to:with:)` is complete, call \
      `canPresent(from:)` on the ad that you hold, or load a new one.
      """,
    links: [.multipleWindowsIOS, .interstitialReferenceIOS],
    .eachHeldAd(
      whenItsSceneHas: .sceneResized, isAnsweredBy: [.adFitChecked, .adDiscarded],
      orIn: .adRequested, within: .fitCheckSeconds,
      message: { "\($0) was not checked\($1) after its scene was resized" })
  )
}
