internal import AdVocabulary
internal import JournalFormat
internal import JSONLines

/// Encodes queued records as lines, without allocating; ``RecordWriter`` writes the bytes.
struct LineEncoder: ~Copyable {
  /// The maximum number of bytes of a line: every byte of an event escaped, and the envelope.
  static let longestLine = 6 * (FieldWriter.maximumEvent + 64) + 1024

  private var writer: RecordWriter
  /// The number of lines.
  private(set) var count = 0
  private let ownFields = FieldMemory(capacity: 1000)
  private let responses: ResponseHash?

  /// Makes an encoder.
  ///
  /// - Parameter salt: The salt with which response ids are hashed; nil to write them unchanged.
  init(session: String, addsChecksums: Bool, capacity: Int, salt: ResponseSalt? = nil) {
    responses = salt.map { ResponseHash($0) }
    writer = RecordWriter(session: session, addsChecksums: addsChecksums, capacity: capacity)
  }

  /// All lines so far.
  var contents: ByteView { writer.contents }

  /// The number of bytes of all lines.
  var byteCount: Int { writer.byteCount }

  /// Removes all lines.
  mutating func clear() {
    writer.clear()
    count = 0
  }

  /// Appends the line of a record of the queue.
  mutating func append(_ record: QueuedRecord) {
    append(record.kind, seq: record.seq, record.time, record.fields)
  }

  /// Appends the line of a record that is not queued; its fields have at most 1000 bytes.
  mutating func append(
    _ kind: EventKind, seq: Int64, _ time: RecordTime, _ body: (inout FieldWriter) -> Void
  ) {
    append(kind, seq: seq, time, ownFields.fields(body))
  }

  private mutating func append(
    _ kind: EventKind, seq: Int64, _ time: RecordTime, _ fields: UnsafeRawBufferPointer
  ) {
    writer.begin(
      kind, seq: seq, t: time.sinceStart / 1_000_000, wall: max(0, time.wall) / 1_000_000)
    append(fields)
    writer.end()
    count &+= 1
  }

  /// Appends the fields of an event.
  ///
  /// If an event has so many fields that the buffer is full, the remaining ones are left out.
  private mutating func append(_ fields: UnsafeRawBufferPointer) {
    var offset = 0
    while offset &+ 2 <= fields.count {
      guard let name = FieldName(rawValue: fields[offset]),
        let form = FieldWriter.Form(rawValue: fields[offset &+ 1])
      else { return }
      offset &+= 2
      let size = form == .text || form == .json ? Self.size(fields, at: offset) : 0
      if writer.room < 6 &* size &+ RecordWriter.spare { return }
      switch form {
      case .text, .json:
        let bytes = ByteView(fields)[offset &+ 2..<offset &+ 2 &+ size]
        switch form {
        case .text where name == .response:
          response(UnsafeRawBufferPointer(rebasing: fields[offset &+ 2..<offset &+ 2 &+ size]))
        case .text: writer.text(name, bytes)
        default: writer.json(name, bytes)
        }
        offset &+= 2 &+ size
      case .integer:
        writer.integer(name, fields.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        offset &+= 8
      case .number:
        let bits = fields.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        writer.number(name, Double(bitPattern: bits))
        offset &+= 8
      case .yes: writer.boolean(name, true)
      case .no: writer.boolean(name, false)
      case .word:
        if let word = Word(rawValue: fields[offset]) { writer.word(name, word) }
        offset &+= 1
      }
    }
  }

  /// Writes a response id: hashed, or as a text of the usual length.
  @inline(never)
  private mutating func response(_ id: UnsafeRawBufferPointer) {
    if let responses { return writer.text(.response, responses.text(of: id)) }
    let end = FieldWriter.cut(id, FieldWriter.maximumText)
    writer.text(.response, ByteView(id)[0..<end])
  }

  private static func size(_ fields: UnsafeRawBufferPointer, at offset: Int) -> Int {
    Int(UInt16(littleEndian: fields.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }
}
