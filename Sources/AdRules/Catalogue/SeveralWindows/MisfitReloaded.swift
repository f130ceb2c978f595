import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/misfit-reloaded`.
  public static let misfitReloaded = Rule(
    "misfit-reloaded", .severalWindows, .warning, [.fullScreen, .banner],
    observes: [.load, .fit], policy: [.fitCheckSeconds],
    "An ad that no longer fits its scene is replaced.",
    precise: """
      ad.fit_checked(fits = false) ⇒ ad.requested of the slot within fit_check_s, unless the \
      slot is not free
      """,
    notes: """
      Activated at each `ad.fit_checked` with `fits: false`, for the slot of that event; its \
      format is that of its ad.
      """,
    actor: .app,
    remedy: """
      When `canPresent(from:)` throws, drop the ad and request another one for the new size of \
      the scene.
      """,
    links: [.multipleWindowsIOS, .interstitialReferenceIOS],
    .response(
      to: .kind(.adFitChecked), where: { $0.event.flag(Flag.fits) == false },
      correlation: .slot, answers: [.adRequested],
      within: { _ in .fitCheckSeconds },
      unless: { $0.unlessItsSlotIsNotFree },
      message: {
        "\($0.adName) does not fit scene \($0.text($0.facts.scene)) but was not replaced\($1)"
      }
    )
  )
}
