/// What is wrong with a journal's bytes; the raw values are those of the journal format.
///
/// The first eleven are of one line, in order of precedence: a line has the first that applies.
public enum DamageCode: String, CaseIterable, Sendable {
  /// The line is longer than 1 MiB.
  case tooLong = "too-long"
  /// The line has NUL bytes: room that was reserved and never written.
  case nulPadding = "nul-padding"
  /// The line is no valid UTF-8.
  case notUTF8 = "not-utf8"
  /// The line is nested deeper than 32 levels.
  case tooDeep = "too-deep"
  /// The line breaks the grammar of JSON.
  case notJSON = "not-json"
  /// An object of the line has a key twice.
  case duplicateKey = "duplicate-key"
  /// The line is JSON, but no object.
  case notAnObject = "not-an-object"
  /// `crc` does not fit the bytes before it, or stands at another place than the end.
  case badCRC = "bad-crc"
  /// A required field of the record is absent.
  case missingField = "missing-field"
  /// A field of the record has a value of another type or form than the vocabulary says.
  case wrongType = "wrong-type"
  /// The header promises a `crc` in every record, and this one has none.
  case missingCRC = "missing-crc"
  /// The last line has no line feed: the process died while writing it.
  case tornTail = "torn-tail"
  /// Records are missing, and nothing says why.
  case seqGap = "seq-gap"
  /// Two records of other content have the same `seq`: both are dropped.
  case recordConflict = "record-conflict"
  /// The record's `t` goes back; it is not trusted.
  case clockBackwards = "clock-backwards"
  /// The first record of a session is not `session.began`.
  case noHeader = "no-header"
  /// Another `session.began` of a session that has one.
  case secondHeader = "second-header"
  /// A request, an ad, a load or a window is born a second time under the same name.
  case nameReused = "name-reused"
  /// A seal does not fit the bytes that it covers.
  case badSeal = "bad-seal"
  /// A record of a stream comes long after the end of its session; it is not judged.
  case lateRecord = "late-record"
}

/// What is odd about a journal and takes nothing away; the raw values are those of the format.
public enum NoteCode: String, CaseIterable, Sendable {
  /// A record occurs again with equal bytes; it counts once.
  case seqRepeated = "seq-repeated"
  /// A record stands after one with a higher `seq`; records are sorted.
  case outOfOrder = "out-of-order"
  /// A line has nothing but white space.
  case blankLine = "blank-line"
  /// The file begins with a byte-order mark.
  case byteOrderMark = "byte-order-mark"
  /// The last line has no line feed, but a valid `crc` says that it is whole.
  case missingNewline = "missing-newline"
}
