import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/image-loading-honoured`.
  public static let imageLoadingHonoured = Rule(
    "image-loading-honoured", .mediation, .warning, .native,
    observes: [.adapter, .native],
    "Images come as the publisher asked for them.",
    precise: "disable_image_loading ⇒ images_as = url; else images_as = image (images > 0)",
    source: "001",
    .at(.kind(.nativeMapped)) { moment in
      guard let images = moment.event.first, images > 0 else { return nil }
      guard let load = moment.loadOfMappedAd(moment.index),
        let calledIndex = moment.loadState(load.load)?.calledIndex, calledIndex >= 0
      else {
        return .undecided(moment.hasGap(since: -1) ? .gap : .unknown)
      }
      let called = moment.event(at: calledIndex)
      let isDisabled = called.flag(Flag.disableImageLoading) == true
      let asked: Word = isDisabled ? .url : .image
      guard [.image, .url].contains(moment.event.imagesAs) else { return .undecided(.unknown) }
      if moment.event.imagesAs == asked { return .kept }
      return moment.violation(
        "\(moment.adName) came with images as \(moment.event.imagesAs.text ?? "?") where \(asked.text ?? "?") was asked for",
        witness: [calledIndex] + load.witness)
    }
  )
}
