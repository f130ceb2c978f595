extension Mutant {
  static let adaptersRows: [Row] = [
    Row(
      "adapter-never-completes", "An adapter never completes its load.",
      reference: "https://github.com/bytedance/Bytedance-UnionAD/issues/233"),
    Row("adapter-completes-twice", "An adapter completes its load twice."),
    Row("adapter-gives-ad-and-error", "An adapter completes with an ad and an error."),
    Row(
      "adapter-succeeds-without-ad", "An adapter completes with neither ad nor error.",
      reference: "https://github.com/bytedance/Bytedance-UnionAD/issues/233"),
    Row("adapter-reports-early", "An adapter reports an event before it delivers its ad."),
    Row("adapter-without-parameter", "An adapter is called without its server parameter."),
    Row("adapter-drops-test-flag", "The test flag does not reach the adapter."),
    Row("adapter-impression-twice", "An adapter reports an impression twice."),
    Row(
      "adapter-impression-forgotten",
      "An adapter that tracks impressions itself does not report them.",
      reference: "https://github.com/googleads/googleads-mobile-ios-mediation/issues/487"),
    Row("adapter-impression-by-both", "Both the adapter and the SDK track the impression."),
    Row("adapter-click-by-both", "Both the adapter and the SDK track the click."),
    Row(
      "adapter-keeps-view-to-itself",
      "The network that tracks impressions does not get the ad view."),
    Row("adapter-drops-headline", "A mapped ad has no headline."),
    Row("adapter-drops-media", "A mapped ad has no media."),
    Row("adapter-drops-ad-choices", "A mapped ad has no AdChoices icon."),
    Row(
      "adapter-ignores-image-option",
      "An adapter delivers image URLs when images were requested, or the reverse."),
    Row("adapter-video-without-video", "An ad without video reports video events."),
    Row("adapter-ends-video-first", "A video ends before it starts."),
  ]
}
