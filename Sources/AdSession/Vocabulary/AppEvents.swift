extension Vocabulary {
  /// The entries of the classes app, lock, splash, user, suppress.
  static let appEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .appLaunched, "app.launched", .app,
      says: "did finish launching",
      fields: [
        .required(.cold, .boolean, "the process was started, not resumed")
      ]),
    VocabularyEntry(
      .appBecameActive, "app.became_active", .app,
      says: "did become active"),
    VocabularyEntry(
      .appResignedActive, "app.resigned_active", .app,
      says: "will resign active"),
    VocabularyEntry(
      .appEnteredBackground, "app.entered_background", .app,
      says: "did enter background"),
    VocabularyEntry(
      .appEnteringForeground, "app.entering_foreground", .app,
      says: "will enter foreground"),
    VocabularyEntry(
      .appTerminating, "app.terminating", .app,
      says: "will terminate"),
    VocabularyEntry(
      .appMemoryWarning, "app.memory_warning", .app,
      says: ""),
    VocabularyEntry(
      .appTimeChanged, "app.time_changed", .app,
      says: "significant time or zone change",
      fields: [
        .optional(.utcOffsetMin, .integer, "minutes east of UTC"),
        .optional(.reason, .string, values: [.clock, .zone, .midnight]),
      ]),
    VocabularyEntry(
      .deviceLocked, "device.locked", .lock,
      says: "screen lock",
      fields: [
        .optional(.confidence, .string, values: [.known, .hint])
      ]),
    VocabularyEntry(
      .deviceUnlocked, "device.unlocked", .lock,
      says: "",
      fields: [
        .optional(.confidence, .string, values: [.known, .hint])
      ]),
    VocabularyEntry(
      .splashBegan, "splash.began", .splash,
      says: "the loading screen is up",
      fields: [
        .optional(.scene, .string, "a window scene")
      ]),
    VocabularyEntry(
      .splashFinished, "splash.finished", .splash,
      says: "the loading screen is gone",
      fields: [
        .optional(.scene, .string, "a window scene")
      ]),
    VocabularyEntry(
      .contentShown, "content.shown", .splash,
      says: "the app's main content is up",
      fields: [
        .optional(.scene, .string, "a window scene")
      ]),
    VocabularyEntry(
      .userActed, "user.acted", .user,
      says: "a deliberate action of the user in the app",
      fields: [
        .optional(.what, .string),
        .optional(.scene, .string, "a window scene"),
      ]),
    VocabularyEntry(
      .suppressionBegan, "suppression.began", .suppress,
      says: "a return to active shows nothing until ended",
      fields: [
        .optional(
          .why, .string,
          values: [
            .picker, .purchase, .share, .browser, .permission, .other,
          ])
      ]),
    VocabularyEntry(
      .suppressionEnded, "suppression.ended", .suppress,
      says: "",
      fields: [
        .optional(
          .why, .string,
          values: [
            .picker, .purchase, .share, .browser, .permission, .other,
          ])
      ]),
  ]
}
