internal import AdRules
internal import Platform

/// The packed ``CapNote`` of one session in a ``CapLedger``, which can hold millions of them.
///
/// Layout: four bytes for the length of the record, eight bytes for the hash of the install, eight
/// bytes for the hash of the session's name, then numbers of variable length. A number of an entry
/// is stored as the difference from the entry before it. The first wall clock is stored as the
/// difference from the session's first record.
enum CapRecord {
  /// The bytes before the numbers.
  static let headSize = 20

  private static let mostOfNumber = 10
  private static let numbersOfNote = 10
  private static let mostOfEntry = 1 + 6 * mostOfNumber

  /// The bits of the byte before an entry: which numbers the entry has.
  private enum Mark {
    static let wall: UInt8 = 1
    static let lost: UInt8 = 2
    static let cap: UInt8 = 4
    static let slack: UInt8 = 8
    static let zone: UInt8 = 16
    static let unknownLoss: UInt8 = 32
  }

  /// Returns the record of a session.
  static func bytes(of note: CapNote, install: String) -> [UInt8] {
    let hash = UInt64(bitPattern: Int64(install.hashValue))
    var writer = Writer(note, install: hash)
    writer.number(note.span.first)
    writer.number(note.span.last &- note.span.first)
    writer.number(note.span.latestFirst &- note.span.first)
    writer.optional(note.span.launchCount)
    writer.number(Int64(note.records))
    writer.optional(note.question.map(Int64.init))
    if note.question != nil {
      writer.number(Int64(note.input))
      writer.number(Int64(note.order))
      writer.optional(note.archive.map(Int64.init))
    }
    for index in note.entries.indices { writer.entry(note.entries[index]) }
    return writer.finish()
  }

  /// The length of the record at an offset and the hash of its install; nil where bytes are
  /// missing.
  static func head(
    at offset: Int, _ reader: inout TemporaryFileSnapshot.Reader
  ) -> (size: Int, install: UInt64)? {
    guard let size = reader.integer(at: offset, as: UInt32.self), size > headSize,
      let install = reader.integer(at: offset + 4, as: UInt64.self)
    else { return nil }
    return (Int(size), install)
  }

  /// A reader of a damaged record may read this many bytes behind its end.
  static let room = mostOfEntry + numbersOfNote * mostOfNumber

  /// The note of the record in a range of bytes.
  static func note(_ bytes: [UInt8], _ range: Range<Int>) -> CapNote {
    var reader = Reader(bytes: bytes, index: range.lowerBound + headSize)
    let first = reader.number()
    let last = first &+ reader.number()
    let latestFirst = first &+ reader.number()
    var note = CapNote(
      InstallOrder.Span(
        first: first, last: last, latestFirst: latestFirst, launchCount: reader.optional()))
    note.session = bytes.integer(at: range.lowerBound + 12, as: UInt64.self) ?? 0
    note.records = Int(reader.number())
    note.question = reader.optional().map { Int($0) }
    if note.question != nil {
      note.input = Int(reader.number())
      note.order = Int(reader.number())
      note.archive = reader.optional().map { UInt64(bitPattern: $0) }
    }
    readEntries(&reader, upTo: range.upperBound, first, to: &note.entries)
    return note
  }

  private static func readEntries(
    _ reader: inout Reader, upTo end: Int, _ first: Int64, to entries: inout [CapEntry]
  ) {
    var entry = CapEntry(day: 0)
    var wall = first
    var cap: Int64 = 0
    while reader.index < end {
      let marks = reader.byte()
      entry.day &+= reader.number()
      if marks & Mark.wall != 0 { wall &+= reader.number() }
      if marks & Mark.cap != 0 { cap &+= reader.number() }
      entry.wall = marks & Mark.wall != 0 ? wall : nil
      entry.cap = marks & Mark.cap != 0 ? cap : nil
      entry.lost = marks & Mark.unknownLoss != 0 ? .unknown : nil
      if marks & Mark.lost != 0 { entry.lost = .records(reader.number()) }
      entry.slack = marks & Mark.slack != 0 ? reader.number() : nil
      entry.openZone = marks & Mark.zone != 0 ? reader.number() : nil
      entries.append(entry)
    }
  }
}

extension CapRecord {
  private struct Writer {
    private var bytes: [UInt8] = []
    private var day: Int64 = 0
    private var wall: Int64
    private var cap: Int64 = 0

    init(_ note: CapNote, install: UInt64) {
      wall = note.span.first
      bytes.reserveCapacity(
        CapRecord.headSize + CapRecord.numbersOfNote * CapRecord.mostOfNumber
          + note.entries.count * CapRecord.mostOfEntry)
      bytes.append(integer: UInt32(0))
      bytes.append(integer: install)
      bytes.append(integer: note.session)
    }

    /// A number that may be missing: zero, or one and the number.
    mutating func optional(_ value: Int64?) {
      bytes.append(value == nil ? 0 : 1)
      if let value { number(value) }
    }

    /// Returns the record with its length at its beginning.
    mutating func finish() -> [UInt8] {
      let count = UInt32(truncatingIfNeeded: bytes.count)
      for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
      return bytes
    }

    mutating func entry(_ entry: CapEntry) {
      let mark = bytes.count
      var marks: UInt8 = 0
      bytes.append(marks)
      number(entry.day &- day)
      day = entry.day
      if let next = entry.wall {
        marks |= Mark.wall
        number(next &- wall)
        wall = next
      }
      if let next = entry.cap {
        marks |= Mark.cap
        number(next &- cap)
        cap = next
      }
      switch entry.lost {
      case .records(let count):
        marks |= Mark.lost
        number(count)
      case .unknown: marks |= Mark.unknownLoss
      case nil: break
      }
      if let slack = entry.slack {
        marks |= Mark.slack
        number(slack)
      }
      if let zone = entry.openZone {
        marks |= Mark.zone
        number(zone)
      }
      bytes[mark] = marks
    }

    /// Seven bits per byte; small numbers of either sign take one byte.
    @inline(__always)
    mutating func number(_ value: Int64) {
      var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var index: Int

    @inline(__always)
    mutating func byte() -> UInt8 {
      defer { index += 1 }
      return bytes[index]
    }

    mutating func optional() -> Int64? { byte() == 0 ? nil : number() }

    /// Reads at most ten bytes, even where the disk changed them.
    @inline(__always)
    mutating func number() -> Int64 {
      var value = UInt64(byte())
      if value >= 0x80 {
        value &= 0x7F
        var shift: UInt64 = 7
        while true {
          let next = UInt64(byte())
          value |= (next & 0x7F) &<< shift
          shift &+= 7
          if next < 0x80 || shift > 63 { break }
        }
      }
      return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
  }
}
