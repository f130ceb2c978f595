internal import AdSession

/// Finds the known sentence in a message, and the facts in it.
struct SentenceReader {
  let source: LogSource
  /// The number of bytes of a message that are read.
  private static let longest = 2048

  /// The sentence in the message of a line; nil if it is unknown.
  func sentence(of line: LogLine, _ bytes: [UInt8]) -> AdSentence? {
    line.isOfMax
      ? MaxSentence.sentence(line.message, of: bytes) : sentence(line.message, of: bytes)
  }

  /// The sentence in a part of a line; nil if it is unknown.
  func sentence(_ part: Range<Int>, of bytes: [UInt8]) -> AdSentence? {
    let text = Array(bytes[part].prefix(Self.longest))
    var cursor = LogCursor(text.map(Self.small))
    Self.skipPrefix(&cursor)
    guard let byte = cursor.current, Self.isLetter(byte) else { return nil }
    guard var sentence = Self.find(&cursor) else { return nil }
    if case .version = sentence.what {
      sentence.what = .version(text.text(cursor.word()))
    }
    addFacts(to: &sentence, text, cursor)
    return sentence
  }

  // MARK: Finding

  private static func find(_ cursor: inout LogCursor) -> AdSentence? {
    callback(&cursor) ?? whole(&cursor) ?? opened(&cursor) ?? aboutSubject(&cursor)
  }

  private static func callback(_ cursor: inout LogCursor) -> AdSentence? {
    let start = cursor.index
    for (index, callback) in AdSentences.callbacks.enumerated() where cursor.skip(callback.text) {
      let next = cursor.current ?? UInt8(ascii: ".")
      if next < 0x80, "(:.!".utf8.contains(next) {
        return made(callback.what, 400 + index, callback.format)
      }
      cursor.goBack(to: start)
    }
    return nil
  }

  private static func whole(_ cursor: inout LogCursor) -> AdSentence? {
    for (index, whole) in AdSentences.whole.enumerated() where cursor.skip(whole.text) {
      return made(whole.what, 300 + index, nil)
    }
    return nil
  }

  private static func opened(_ cursor: inout LogCursor) -> AdSentence? {
    let start = cursor.index
    for (index, opener) in AdSentences.openers.enumerated() where cursor.skip(opener.text) {
      _ = cursor.skip("the ") || cursor.skip("an ")
      if let subject = subject(&cursor), isOver(cursor, opener.what) {
        return made(opener.what, 200 + index, subject.format)
      }
      cursor.goBack(to: start)
    }
    return nil
  }

  private static func aboutSubject(_ cursor: inout LogCursor) -> AdSentence? {
    let start = cursor.index
    _ = cursor.skip("the ")
    if let subject = subject(&cursor), cursor.skip(" ") {
      for (index, predicate) in AdSentences.predicates.enumerated()
      where cursor.skip(predicate.text) {
        if isOver(cursor, predicate.what) {
          return made(predicate.what, 100 + index, subject.format)
        }
        break
      }
    }
    cursor.goBack(to: start)
    return nil
  }

  private static func subject(_ cursor: inout LogCursor) -> (format: Word?, Void)? {
    let start = cursor.index
    for subject in AdSentences.subjects where cursor.skip(subject.text) {
      if cursor.current.map({ !isLetter($0) }) ?? true { return (subject.format, ()) }
      cursor.goBack(to: start)
    }
    return nil
  }

  private static func made(_ what: AdSentence.What, _ wording: Int, _ format: Word?) -> AdSentence {
    var sentence = AdSentence(what)
    sentence.wording = wording
    sentence.format = format
    return sentence
  }

  /// Whether a sentence ends here; details may follow after a colon, and anything after an error.
  private static func isOver(_ cursor: LogCursor, _ what: AdSentence.What) -> Bool {
    guard let next = cursor.current else { return true }
    if isLetter(next) { return false }
    if what == .event(.adFailedToLoad) || what == .event(.adFailedToPresent) { return true }
    if next == UInt8(ascii: ":") { return true }
    return !cursor.bytes[cursor.index...].contains(where: isLetter)
  }

  /// Skips prefixes that apps add: brackets, symbols, the name of a tool.
  private static func skipPrefix(_ cursor: inout LogCursor) {
    while let byte = cursor.current {
      if cursor.skip("flutter: ") { continue }
      if isLetter(byte) { return }
      let start = cursor.index
      if cursor.skip("["), let group = cursor.text(before: "]"), group.count <= 64 { continue }
      cursor.goBack(to: start)
      if cursor.skip("<google"), cursor.text(before: ">") != nil { continue }
      cursor.goBack(to: start)
      cursor.advance()
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte &- 97 < 26 || byte &- 48 < 10
  }

  private static func small(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }

  // MARK: Facts

  private func addFacts(to sentence: inout AdSentence, _ text: [UInt8], _ end: LogCursor) {
    sentence.unit = LogFacts.unit(in: text)
    let behind = end.index..<text.count
    switch sentence.what {
    case .event(.adFailedToLoad), .event(.adFailedToPresent):
      let facts = LogFacts(small: end.bytes, text: text, from: end.index)
      sentence.code = facts.code ?? (sentence.kind == .adFailedToLoad ? code(end, behind) : nil)
      sentence.domain = facts.domain
      sentence.message = facts.message
    case .event(.adRewardEarned):
      sentence.amount = LogFacts(small: end.bytes, text: text, from: end.index).amount
    default: break
    }
  }

  /// The error code of a known error message.
  private func code(_ end: LogCursor, _ behind: Range<Int>) -> Int64? {
    AdSentences.codes.first { $0.source == source && end.bytes.contains($0.message, in: behind) }?
      .code
  }
}
