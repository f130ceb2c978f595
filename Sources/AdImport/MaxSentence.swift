internal import AdSession

/// Reads the messages of AppLovin's SDK about its waterfalls.
///
/// A waterfall tries one ad network after the other for a request. Only its end answers the
/// request: a network that fails or loads is not the result. The messages of the networks
/// themselves are no events.
///
/// | message | event |
/// |---|---|
/// | `[TaskProcessMediationWaterfall:UNIT:FORMAT] Waterfall loaded in 664ms …` | `ad.loaded` |
/// | `[TaskProcessMediationWaterfall:UNIT:FORMAT] Waterfall failed in 4ms with error: …` | `ad.failed_to_load` |
///
/// Newer versions write the unit and the format behind `for`: `… for REWARDED ad unit UNIT`.
enum MaxSentence {
  /// The wordings of these messages; no other sentence has them.
  private static let wordings = (loaded: 500, failed: 501)

  /// The sentence in a message; nil if it is unknown.
  static func sentence(_ part: Range<Int>, of bytes: [UInt8]) -> AdSentence? {
    let text = Array(bytes[part].prefix(2048))
    var cursor = LogCursor(text)
    if cursor.skip("[AppLovinSdk] ") { _ = cursor.word() }
    cursor.skipSpaces()
    guard cursor.skip("["), let group = cursor.text(before: "]"),
      text.contains("TaskProcessMediationWaterfall", in: group)
    else { return nil }
    cursor.skipSpaces()
    var sentence: AdSentence
    if cursor.skip("Waterfall loaded in ") {
      sentence = AdSentence(.event(.adLoaded))
      sentence.wording = wordings.loaded
    } else if cursor.skip("Waterfall failed in ") {
      sentence = AdSentence(.event(.adFailedToLoad))
      sentence.wording = wordings.failed
    } else {
      return nil
    }
    addPlace(to: &sentence, group, text, cursor)
    if sentence.kind == .adFailedToLoad { addError(to: &sentence, text, cursor) }
    return sentence
  }

  private static func addPlace(
    to sentence: inout AdSentence, _ group: Range<Int>, _ text: [UInt8], _ end: LogCursor
  ) {
    let parts = text[group].split(separator: UInt8(ascii: ":"))
    if parts.count > 1 { sentence.unit = text.text(parts[1].indices) }
    if parts.count > 2 { sentence.format = format(text.text(parts[2].indices)) }
    let rest = end.index..<text.count
    guard let middle = text.firstRange(of: " ad unit ", in: rest),
      let start = text.firstRange(of: " for ", in: rest), start.upperBound < middle.lowerBound
    else { return }
    sentence.format = format(text.text(start.upperBound..<middle.lowerBound)) ?? sentence.format
    let unit = text[middle.upperBound...].prefix { !LogCursor.isSpace($0) }
    if !unit.isEmpty { sentence.unit = text.text(unit.indices) }
  }

  private static func addError(
    to sentence: inout AdSentence, _ text: [UInt8], _ end: LogCursor
  ) {
    let small = text.map { $0 &- 65 < 26 ? $0 | 32 : $0 }
    let facts = LogFacts(small: small, text: text, from: end.index)
    sentence.code = facts.code
    sentence.message = facts.message
  }

  /// The format that AppLovin's SDK calls by a label.
  private static func format(_ label: String) -> Word? {
    switch label {
    case "APPOPEN": .appOpen
    case "INTER": .interstitial
    case "REWARDED": .rewarded
    case "REWARDED_INTER": .rewardedInterstitial
    case "BANNER", "LEADER", "MREC": .banner
    case "NATIVE": .native
    default: nil
    }
  }
}
