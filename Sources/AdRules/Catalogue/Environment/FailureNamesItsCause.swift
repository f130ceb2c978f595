import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/failure-names-its-cause`.
  public static let failureNamesItsCause = Rule(
    "failure-names-its-cause", .environment, .info, .all,
    observes: [.load, .present],
    "A failure says why.",
    precise: """
      at ad.failed_to_load or ad.failed_to_present: the record has an error_code or a cause
      """,
    notes: "A `cause` that the vocabulary does not list is a cause.",
    actor: .sdk,
    remedy: """
      Record `code` and `domain` of the `NSError` that the SDK passes to your callback. If the SDK \
      or a plugin gives none, set `cause` where you know why it failed, and report the case.
      """,
    links: [.loadErrorCodesIOS, .presentErrorCodesIOS],
    .at(.kind(.adFailedToLoad), .kind(.adFailedToPresent)) { context in
      let event = context.event
      if event.errorCode != nil || event.cause != .absent { return .kept }
      let failed =
        event.kind == .adFailedToLoad
        ? "\(context.requestName) failed" : "\(context.adName) failed to present"
      return context.violation("\(failed) without an error code and without a cause")
    }
  )
}
