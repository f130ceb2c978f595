/// What a ``CapLedger`` keeps of a session, in few bytes: a million of them can wait.
///
/// Four bytes for the length of all, eight each for the hashes of the install and of the session's
/// name, then numbers of as many bytes as they need; those of an entry are told by what they are more
/// than those of the entry before it. The wall clock of the first one is told by what it is more than
/// that of the session's first record.
enum CapRecord {
  /// The bytes before the numbers.
  static let headSize = 20

  private static let mostOfNumber = 10
  private static let mostOfEntry = 1 + 6 * mostOfNumber

  /// Which numbers an entry has, in a byte before them.
  private enum Mark {
    static let wall: UInt8 = 1
    static let lost: UInt8 = 2
    static let cap: UInt8 = 4
    static let slack: UInt8 = 8
    static let zone: UInt8 = 16
  }

  /// Calls back with the record of a session.
  static func withBytes<Value>(
    of entries: [CapEntry], install: String, session: UInt64, order: Int, archive: Int64,
    _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    let most = headSize + 3 * mostOfNumber + entries.count * mostOfEntry
    return withUnsafeTemporaryAllocation(byteCount: most, alignment: 8) { buffer in
      var writer = Writer(buffer, began: entries.first?.began ?? 0)
      writer.number(Int64(order))
      writer.number(archive)
      writer.number(entries.first?.began ?? 0)
      for place in entries.indices { writer.entry(entries[place]) }
      let hash = UInt64(bitPattern: Int64(install.hashValue))
      buffer.storeBytes(of: UInt32(truncatingIfNeeded: writer.place), as: UInt32.self)
      buffer.storeBytes(of: hash, toByteOffset: 4, as: UInt64.self)
      buffer.storeBytes(of: session, toByteOffset: 12, as: UInt64.self)
      return body(UnsafeRawBufferPointer(rebasing: buffer[..<writer.place]))
    }
  }

  /// How long the record is that begins with these bytes.
  static func size(_ head: UnsafeRawBufferPointer) -> Int {
    Int(head.loadUnaligned(as: UInt32.self))
  }

  /// The hash of the install.
  static func install(_ head: UnsafeRawBufferPointer) -> UInt64 {
    head.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
  }

  /// So many bytes behind a record must be there to be read, whatever they are.
  static let room = mostOfEntry

  /// Adds the entries of a record to others.
  static func read(_ record: UnsafeRawBufferPointer, call: Int, to entries: inout [CapEntry]) {
    guard let start = record.baseAddress else { return }
    var reader = Reader(place: start + headSize)
    var entry = CapEntry(day: 0)
    entry.order = Int(reader.number())
    entry.archive = reader.number()
    entry.call = call
    entry.session = record.loadUnaligned(fromByteOffset: 12, as: UInt64.self)
    entry.began = reader.number()
    var wall = entry.began
    var cap: Int64 = 0
    while reader.place < start + record.count {
      let marks = reader.byte()
      entry.day &+= reader.number()
      if marks & Mark.wall != 0 { wall &+= reader.number() }
      if marks & Mark.cap != 0 { cap &+= reader.number() }
      entry.wall = marks & Mark.wall != 0 ? wall : nil
      entry.cap = marks & Mark.cap != 0 ? cap : nil
      entry.lost = marks & Mark.lost != 0 ? reader.number() : nil
      entry.slack = marks & Mark.slack != 0 ? reader.number() : nil
      entry.openZone = marks & Mark.zone != 0 ? reader.number() : nil
      entries.append(entry)
    }
  }
}

extension CapRecord {
  private struct Writer {
    let buffer: UnsafeMutableRawBufferPointer
    var place = CapRecord.headSize
    private var day: Int64 = 0
    private var wall: Int64
    private var cap: Int64 = 0

    init(_ buffer: UnsafeMutableRawBufferPointer, began: Int64) {
      self.buffer = buffer
      wall = began
    }

    mutating func entry(_ entry: CapEntry) {
      let mark = place
      var marks: UInt8 = 0
      place += 1
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
      if let lost = entry.lost {
        marks |= Mark.lost
        number(lost)
      }
      if let slack = entry.slack {
        marks |= Mark.slack
        number(slack)
      }
      if let zone = entry.openZone {
        marks |= Mark.zone
        number(zone)
      }
      buffer[mark] = marks
    }

    /// Seven bits a byte; small ones take one, whatever their sign.
    @inline(__always)
    mutating func number(_ value: Int64) {
      var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
      while rest >= 0x80 {
        buffer[place] = UInt8(truncatingIfNeeded: rest) | 0x80
        place &+= 1
        rest >>= 7
      }
      buffer[place] = UInt8(truncatingIfNeeded: rest)
      place &+= 1
    }
  }

  private struct Reader {
    var place: UnsafeRawPointer

    @inline(__always)
    mutating func byte() -> UInt8 {
      defer { place += 1 }
      return place.load(as: UInt8.self)
    }

    /// Of at most ten bytes, even where a disk has changed them.
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
