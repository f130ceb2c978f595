import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/image-loading-honoured`.
  public static let imageLoadingHonoured = Rule(
    "image-loading-honoured", .mediation, .warning, .native,
    observes: [.adapter, .native],
    "A native ad has its images in the form that the app asked for.",
    precise: "disable_image_loading ⇒ images_as = url; else images_as = image (images > 0)",
    notes: """
      Activated at each `native.mapped` with `images` > 0. An `images_as` that is absent or not \
      listed, or a call that never becomes known: undecided (`unknown`).
      """,
    actor: .network,
    remedy: """
      Read `disableImageLoading` from the options: if it is false, download images before you \
      complete; if it is true, pass only their URLs.
      """,
    links: [.nativeImageOptionsIOS],
    .imagesAsAskedFor()
  )
}
