import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/orientation-kept`.
  public static let orientationKept = Rule(
    "orientation-kept", .severalWindows, .warning, .fullScreen,
    observes: [.load, .present],
    "An ad is shown in the orientation that it was loaded for.",
    precise: """
      orientation(ad.present_requested A) = orientation(ad.requested of A), where both are \
      given
      """,
    notes: """
      Compares the call's own `orientation` with that of the `ad.requested`; an activation only if \
      both records carry one. If the request was not seen and can be lost: undecided. A value \
      that the vocabulary does not list is undecided (`unknown`).
      """,
    actor: .app,
    remedy: """
      Compare the orientation of the scene with that of the request before `present(from:)`. If \
      it has changed, load a new ad.
      """,
    links: [.wrongOrientation],
    .at(.kind(.adPresentRequested)) { context in
      context.matchesItsRequest(
        { $0.orientation == .absent ? nil : $0.orientation }, unknown: .unrecognised
      ) { requested in
        let (own, asked) = (context.event.orientation, requested.orientation)
        return "was presented in \(own.text ?? "") but requested for \(asked.text ?? "")"
      }
    }
  )
}
