package import AdVocabulary
package import JSONLines

/// The only code that lays out a record as bytes: envelope, fields, checksum, line feed.
///
/// It writes lines one after the other into memory of fixed size and does not allocate. For each
/// line, call ``begin(_:seq:t:wall:)``, then one method per field in the order of the vocabulary,
/// then ``end()``. There must be ``room`` for what is written.
package struct RecordWriter: ~Copyable {
  /// The maximum number of bytes of a field without text, with the end of the line.
  @inlinable @inline(__always)
  package static var spare: Int { 256 }

  /// The maximum number of bytes of an envelope without the session's name.
  package static let longestEnvelope = 512

  @usableFromInline var buffer: LineBuffer
  @usableFromInline var lineStart = 0
  private let addsChecksums: Bool
  @usableFromInline let fragments: FragmentTable
  @usableFromInline let vocabulary: VocabularyTexts
  private var second: Int64?
  private var secondText: [UInt8] = []

  /// Makes a writer for the records of one session.
  ///
  /// - Parameters:
  ///   - addsChecksums: Whether each record ends with a `crc`.
  ///   - capacity: Bytes of all lines until ``clear()``, without those of one session name.
  package init(
    session: String, version: Int64 = Envelope.knownVersion, addsChecksums: Bool, capacity: Int
  ) {
    self.addsChecksums = addsChecksums
    vocabulary = .shared
    var name = JSONWriter()
    name.string(session)
    buffer = LineBuffer(capacity: capacity + name.bytes.count)
    fragments = FragmentTable([
      "{\"v\":\(version),\"session\":\(String(decoding: name.bytes, as: UTF8.self)),\"seq\":",
      ",\"t\":", ",\"wall\":\"", ",\"crc\":\"", "\"}\n", "}\n", "true", "false",
    ])
  }

  /// The indices of the fragments above.
  @usableFromInline enum Fragment {
    @inlinable static var session: Int { 0 }
    @inlinable static var time: Int { 1 }
    @inlinable static var wall: Int { 2 }
    @inlinable static var checksum: Int { 3 }
    @inlinable static var endOfChecksum: Int { 4 }
    @inlinable static var end: Int { 5 }
    @inlinable static var yes: Int { 6 }
    @inlinable static var no: Int { 7 }
  }

  /// All lines since ``clear()``.
  package var contents: ByteView { buffer.contents }

  /// The number of bytes of all lines.
  @inlinable @inline(__always)
  package var byteCount: Int { buffer.count }

  /// The number of bytes that can still be written.
  @inlinable @inline(__always)
  package var room: Int { buffer.room }

  /// Removes all lines.
  package mutating func clear() { buffer.clear() }

  /// Begins a line with its envelope.
  ///
  /// - Parameters:
  ///   - t: Milliseconds since the session began.
  ///   - wall: Milliseconds since 1970.
  package mutating func begin(_ kind: EventKind, seq: Int64, t: Int64, wall: Int64) {
    lineStart = buffer.count
    buffer.append(Fragment.session, of: fragments)
    buffer.append(seq)
    buffer.append(Fragment.time, of: fragments)
    buffer.append(t)
    buffer.append(Fragment.wall, of: fragments)
    append(wall: wall)
    buffer.append(Int(kind.rawValue), of: vocabulary.kinds)
  }

  /// The text of the last second is cached, because most records follow another of the same second.
  private mutating func append(wall: Int64) {
    guard wall >= 0 else { return buffer.append(unchanged: WallClock.text(wall)) }
    let seconds = wall / 1000
    if seconds != second {
      second = seconds
      secondText = Array(WallClock.text(seconds * 1000).utf8.dropLast("000Z".utf8.count))
    }
    buffer.append(secondText)
    buffer.append(UInt64(wall - seconds * 1000), digits: 3)
    buffer.append(UInt8(ascii: "Z"))
  }

  /// Writes a field with a text, which is escaped; it needs six times its bytes and ``spare``.
  ///
  /// Eight bytes behind the text must be readable. Bytes that are not UTF-8 become U+FFFD.
  @inlinable
  package mutating func text(_ name: FieldName, _ text: ByteView) {
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    buffer.append(string: text)
  }

  /// Writes a field with a text, which is escaped; it needs six times its bytes and ``spare``.
  package mutating func text(_ name: FieldName, _ text: String) {
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    buffer.append(string: text)
  }

  /// Writes a field with one whole value of valid JSON, copied as it is.
  @inlinable
  package mutating func json(_ name: FieldName, _ json: ByteView) {
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    buffer.append(json)
  }

  /// Writes a field with one whole value of valid JSON, copied as it is.
  package mutating func json(_ name: FieldName, _ json: [UInt8]) {
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    buffer.append(json)
  }

  /// Writes a field with a whole number.
  @inlinable
  package mutating func integer(_ name: FieldName, _ value: Int64) {
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    buffer.append(value)
  }

  /// Writes a field with a number: without a fraction if it has none, `null` if it is not finite.
  package mutating func number(_ name: FieldName, _ value: Double) {
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
      buffer.append(whole)
    } else {
      buffer.append(unchanged: value.isFinite ? value.description : "null")
    }
  }

  /// Writes a field with `true` or `false`.
  @inlinable
  package mutating func boolean(_ name: FieldName, _ value: Bool) {
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    buffer.append(value ? Fragment.yes : Fragment.no, of: fragments)
  }

  /// Writes a field with a value that the vocabulary lists; nothing for a word without text.
  @inlinable
  package mutating func word(_ name: FieldName, _ word: Word) {
    if vocabulary.words.isEmpty(Int(word.rawValue)) { return }
    buffer.append(Int(name.rawValue), of: vocabulary.names)
    buffer.append(Int(word.rawValue), of: vocabulary.words)
  }

  /// Ends the line, with the checksum of all its bytes before.
  package mutating func end() {
    guard addsChecksums else { return buffer.append(Fragment.end, of: fragments) }
    let size = buffer.count
    buffer.append(Fragment.checksum, of: fragments)
    buffer.appendChecksum(lineStart..<size)
    buffer.append(Fragment.endOfChecksum, of: fragments)
  }
}

/// The texts of the vocabulary as they are written in lines.
package final class VocabularyTexts: Sendable {
  /// The end of the wall clock, and the kind.
  package let kinds = FragmentTable(
    EventKind.allCases.map { "\",\"event\":\"\($0.name)\"" })
  /// A comma, a name and a colon.
  package let names = FragmentTable(FieldName.allCases.map { ",\"\($0.name)\":" })
  /// Quoted words; an empty text for a word without text.
  package let words = FragmentTable(
    Word.allCases.map { word in word.text.map { "\"\($0)\"" } ?? "" })

  /// All writers use the same texts.
  static let shared = VocabularyTexts()
}
