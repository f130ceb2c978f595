import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/video-needs-video`.
  public static let videoNeedsVideo = Rule(
    "video-needs-video", .mediation, .warning, .all,
    observes: [.native, .video],
    "Only an ad with video reports video events.",
    precise: "video.*(A) ⇒ has_video of A",
    notes: """
      The last `native.mapped` of the ad counts. Without one it is no activation, or undecided \
      (`gap`) if a gap since the ad's request can hide one; only an ad of the format `native` (or \
      of an unknown format) can be mapped.
      """,
    actor: .network,
    remedy: """
      Return true from `hasVideoContent` only if the ad has a video, and send video events only \
      for such ads.
      """,
    links: [.videoDelegateIOS],
    .at(
      .kind(.videoPlayed), .kind(.videoPaused), .kind(.videoEnded), .kind(.videoMuted),
      .kind(.videoUnmuted)
    ) { context in
      guard let mapped = context.last(.mapped) else {
        return context.canHideMapping ? .undecided(.gap) : nil
      }
      guard let hasVideo = context.saidByMappings({ $0.flag(Flag.hasVideo) }) else {
        return .undecided(.unknown)
      }
      if hasVideo { return .kept }
      return context.violation(
        "\(context.adName) reported \(context.event.kind.name) although it has no video",
        witness: [mapped])
    }
  )
}

extension EvaluationContext {
  /// Whether a gap can hide the `native.mapped` of its ad; only native ads are mapped.
  fileprivate var canHideMapping: Bool {
    let format = facts.format
    return (format == .absent || format == .native) && hasGap(since: EventIndex(requestOfItsAd))
  }
}
