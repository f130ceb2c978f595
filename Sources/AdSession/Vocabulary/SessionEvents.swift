extension Vocabulary {
  /// The entries of the classes session.
  static let sessionEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .sessionBegan, "session.began", .session,
      says: "the header; always seq 1",
      fields: [
        .required(.app, .string, "bundle identifier or a name the app gives itself"),
        .required(.appVersion, .string),
        .required(.build, .string, values: [.debug, .release]),
        .required(.os, .string, "iOS, iPadOS, …"),
        .required(.osVersion, .string),
        .optional(.device, .string, "device class, never a device name"),
        .required(.sdk, .string, "google-mobile-ads, applovin-max, …"),
        .required(.sdkVersion, .string),
        .optional(
          .install, .string,
          "random id of this install, made by the recorder; ties the sessions of one install together"
        ),
        .required(.utcOffsetMin, .integer, "minutes east of UTC"),
        .optional(.timezone, .string, "IANA name"),
        .optional(.launchCount, .integer, "launches of this install, this one included"),
        .optional(.multiScene, .boolean, "the app supports several windows"),
        .optional(.testDevice, .boolean, "the SDK serves test ads here"),
        .optional(.captures, .strings, "the classes that this app records"),
        .optional(.policy, .object, "thresholds in force: key of rules.tsv → number"),
        .optional(.checksums, .boolean, "every record of this session carries `crc`"),
        .optional(.redacted, .strings, "fields removed or hashed"),
      ]),
    VocabularyEntry(
      .sessionEnded, "session.ended", .session,
      says: "the app had the time to end",
      fields: [
        .optional(.reason, .string, values: [.terminated, .other])
      ]),
    VocabularyEntry(
      .configChanged, "config.changed", .session,
      says: "thresholds from now on",
      fields: [
        .required(.policy, .object, "thresholds in force: key of rules.tsv → number"),
        .optional(.source, .string, values: [.remote, .local]),
        .optional(.version, .string),
      ]),
    VocabularyEntry(
      .recorderGap, "recorder.gap", .session,
      says: "the recorder itself lost records",
      fields: [
        .required(.dropped, .integer, "records lost"),
        .required(.reason, .string, values: [.diskFull, .bufferFull, .writeError, .suspended]),
      ]),
    VocabularyEntry(
      .sessionContinued, "session.continued", .session,
      says: "first record of the second and later files of one session; seq goes on",
      fields: [
        .required(.segment, .integer, "2, 3, … : the number of this file of the session"),
        .optional(.previousSha256, .string, "of the segment before"),
      ]),
    VocabularyEntry(
      .sessionSealed, "session.sealed", .session,
      says: "last record of a finished file",
      fields: [
        .required(.records, .integer, "records of the segment, this one not included"),
        .required(.sha256, .string, "of every byte of the segment before this line"),
        .optional(.hmac, .string, "HMAC-SHA-256 of sha256 under the key of this seal"),
        .optional(.key, .string, "names the key and its epoch"),
      ]),
    VocabularyEntry(
      .note, "note", .session,
      says: "anything a person or the app wants to say",
      fields: [
        .required(.text, .string)
      ]),
  ]
}
