internal import AdSession

/// The meaning of a message that matches a row.
enum RowMeaning: Equatable {
  /// An event of an ad or of the app.
  case event(EventKind)
  /// A message about ads that is no event and is kept as a note.
  case note
  /// An outcome of a network below a mediator; no event of the app's ad.
  case inner
  /// A known message that a journal does not need.
  case ignore
  /// A line of the SDK that tells nothing that its table understands.
  case unknown
  /// No line of its own: a fact in the lines of the other rows.
  case fact
  /// The version of the SDK.
  case version
  /// The SDK serves test ads to this device.
  case testDevice
}

/// A row of a pattern table.
final class PatternRow: Sendable {
  /// The number of the row in its table or, in a ``PatternSet``, in the whole set; from 0.
  let number: Int
  /// The SDK whose lines match; nil for lines that apps print with any SDK.
  let sdk: String?
  /// Whether the SDK or its plugin writes these lines, not the app.
  let isOfSDK: Bool
  /// The tags of the lines; empty for all lines.
  let tags: [String]
  let meaning: RowMeaning
  /// The fields that the row itself gives.
  let constants: [(PatternField, String)]
  let pattern: LinePattern
  /// Where the message is documented or was seen; `-` in a user's table.
  let link: String
  /// The table and the line in it: `applovin-max.tsv:12`.
  let place: String

  init(
    number: Int, sdk: String?, isOfSDK: Bool, tags: [String], meaning: RowMeaning,
    constants: [(PatternField, String)], pattern: LinePattern, link: String, place: String
  ) {
    self.number = number
    self.sdk = sdk
    self.isOfSDK = isOfSDK
    self.tags = tags
    self.meaning = meaning
    self.constants = constants
    self.pattern = pattern
    self.link = link
    self.place = place
  }

  /// The same row with another number.
  convenience init(_ row: PatternRow, number: Int) {
    self.init(
      number: number, sdk: row.sdk, isOfSDK: row.isOfSDK, tags: row.tags, meaning: row.meaning,
      constants: row.constants, pattern: row.pattern, link: row.link, place: row.place)
  }

  /// Whether the row is for lines with this tag.
  func accepts(tag: Range<Int>, _ bytes: [UInt8]) -> Bool {
    tags.isEmpty || tags.contains { bytes[tag].elementsEqual($0.utf8) }
  }
}
