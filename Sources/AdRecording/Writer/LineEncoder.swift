internal import JournalFormat
internal import AdSession
internal import JSONLines

/// Writes the records of a session as lines, as ``RecordEncoder`` does, from the fields as they lie
/// in the queue and without allocating.
struct LineEncoder: ~Copyable {
  /// Bytes that no line exceeds: every byte of an event escaped, and the envelope.
  static let longestLine = 6 * (FieldWriter.maximumEvent + 64) + 1024

  /// Bytes that any number, word or name needs, and the end of a line behind it.
  private static let spare = 256

  private var buffer: LineBuffer
  /// How many lines there are.
  private(set) var count = 0
  private let addsChecksums: Bool
  private let prefix: FragmentTable
  private var second: Int64 = .min
  private var secondText: [UInt8] = []
  private let scratch = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 8)

  init(session: String, addsChecksums: Bool, capacity: Int) {
    self.addsChecksums = addsChecksums
    let version = Envelope.knownVersion
    var name = JSONWriter()
    name.string(session)
    let session = String(decoding: name.bytes, as: UTF8.self)
    buffer = LineBuffer(capacity: capacity + name.bytes.count)
    prefix = FragmentTable([
      "{\"v\":\(version),\"session\":\(session),\"seq\":", ",\"t\":", ",\"wall\":\"", "\"",
      ",\"crc\":\"", "\"}\n", "true", "false",
    ])
  }

  deinit { scratch.deallocate() }

  /// All lines so far.
  var contents: UnsafeRawBufferPointer { buffer.contents }

  /// How many bytes they have.
  var byteCount: Int { buffer.count }

  /// Forgets all lines.
  mutating func clear() {
    buffer.clear()
    count = 0
  }

  /// Appends the line of a record of the queue.
  mutating func append(_ record: QueuedRecord) {
    append(record.kind, seq: record.seq, record.time, record.fields)
  }

  /// Appends the line of a record that does not come from the queue; its fields take a KiB at most.
  mutating func append(
    _ kind: EventKind, seq: Int64, _ time: RecordTime, _ body: (inout FieldWriter) -> Void
  ) {
    var fields = FieldWriter(scratch, limit: 1000)
    body(&fields)
    append(kind, seq: seq, time, UnsafeRawBufferPointer(start: scratch, count: fields.count))
  }

  private mutating func append(
    _ kind: EventKind, seq: Int64, _ time: RecordTime, _ fields: UnsafeRawBufferPointer
  ) {
    let start = buffer.count
    buffer.append(0, of: prefix)
    buffer.append(seq)
    buffer.append(1, of: prefix)
    buffer.append(time.sinceStart / 1_000_000)
    buffer.append(2, of: prefix)
    append(wall: max(0, time.wall) / 1_000_000)
    buffer.append(Int(kind.rawValue), of: Self.kinds)
    append(fields)
    end(from: start)
    count &+= 1
  }

  private mutating func append(wall: Int64) {
    let seconds = wall / 1000
    if seconds != second {
      second = seconds
      secondText = Array(WallClock.text(seconds * 1000).utf8.prefix(20))
    }
    secondText.withUnsafeBytes { buffer.append($0) }
    buffer.append(UInt64(wall - seconds * 1000), digits: 3)
    buffer.append(UInt8(ascii: "Z"))
  }

  /// The fields of an event; of one that has far more than there are names, as many as fit.
  private mutating func append(_ fields: UnsafeRawBufferPointer) {
    var place = 0
    while place &+ 2 <= fields.count {
      let name = fields[place]
      guard let form = FieldWriter.Form(rawValue: fields[place &+ 1]) else { return }
      place &+= 2
      let size = form == .text || form == .json ? Self.size(fields, at: place) : 0
      if buffer.room < 6 &* size &+ Self.spare { return }
      if form != .word { buffer.append(Int(name), of: Self.names) }
      switch form {
      case .text, .json:
        let bytes = UnsafeRawBufferPointer(rebasing: fields[(place &+ 2)..<(place &+ 2 &+ size)])
        if form == .text { buffer.append(string: bytes) } else { buffer.append(bytes) }
        place &+= 2 &+ size
      case .integer:
        buffer.append(fields.loadUnaligned(fromByteOffset: place, as: Int64.self))
        place &+= 8
      case .number:
        append(Double(bitPattern: fields.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place &+= 8
      case .yes: buffer.append(6, of: prefix)
      case .no: buffer.append(7, of: prefix)
      case .word:
        append(Word(rawValue: fields[place]), name)
        place &+= 1
      }
    }
  }

  private static func size(_ fields: UnsafeRawBufferPointer, at place: Int) -> Int {
    Int(UInt16(littleEndian: fields.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
  }

  private mutating func append(_ word: Word?, _ name: UInt8) {
    guard let word, word.text != nil else { return }
    buffer.append(Int(name), of: Self.names)
    buffer.append(Int(word.rawValue), of: Self.words)
  }

  private mutating func append(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
      return buffer.append(whole)
    }
    var text = number.isFinite ? number.description : "null"
    text.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
  }

  private mutating func end(from start: Int) {
    guard addsChecksums else {
      buffer.append(UInt8(ascii: "}"))
      return buffer.append(UInt8(ascii: "\n"))
    }
    let sum = CRC32C.of(UnsafeRawBufferPointer(rebasing: buffer.contents[start...]))
    buffer.append(4, of: prefix)
    for shift in stride(from: UInt32(28), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: sum >> shift & 15)
      buffer.append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
    buffer.append(5, of: prefix)
  }

  private static let kinds = FragmentTable(
    EventKind.allCases.map { "\",\"event\":\"\($0.name)\"" })
  private static let names = FragmentTable(FieldName.allCases.map { ",\"\($0.name)\":" })
  private static let words = FragmentTable(Word.allCases.map { "\"\($0.text ?? "")\"" })
}
