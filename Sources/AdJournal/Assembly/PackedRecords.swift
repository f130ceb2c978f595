internal import AdSession

/// The records and texts of a session that has been silent for long, in few bytes.
///
/// Numbers are differences to the record before, seven bits a byte; what a record does not have
/// takes no room.
struct PackedRecords {
  private var bytes: [UInt8] = []
  private var records = 0
  private var texts = 0

  /// How many records there are.
  var count: Int { records }

  /// What a record has, as bits of its first two bytes.
  private enum Mark {
    static let checksum: UInt16 = 1 << 6
    static let numberA: UInt16 = 1 << 7
    static let numberB: UInt16 = 1 << 8
    static let flags: UInt16 = 1 << 9
    static let format: UInt16 = 1 << 10
    static let wordA: UInt16 = 1 << 11
    static let wordB: UInt16 = 1 << 12
    static let wordC: UInt16 = 1 << 13
    /// `seq` is one more, and the clocks have moved by the same time.
    static let isNext: UInt16 = 1 << 14
  }

  /// The most bytes that one record takes.
  private static let mostOfRecord = 160

  /// Packs records and texts.
  init(_ session: some Collection<StoredRecord>, _ symbols: SymbolMemory) {
    records = session.count
    texts = symbols.count - 1
    let most = session.count * Self.mostOfRecord + symbols.byteCount + symbols.count * 10
    let packed = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var writer = Writer(bytes: buffer)
      var last = StoredRecord(event: Event(), hash: 0, mark: 0)
      for record in session {
        writer.add(record, last)
        last = record
      }
      for id in 1..<symbols.count { writer.add(text: symbols.text(id)) }
      count = writer.count
    }
    // A copy without the room that was not needed.
    bytes = packed.withUnsafeBufferPointer { Array($0) }
  }

  /// Writes into memory that has room for all of it.
  private struct Writer {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func add(_ record: StoredRecord, _ last: StoredRecord) {
      let event = record.event
      let mark = PackedRecords.mark(record, last)
      add(byte: UInt8(truncatingIfNeeded: mark))
      add(byte: UInt8(truncatingIfNeeded: mark >> 8))
      add(byte: event.kind.rawValue)
      for shift in 0..<8 { add(byte: UInt8(truncatingIfNeeded: record.hash &>> UInt64(shift * 8))) }
      addDifference(event.t, last.event.t)
      if mark & Mark.isNext == 0 {
        addDifference(event.seq, last.event.seq)
        addDifference(event.wall, last.event.wall)
      }
      addDifference(Int64(event.line), Int64(last.event.line))
      addDifference(Int64(record.byte), Int64(last.byte))
      addFields(event, mark)
    }

    private mutating func addFields(_ event: Event, _ mark: UInt16) {
      add(event.unit)
      add(event.scene)
      add(event.ad)
      add(event.request)
      add(event.load)
      add(event.text)
      if mark & Mark.numberA != 0 { addDifference(event.numberA, 0) }
      if mark & Mark.numberB != 0 { addDifference(event.numberB, 0) }
      if mark & Mark.flags != 0 {
        add(UInt64(event.flags))
        add(UInt64(event.flagsPresent))
      }
      add(event.format)
      add(event.wordA)
      add(event.wordB)
      add(event.wordC)
    }

    private mutating func add(_ symbol: Symbol) {
      if symbol.isPresent { add(UInt64(symbol.id)) }
    }

    private mutating func add(_ word: Word) { if word != .absent { add(byte: word.rawValue) } }

    private mutating func addDifference(_ value: Int64, _ before: Int64) {
      let difference = value &- before
      add(UInt64(bitPattern: difference &<< 1 ^ difference &>> 63))
    }

    mutating func add(text: UnsafeRawBufferPointer) {
      add(UInt64(text.count))
      for byte in text { add(byte: byte) }
    }

    mutating func add(_ value: UInt64) {
      var value = value
      while value > 127 {
        add(byte: UInt8(truncatingIfNeeded: value) | 128)
        value >>= 7
      }
      add(byte: UInt8(truncatingIfNeeded: value))
    }

    @inline(__always)
    mutating func add(byte: UInt8) {
      bytes[count] = byte
      count &+= 1
    }
  }

  /// What a record has, and whether it follows the one before as most do.
  private static func mark(_ record: StoredRecord, _ last: StoredRecord) -> UInt16 {
    let event = record.event
    let before = last.event
    let isNext = event.seq == before.seq &+ 1 && event.wall &- before.wall == event.t &- before.t
    var mark: UInt16 = isNext ? Mark.isNext : 0
    if event.unit.isPresent { mark |= 1 }
    if event.scene.isPresent { mark |= 2 }
    if event.ad.isPresent { mark |= 4 }
    if event.request.isPresent { mark |= 8 }
    if event.load.isPresent { mark |= 16 }
    if event.text.isPresent { mark |= 32 }
    if record.hasChecksum { mark |= Mark.checksum }
    if event.numbersPresent & 1 != 0 { mark |= Mark.numberA }
    if event.numbersPresent & 2 != 0 { mark |= Mark.numberB }
    if event.flagsPresent != 0 { mark |= Mark.flags }
    if event.format != .absent { mark |= Mark.format }
    if event.wordA != .absent { mark |= Mark.wordA }
    if event.wordB != .absent { mark |= Mark.wordB }
    if event.wordC != .absent { mark |= Mark.wordC }
    return mark
  }
}

extension PackedRecords {
  /// All of it as bytes.
  var serialized: [UInt8] {
    var all: [UInt8] = []
    for count in [records, texts] {
      withUnsafeBytes(of: Int64(count).littleEndian) { all.append(contentsOf: $0) }
    }
    return all + bytes
  }

  /// Takes over what ``serialized`` gave.
  init(serialized: ArraySlice<UInt8>) {
    let counts = serialized.withUnsafeBytes { all in
      [0, 8].map { Int(Int64(littleEndian: all.loadUnaligned(fromByteOffset: $0, as: Int64.self))) }
    }
    records = counts[0]
    texts = counts[1]
    bytes = Array(serialized.dropFirst(16))
  }

  /// Gives the records back in their order, then the texts in theirs.
  func unpack(record: (StoredRecord) -> Void, text: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var reader = Reader(bytes: bytes)
      var last = StoredRecord(event: Event(), hash: 0, mark: 0)
      for _ in 0..<records {
        last = reader.record(last)
        record(last)
      }
      for _ in 0..<texts { text(reader.text()) }
    }
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var place = 0

    mutating func byte() -> UInt8 {
      place += 1
      return bytes[place - 1]
    }

    mutating func number() -> UInt64 {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while true {
        let next = byte()
        value |= UInt64(next & 127) &<< shift
        if next < 128 { return value }
        shift &+= 7
      }
    }

    mutating func difference(_ before: Int64) -> Int64 {
      let number = number()
      return before &+ (Int64(bitPattern: number &>> 1) ^ (0 &- Int64(number & 1)))
    }

    mutating func text() -> UnsafeRawBufferPointer {
      let count = Int(number())
      defer { place += count }
      return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }

    mutating func record(_ last: StoredRecord) -> StoredRecord {
      let mark = UInt16(byte()) | UInt16(byte()) &<< 8
      var event = Event(EventKind(rawValue: byte()) ?? .unknown)
      let hash = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
      event.t = difference(last.event.t)
      if mark & Mark.isNext != 0 {
        event.seq = last.event.seq &+ 1
        event.wall = last.event.wall &+ (event.t &- last.event.t)
      } else {
        event.seq = difference(last.event.seq)
        event.wall = difference(last.event.wall)
      }
      event.line = UInt32(truncatingIfNeeded: difference(Int64(last.event.line)))
      let byte = UInt64(bitPattern: difference(Int64(last.byte)))
      readFields(mark, &event)
      return StoredRecord(
        event: event, hash: hash, mark: byte &<< 1 | (mark & Mark.checksum != 0 ? 1 : 0))
    }

    private mutating func readFields(_ mark: UInt16, _ event: inout Event) {
      func symbol(_ index: UInt16) -> Symbol {
        mark & 1 << index == 0 ? .absent : Symbol(id: UInt32(truncatingIfNeeded: number()))
      }
      event.unit = symbol(0)
      event.scene = symbol(1)
      event.ad = symbol(2)
      event.request = symbol(3)
      event.load = symbol(4)
      event.text = symbol(5)
      if mark & Mark.numberA != 0 { event.numberA = difference(0) }
      if mark & Mark.numberB != 0 { event.numberB = difference(0) }
      event.numbersPresent =
        (mark & Mark.numberA != 0 ? 1 : 0) | (mark & Mark.numberB != 0 ? 2 : 0)
      if mark & Mark.flags != 0 {
        event.flags = UInt16(truncatingIfNeeded: number())
        event.flagsPresent = UInt16(truncatingIfNeeded: number())
      }
      if mark & Mark.format != 0 { event.format = word() }
      if mark & Mark.wordA != 0 { event.wordA = word() }
      if mark & Mark.wordB != 0 { event.wordB = word() }
      if mark & Mark.wordC != 0 { event.wordC = word() }
    }

    private mutating func word() -> Word { Word(rawValue: byte()) ?? .unrecognised }
  }
}

extension OpenSession {
  /// Whether its records are packed.
  var isPacked: Bool { packed != nil }

  /// Puts records and texts into few bytes until the next record comes.
  mutating func pack() {
    guard packed == nil else { return }
    packed = PackedRecords(records, symbols)
    symbols.deallocate()
    releaseRecords()
  }

  /// Makes the records of a packed session usable again.
  mutating func unpack() {
    guard let packed else { return }
    self.packed = nil
    forgetRecords()
    packed.unpack { record in
      append(record)
    } text: { text in
      symbols.append(text)
    }
  }
}
