extension Vocabulary {
  /// The entries of the classes present, decision, fit, delegate, handler.
  static let presentEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .adPresentRequested, "ad.present_requested", .present,
      says: "the app called present",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .optional(.scene, .string, "a window scene"),
        .optional(
          .trigger, .string,
          values: [
            .launch, .foreground, .active, .user, .transition, .loaded,
          ]),
        .optional(.orientation, .string, values: [.portrait, .landscape, .unknown]),
      ]),
    VocabularyEntry(
      .adWillPresent, "ad.will_present", .present,
      says: "full-screen content is about to be shown",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .optional(.scene, .string, "a window scene"),
      ]),
    VocabularyEntry(
      .adFailedToPresent, "ad.failed_to_present", .present,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .optional(.scene, .string, "a window scene"),
        .optional(.errorDomain, .string),
        .required(.errorCode, .integer),
        .optional(.errorMessage, .string, "cut at 512 bytes"),
      ]),
    VocabularyEntry(
      .adWillDismiss, "ad.will_dismiss", .present,
      says: "",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .optional(.scene, .string, "a window scene"),
      ]),
    VocabularyEntry(
      .adDismissed, "ad.dismissed", .present,
      says: "full-screen content is gone",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .optional(.scene, .string, "a window scene"),
      ]),
    VocabularyEntry(
      .adShowDecided, "ad.show_decided", .decision,
      says: "the app decided to show or to skip, and why",
      fields: [
        .required(.unit, .string, "ad unit id"),
        .required(.format, .string, values: Word.formats),
        .required(.outcome, .string, values: [.show, .skip]),
        .optional(
          .reason, .string,
          values: [
            .ready, .notReady, .expired, .showing, .dailyCap, .interval, .locked, .suppressed,
            .firstLaunches, .noConsent, .doesNotFit, .contentShown,
          ]),
        .optional(.ad, .string, "names what one load delivered"),
        .optional(.scene, .string, "a window scene"),
        .optional(.remaining, .integer, "shows left today after this decision"),
        .optional(
          .trigger, .string,
          values: [
            .launch, .foreground, .active, .user, .transition, .loaded,
          ]),
      ]),
    VocabularyEntry(
      .adFitChecked, "ad.fit_checked", .fit,
      says: "the can-present check",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
        .required(.scene, .string, "a window scene"),
        .required(.fits, .boolean, "the SDK's can-present check passed"),
        .optional(.errorCode, .integer),
      ]),
    VocabularyEntry(
      .adDelegateSet, "ad.delegate_set", .delegate,
      says: "full-screen content delegate assigned",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
    VocabularyEntry(
      .adPaidHandlerSet, "ad.paid_handler_set", .handler,
      says: "paid-event handler assigned",
      fields: [
        .required(.ad, .string, "names what one load delivered"),
        .required(.unit, .string, "ad unit id"),
      ]),
  ]
}
