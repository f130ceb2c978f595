extension Vocabulary {
  /// The entries of the classes consent.
  static let consentEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .consentUpdated, "consent.updated", .consent,
      says: "",
      fields: [
        .required(.canRequestAds, .boolean),
        .optional(.status, .string),
      ]),
    VocabularyEntry(
      .consentFormShown, "consent.form_shown", .consent,
      says: "a consent form is up"),
    VocabularyEntry(
      .consentFormClosed, "consent.form_closed", .consent,
      says: ""),
    VocabularyEntry(
      .sdkStarted, "sdk.started", .consent,
      says: "the SDK start was requested"),
    VocabularyEntry(
      .trackingAnswered, "tracking.answered", .consent,
      says: "the tracking prompt was answered",
      fields: [
        .optional(.status, .string)
      ]),
  ]
}
