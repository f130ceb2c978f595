extension Vocabulary {
  /// The entries of the classes adapter.
  static let adapterEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .adapterLoadCalled, "adapter.load_called", .adapter,
      says: "the waterfall reached this adapter",
      fields: [
        .required(.load, .string, "names one adapter call"),
        .required(.request, .string, "names one load"),
        .required(.adapter, .string, "adapter class name"),
        .required(.format, .string, values: Word.formats),
        .optional(.unit, .string, "ad unit id"),
        .required(.parameterPresent, .boolean, "credentials carry a non-empty parameter"),
        .optional(.disableImageLoading, .boolean),
        .optional(.test, .boolean, "test request"),
      ]),
    VocabularyEntry(
      .adapterCompleted, "adapter.completed", .adapter,
      says: "the adapter called its completion handler",
      fields: [
        .required(.load, .string, "names one adapter call"),
        .required(.adapter, .string, "adapter class name"),
        .required(.hasAd, .boolean),
        .required(.hasError, .boolean),
        .optional(.errorCode, .integer),
        .optional(.ad, .string, "names what one load delivered"),
      ]),
    VocabularyEntry(
      .adapterReported, "adapter.reported", .adapter,
      says: "the adapter told the SDK",
      fields: [
        .required(.load, .string, "names one adapter call"),
        .required(.adapter, .string, "adapter class name"),
        .required(
          .what, .string,
          values: [
            .impression, .click, .willPresent, .failedToPresent, .willDismiss, .dismissed,
            .reward, .video,
          ]),
      ]),
    VocabularyEntry(
      .adapterTold, "adapter.told", .adapter,
      says: "the SDK told the adapter",
      fields: [
        .required(.load, .string, "names one adapter call"),
        .required(.adapter, .string, "adapter class name"),
        .required(.what, .string, values: [.impression, .click, .rendered]),
      ]),
  ]
}
