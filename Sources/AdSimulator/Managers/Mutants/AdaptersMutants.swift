extension Mutant {
  static let adaptersRows: [Row] = [
    Row(
      "adapter-never-completes", "An adapter does not complete its load.", "incident Bytedance 233"),
    Row("adapter-completes-twice", "An adapter completes its load twice.", "domain 2.12, seed 001"),
    Row("adapter-gives-ad-and-error", "An adapter completes with an ad and an error.", "seed 001"),
    Row(
      "adapter-succeeds-without-ad", "An adapter completes with neither ad nor error.",
      "incident Bytedance 233"),
    Row("adapter-reports-early", "An adapter reports before it delivered its ad.", "seed 001"),
    Row("adapter-without-parameter", "An adapter gets no parameter.", "seed 001"),
    Row("adapter-drops-test-flag", "The test flag is not passed on to the adapter.", "seed 001"),
    Row("adapter-impression-twice", "An adapter reports an impression twice.", "domain 1.8, Meta"),
    Row(
      "adapter-impression-forgotten", "An adapter that tracks impressions does not report them.",
      "incident ios-mediation 487"),
    Row("adapter-impression-by-both", "Both SDKs track the impression.", "seed 001"),
    Row("adapter-click-by-both", "Both SDKs track the click.", "seed 001"),
    Row(
      "adapter-keeps-view-to-itself", "The network that tracks does not get the view.", "seed 001"),
    Row("adapter-drops-headline", "A mapped ad has no headline.", "seed 001"),
    Row("adapter-drops-media", "A mapped ad has no media.", "seed 001"),
    Row("adapter-drops-ad-choices", "A mapped ad has no AdChoices mark.", "seed 001"),
    Row(
      "adapter-ignores-image-option",
      "Images come as addresses where pictures were asked for, and the other way.",
      "domain 2.12, seed 001"),
    Row(
      "adapter-video-without-video", "Video events come from an ad without video.",
      "domain 2.12, seed 001"),
    Row("adapter-ends-video-first", "A video ends before it was played.", "seed 001"),
  ]
}
