import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/video-grammar`.
  public static let videoGrammar = Rule(
    "video-grammar", .mediation, .warning, .all,
    observes: [.video],
    "Video events come in an order that a player can produce.",
    precise: """
      played before paused and ended; no event but played after ended; muted and unmuted \
      alternate
      """,
    notes: """
      Each `video.*` event of an ad is an activation. `played` is always kept. `paused` and \
      `ended` need an earlier `played`. Nothing but `played` may come after the last `ended` \
      until `played` comes again. `muted` must not follow `muted` without an `unmuted` between, \
      and the reverse.
      """,
    actor: .network,
    remedy: """
      Forward the video events of the network in the order of playback: play, then pause or end; \
      mute and unmute in turn.
      """,
    links: [.videoDelegateIOS],
    .at(
      .kind(.videoPlayed), .kind(.videoPaused), .kind(.videoEnded), .kind(.videoMuted),
      .kind(.videoUnmuted)
    ) { $0.judgeVideoOrder() }
  )
}
