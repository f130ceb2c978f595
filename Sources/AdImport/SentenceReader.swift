internal import JournalFormat
internal import AdSession

/// Reads the meaning of a message, and the facts in it, with the tables of patterns.
struct SentenceReader {
  private let patterns: PatternSet
  private var scans = PatternScans()

  /// Reads with the tables of a user before the built-in ones.
  init(_ tables: [PatternTable]) {
    patterns = tables.isEmpty ? .builtIn : PatternSet(tables + PatternTable.builtIn)
  }

  /// The classes of the events that lines of an SDK, or of the app, can tell.
  func classes(of sdk: String?) -> [EventClass] {
    var classes: [EventClass] = []
    for row in patterns.rows where row.sdk == nil || row.sdk == sdk {
      guard case .event(let kind) = row.meaning,
        let found = Vocabulary.entry(of: kind)?.eventClass, !classes.contains(found)
      else { continue }
      classes.append(found)
    }
    return classes
  }

  /// The row of the message of a line; nil if no table has it.
  mutating func match(of line: LogLine, _ bytes: [UInt8]) -> PatternMatch? {
    let tag = line.tag.isEmpty ? line.library : line.tag
    return patterns.first(in: bytes, line.message, tag: tag, &scans)
  }

  /// The sentence of a message.
  func sentence(_ match: PatternMatch) -> AdSentence {
    let row = match.row
    let words = match.words
    var sentence = AdSentence(
      meaning: row.meaning, wording: SymbolTable.hash(words.filter { $0 != 0x20 }),
      isName: !words.contains(0x20), sdk: row.sdk, isOfSDK: row.isOfSDK)
    sentence.version = match.text(.version)
    guard let kind = sentence.kind else { return sentence }
    sentence.namedSDK = match.text(.sdk).flatMap(AdLabels.sdk)
    sentence.format = match.text(.format).flatMap(AdLabels.format)
    sentence.unit = match.text(.unit)
    guard let entry = Vocabulary.entry(of: kind) else { return sentence }
    for field in entry.fields {
      guard let value = Self.value(of: field.name, match) else { continue }
      sentence.fields.append((field.name, value))
    }
    // That a log does not say why an ad failed is not the fault of the SDK.
    let isFailure = kind == .adFailedToLoad || kind == .adFailedToPresent
    if isFailure && !sentence.fields.contains(where: { $0.0 == .errorCode || $0.0 == .cause }) {
      sentence.fields.append((.cause, .string("other")))
    }
    return sentence
  }

  /// The value of a field of a record, if the message or the row contains it.
  private static func value(of name: FieldName, _ match: PatternMatch) -> FieldValue? {
    switch name {
    case .errorCode: match.text(.code).flatMap { Int64($0) }.map { .integer($0) }
    case .errorDomain: match.text(.domain).map { .string($0.cut()) }
    case .errorMessage: match.text(.message).map { .string($0.cut()) }
    case .cause: match.text(.cause).flatMap(AdLabels.cause).map { .string($0) }
    case .amount: match.text(.amount).flatMap(AdLabels.number).map { .number($0) }
    case .type: match.text(.type).map { .string($0.cut()) }
    case .network: match.text(.network).map { .string($0.cut()) }
    case .creative: match.text(.creative).map { .string($0.cut()) }
    case .placement: match.text(.placement).map { .string($0.cut()) }
    case .latencyMs: match.text(.latency).flatMap(AdLabels.milliseconds).map { .integer($0) }
    case .valueMicros:
      (match.text(.micros).flatMap { Int64($0) } ?? match.text(.revenue).flatMap(AdLabels.micros))
        .map { .integer($0) }
    case .currency: match.text(.currency).map { .string($0) }
    case .precision: .string(match.text(.precision).flatMap(AdLabels.precision) ?? "unknown")
    default: nil
    }
  }
}
