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
    switch value {
    case .string(let text): writer.string(text)
    case .integer(let number): writer.integer(number)
    case .number(let number): write(number)
    case .boolean(let truth): writer.boolean(truth)
    case .strings(let texts):
      writer.beginArray()
      for text in texts { writer.string(text) }
      writer.endArray()
    case .policy(let settings):
      writer.beginObject()
      for setting in settings {
        writer.key(setting.key.name)
        write(setting.value)
      }
      writer.endObject()
    case .json(let bytes): bytes.withUnsafeBytes { writer.raw($0) }
    }
  }

  private mutating func write(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
      writer.integer(whole)
    } else {
      writer.decimal(number)
    }
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

/// The fields of an event as values to be written.
private struct EventFields {
  let event: Event
  let symbols: SymbolTable
  let header: Header?
  let policy: [PolicySetting]

  /// The value of a field; nil where the event does not have it.
  func value(of field: FieldEntry) -> FieldValue? {
    if event.kind == .sessionBegan { return header?.value(of: field.name) }
    if field.name == .policy { return .policy(policy) }
    switch field.name.storage {
    case .unit: return text(event.unit)
    case .scene: return text(event.scene)
    case .ad: return text(event.ad)
    case .request: return text(event.request)
    case .load: return text(event.load)
    case .text: return text(event.text)
    case .format: return text(event.format)
    case .wordA: return text(event.wordA)
    case .wordB: return text(event.wordB)
    case .wordC: return text(event.wordC)
    case .number(let index): return (index == 0 ? event.first : event.second).map { .integer($0) }
    case .amount: return event.amount.map { .number($0) }
    case .flag(let bit): return event.flag(bit).map { .boolean($0) }
    case .header, .bytes: return nil
    }
  }

  private func text(_ symbol: Symbol) -> FieldValue? {
    symbol.isPresent ? .string(symbols.text(symbol)) : nil
  }

  private func text(_ word: Word) -> FieldValue? { word.text.map { .string($0) } }
}

extension Header {
  /// What the header says of one of its fields; nil where it says nothing.
  fileprivate func value(of name: FieldName) -> FieldValue? {
    switch name {
    case .app: .string(app)
    case .appVersion: .string(appVersion)
    case .build: build.text.map { .string($0) } ?? .string("unknown")
    case .os: .string(os)
    case .osVersion: .string(osVersion)
    case .device: device.isEmpty ? nil : .string(device)
    case .sdk: .string(sdk)
    case .sdkVersion: .string(sdkVersion)
    case .install: install.isEmpty ? nil : .string(install)
    case .utcOffsetMin: .integer(utcOffsetMinutes)
    case .timezone: timezone.isEmpty ? nil : .string(timezone)
    case .launchCount: launchCount.map { .integer($0) }
    case .multiScene: multiScene.map { .boolean($0) }
    case .testDevice: testDevice.map { .boolean($0) }
    case .captures: captures.map { .strings($0.classes.map(\.name)) }
    case .policy: policy.isEmpty ? nil : .policy(policy)
    case .checksums: checksums.map { .boolean($0) }
    default: nil
    }
  }
}
