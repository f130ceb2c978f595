import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/banner-resize-once`.
  public static let bannerResizeOnce = Rule(
    "banner-resize-once", .severalWindows, .warning, .banner,
    observes: [.load, .scene],
    "One resize leads to one banner request.",
    precise: """
      at ad.requested (banner, slot of C, reason resized): the first one of its slot since the \
      last scene.resized(C)
      """, source: "002 003",
    .at(.kind(.adRequested)) { moment in
      guard moment.event.reason == .resized, moment.event.scene.isPresent else { return nil }
      let resized = moment.lastResize
      let earlier = moment.slot.map { moment.session.slots[$0].lastResizeRequest } ?? -1
      if moment.hasGap(since: max(resized, earlier)) { return .undecided(.gap) }
      if earlier <= resized { return .kept }
      return moment.violation(
        "\(moment.slotName) was requested twice for one resize", witness: [earlier])
    }
  )
}
