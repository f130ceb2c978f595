extension Vocabulary {
  /// The entries of the classes revenue, reward, grant, video.
  static let revenueEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .adImpression, "ad.impression", .revenue,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
      ]),
    VocabularyEntry(
      .adClicked, "ad.clicked", .revenue,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
      ]),
    VocabularyEntry(
      .adPaid, "ad.paid", .revenue,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .required(.valueMicros, .integer, "millionths of the currency unit"),
        .required(.currency, .string, "ISO 4217"),
        .required(.precision, .string, values: [.unknown, .estimated, .publisher, .precise]),
      ]),
    VocabularyEntry(
      .adRewardEarned, "ad.reward_earned", .reward,
      says: "the SDK said so",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .optional(.type, .string, "reward type"),
        .optional(.amount, .number, "reward amount"),
      ]),
    VocabularyEntry(
      .adRewardGranted, "ad.reward_granted", .grant,
      says: "the app gave it to the user",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .optional(.type, .string, "reward type"),
        .optional(.amount, .number, "reward amount"),
      ]),
    VocabularyEntry(
      .videoPlayed, "video.played", .video,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .videoPaused, "video.paused", .video,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .videoEnded, "video.ended", .video,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .videoMuted, "video.muted", .video,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .videoUnmuted, "video.unmuted", .video,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
  ]
}
