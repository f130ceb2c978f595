extension Vocabulary {
  /// The entries of the classes load.
  static let loadEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .adRequested, "ad.requested", .load,
      says: "the app called load",
      fields: [
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .required(.request, .string, "names one load"),
        .optional(.scene, .string, "a window scene"),
        .optional(
          .reason, .string,
          values: [
            .launch, .foreground, .background, .dismissed, .failedToPresent, .notReady, .expired,
            .resized, .retry, .viewDidLoad, .viewDidAppear, .user, .config, .refresh,
          ]),
        .optional(.orientation, .string, values: [.portrait, .landscape, .unknown]),
        .optional(.width, .integer, "points"),
        .optional(.count, .integer, "ads asked for in one native request"),
        .optional(.test, .boolean, "test request"),
      ]),
    VocabularyEntry(
      .adLoaded, "ad.loaded", .load,
      says: "the load delivered an ad",
      fields: [
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .required(.request, .string, "names one load"),
        .required(.ad, .string, "names what one load delivered"),
        .optional(.scene, .string, "a window scene"),
        .optional(.adapter, .string, "adapter class name"),
        .optional(.response, .string, "response id, hashed unless opted in"),
        .optional(.latencyMs, .integer, "milliseconds"),
        .optional(.waterfall, .objects, "adapter, latency_ms, error_code per line item"),
      ]),
    VocabularyEntry(
      .adFailedToLoad, "ad.failed_to_load", .load,
      says: "the load failed",
      fields: [
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .required(.request, .string, "names one load"),
        .optional(.scene, .string, "a window scene"),
        .optional(.errorDomain, .string),
        .required(.errorCode, .integer),
        .optional(.errorMessage, .string, "cut at 512 bytes"),
        .optional(.adapter, .string, "adapter class name"),
        .optional(.waterfall, .objects, "adapter, latency_ms, error_code per line item"),
      ]),
    VocabularyEntry(
      .adExpired, "ad.expired", .load,
      says: "the network said that the ad expired",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .adDiscarded, "ad.discarded", .load,
      says: "the app dropped its reference",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .optional(
          .reason, .string,
          values: [
            .expired, .replaced, .resized, .sceneClosed, .memory, .shown, .other,
          ]),
      ]),
  ]
}
