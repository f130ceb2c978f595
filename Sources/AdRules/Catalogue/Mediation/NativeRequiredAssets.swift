import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-required-assets`.
  public static let nativeRequiredAssets = Rule(
    "native-required-assets", .mediation, .error, .native,
    observes: [.native],
    "A native ad has a headline and media.",
    precise: "native.mapped: headline and media",
    actor: .network,
    remedy: """
      Complete the load with an error if the headline or the media content is missing. Report a \
      foreign adapter to its network.
      """,
    links: [.nativePolicies, .nativeCustomEventsIOS],
    .at(.kind(.nativeMapped)) { context in
      let hasHeadline = context.event.flag(Flag.headline) == true
      let hasMedia = context.event.flag(Flag.media) == true
      if hasHeadline && hasMedia { return .kept }
      let missing = hasHeadline ? "media" : hasMedia ? "headline" : "headline and media"
      return context.violation("\(context.adName) was mapped without \(missing)")
    }
  )
}
