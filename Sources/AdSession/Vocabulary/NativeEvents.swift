extension Vocabulary {
  /// The entries of the classes native, visibility.
  static let nativeEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .nativeMapped, "native.mapped", .native,
      says: "the mediated ad's assets, as the adapter mapped them",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .optional(.load, .string, "names one adapter call"),
        .required(.headline, .boolean, "present"),
        .required(.media, .boolean, "present"),
        .optional(.body, .boolean, "present"),
        .optional(.icon, .boolean, "present"),
        .optional(.callToAction, .boolean, "present"),
        .optional(.adChoices, .boolean, "present"),
        .optional(.images, .integer, "how many"),
        .optional(.imagesAs, .string, values: [.image, .url]),
        .optional(.hasVideo, .boolean),
        .required(.handlesImpressions, .boolean, "the adapter tracks impressions itself"),
        .required(.handlesClicks, .boolean, "the adapter tracks clicks itself"),
        .optional(.extras, .object, "extra assets"),
      ]),
    VocabularyEntry(
      .nativeRendered, "native.rendered", .native,
      says: "the ad is in a view",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .optional(.viewPassed, .boolean, "the view was handed to the mediated network"),
        .optional(.scene, .string, "a window scene"),
      ]),
    VocabularyEntry(
      .nativeUntracked, "native.untracked", .native,
      says: "the view let go of the ad",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .viewAppeared, "view.appeared", .visibility,
      says: "the banner or native view can be seen",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .viewHidden, "view.hidden", .visibility,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
  ]
}
