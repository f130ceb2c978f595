/// The kinds of damage in a journal; the raw values are those of the journal format.
///
/// The first eleven concern one line, in order of precedence: a line has the first that applies.
public enum DamageCode: String, CaseIterable, Sendable {
  /// The line is longer than 1 MiB.
  case tooLong = "too-long"
  /// The line contains NUL bytes, which were reserved and never written.
  case nulPadding = "nul-padding"
  /// The line is not valid UTF-8.
  case notUTF8 = "not-utf8"
  /// The line is nested deeper than 32 levels.
  case tooDeep = "too-deep"
  /// The line breaks the grammar of JSON.
  case notJSON = "not-json"
  /// An object of the line has a key twice.
  case duplicateKey = "duplicate-key"
  /// The line is JSON, but not an object.
  case notAnObject = "not-an-object"
  /// `crc` does not match the bytes before it, or is not the last key.
  case badCRC = "bad-crc"
  /// A required field of the record is absent.
  case missingField = "missing-field"
  /// A field of the record has a value that is not of the type or form in the vocabulary.
  case wrongType = "wrong-type"
  /// The header promises a `crc` in every record, and this one has none.
  case missingCRC = "missing-crc"
  /// The last line has no line feed: the process died while writing it.
  case tornTail = "torn-tail"
  /// Records are missing, and nothing explains why.
  case seqGap = "seq-gap"
  /// Two records with different content have the same `seq`; both are dropped.
  case recordConflict = "record-conflict"
  /// The `t` of the record goes back; the record is not trusted.
  case clockBackwards = "clock-backwards"
  /// The first record of a session is not `session.began`.
  case noHeader = "no-header"
  /// Another `session.began` of a session that has one.
  case secondHeader = "second-header"
  /// A second request, ad, load or window has the same name as the first.
  case nameReused = "name-reused"
  /// A seal does not match the bytes that it covers.
  case badSeal = "bad-seal"
  /// A seal that neither `session.began` nor `session.continued` announced; it was not verified.
  case unannouncedSeal = "unannounced-seal"
  /// A record of a stream is far behind the end of its session; it is not judged.
  case lateRecord = "late-record"
}

/// The kinds of notes about a journal, which change no verdict; the raw values are those of the
/// format.
public enum NoteCode: String, CaseIterable, Sendable {
  /// A record is repeated with equal bytes; it counts once.
  case seqRepeated = "seq-repeated"
  /// A record comes after one with a higher `seq`; records are sorted.
  case outOfOrder = "out-of-order"
  /// A line contains only white space.
  case blankLine = "blank-line"
  /// The file begins with a byte-order mark.
  case byteOrderMark = "byte-order-mark"
  /// The last line has no line feed, but a valid `crc` shows that it is complete.
  case missingNewline = "missing-newline"
  /// A session is also in another file of the call; each of the two counts.
  case sessionRepeated = "session-repeated"
}
