import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/image-loading-honoured`.
  public static let imageLoadingHonoured = Rule(
    "image-loading-honoured", .mediation, .warning, .native,
    observes: [.adapter, .native],
    "A native ad has its images in the form that the app asked for.",
    precise: "disable_image_loading ⇒ images_as = url; else images_as = image (images > 0)",
    source: "001",
    .imagesAsAskedFor()
  )
}
