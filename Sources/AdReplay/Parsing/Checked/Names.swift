internal import AdSession

/// The numbers of the keys that are no fields of the vocabulary: those of the envelope.
enum EnvelopeKey {
  static let version: UInt8 = 200
  static let session: UInt8 = 201
  static let seq: UInt8 = 202
  static let time: UInt8 = 203
  static let wall: UInt8 = 204
  static let event: UInt8 = 205
  static let checksum: UInt8 = 206

  /// The fields that every record must have; the index is the bit in a set of fields seen.
  static let required = ["v", "session", "seq", "t", "wall", "event"]
}

/// The tables by which texts of a journal become numbers.
enum Names {
  /// Keys: the raw value of a ``FieldName``, or a number of ``EnvelopeKey``.
  static let keyNumbers: [(name: String, number: UInt8)] =
    [
      ("v", EnvelopeKey.version), ("session", EnvelopeKey.session), ("seq", EnvelopeKey.seq),
      ("t", EnvelopeKey.time), ("wall", EnvelopeKey.wall), ("event", EnvelopeKey.event),
      ("crc", EnvelopeKey.checksum),
    ] + FieldName.allCases.map { ($0.name, $0.rawValue) }

  /// The same, for keys that the scanner did not number since they have escapes.
  static let keys = NameTable(keyNumbers)

  /// Kinds of event by name.
  static let kinds = NameTable(Vocabulary.entries.map { ($0.name, $0.kind.rawValue) })

  /// Words by text.
  static let words = NameTable(
    Word.allCases.compactMap { word in word.text.map { ($0, word.rawValue) } })

  /// Classes by name.
  static let classes = NameTable(EventClass.allCases.map { ($0.name, $0.rawValue) })
}
