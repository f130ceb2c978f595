public import AdSession
internal import JSONLines

/// Writes records as lines: the envelope, then the fields in the order of the vocabulary, without
/// spaces, so that equal records are equal bytes.
///
/// Keep one to reuse its memory.
public struct RecordEncoder {
  private var writer = JSONWriter(reserving: 512)
  /// Whether each record ends with a `crc`.
  public var addsChecksums: Bool

  /// Makes an encoder.
  public init(addsChecksums: Bool = false) { self.addsChecksums = addsChecksums }

  /// The line of a record, with its line feed.
  ///
  /// Fields are put in the order of the vocabulary, whatever order they come in; those that the
  /// kind does not have follow behind.
  public mutating func line(
    _ kind: EventKind, _ envelope: Envelope, _ fields: [(FieldName, FieldValue)] = []
  ) -> [UInt8] {
    begin(kind.name, envelope)
    var rest = fields
    for entry in Vocabulary.entry(of: kind)?.fields ?? [] {
      guard let index = rest.firstIndex(where: { $0.0 == entry.name }) else { continue }
      write(rest[index].0, rest[index].1)
      rest.remove(at: index)
    }
    for (name, value) in rest { write(name, value) }
    return end()
  }

  /// The line of an event of a trace, with its line feed; nil for a kind that is unknown.
  ///
  /// What an ``Event`` does not keep (messages, waterfalls, values that the vocabulary does not
  /// list) is not written; a required text that it does not keep is written empty.
  ///
  /// - Parameters:
  ///   - header: What a `session.began` says.
  ///   - policy: The thresholds of a `config.changed`.
  public mutating func line(
    _ event: Event, of session: String, _ symbols: SymbolTable, header: Header? = nil,
    policy: [PolicySetting] = []
  ) -> [UInt8]? {
    guard let entry = Vocabulary.entry(of: event.kind) else { return nil }
    begin(
      entry.name, Envelope(session: session, seq: event.seq, t: event.t, wall: event.wall))
    let source = EventFields(event: event, symbols: symbols, header: header, policy: policy)
    for field in entry.fields {
      if let value = source.value(of: field) {
        write(field.name, value)
      } else if field.isRequired, field.type == .string {
        write(field.name, .string(""))
      }
    }
    return end()
  }

  private mutating func begin(_ event: String, _ envelope: Envelope) {
    writer.clear()
    writer.beginObject()
    writer.key("v")
    writer.integer(envelope.version)
    writer.key("session")
    writer.string(envelope.session)
    writer.key("seq")
    writer.integer(envelope.seq)
    writer.key("t")
    writer.integer(envelope.t)
    writer.key("wall")
    writer.string(WallClock.text(envelope.wall))
    writer.key("event")
    writer.string(event)
  }

  private mutating func write(_ name: FieldName, _ value: FieldValue) {
    writer.key(name.name)
    writer.value(value)
  }

  private mutating func end() -> [UInt8] {
    if addsChecksums {
      let sum = writer.bytes.withUnsafeBytes { CRC32C.of($0) }
      writer.key("crc")
      writer.string(CRC32C.hex(sum))
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
