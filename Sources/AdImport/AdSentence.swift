internal import JournalFormat
internal import AdSession

/// The meaning of one line of a log, without its context.
struct AdSentence {
  /// What the line tells.
  let meaning: RowMeaning
  /// A hash of the words that matched; two wordings of one event can come from two callers.
  let wording: UInt64
  /// Whether what matched is a single word, such as the name of a callback.
  let isName: Bool
  /// The SDK that the line belongs to; nil for what an app may say with any SDK.
  let sdk: String?
  /// Whether the SDK prints the line, or its plugin, and not the app.
  let isOfSDK: Bool
  /// The SDK that the words of the app name.
  var namedSDK: String?
  /// The ad format, if the sentence contains it.
  var format: Word?
  /// The format that the user set for ads without one in the log.
  var presumed: Word?
  /// The ad unit, if the line contains one.
  var unit: String?
  /// The version of the SDK, if the line contains it.
  var version: String?
  /// Further fields of the record.
  var fields: [(FieldName, FieldValue)] = []

  /// A sentence about an ad of which nothing is known.
  static let unknown = AdSentence(
    meaning: .note, wording: 0, isName: false, sdk: nil, isOfSDK: false)

  /// The kind of the event; nil if the sentence is not an event.
  var kind: EventKind? {
    if case .event(let kind) = meaning { kind } else { nil }
  }

  /// Whether the line shows that the app talks to the SDK, and not that it is a network only.
  var provesSDK: Bool { meaning != .inner && meaning != .unknown }

  /// The code of an error.
  var code: FieldValue? { fields.first { $0.0 == .errorCode }?.1 }
}
