import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-required-assets`.
  public static let nativeRequiredAssets = Rule(
    "native-required-assets", .mediation, .error, .native,
    observes: [.native],
    "A native ad has a headline and media.",
    precise: "native.mapped: headline and media", source: "001",
    .at(.kind(.nativeMapped)) { context in
      let hasHeadline = context.event.flag(Flag.headline) == true
      let hasMedia = context.event.flag(Flag.media) == true
      if hasHeadline && hasMedia { return .kept }
      let missing = hasHeadline ? "media" : hasMedia ? "headline" : "headline and media"
      return context.violation("\(context.adName) was mapped without \(missing)")
    }
  )
}
