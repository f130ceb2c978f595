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
  /// How many bytes stand before the records in ``serialized``.
  private static let headCount = 16

  /// Packs records and texts.
  init(_ session: StoredRecords, _ symbols: SymbolMemory) {
    let events = UnsafeBufferPointer(start: session.events, count: session.count)
    records = events.count
    texts = symbols.count - 1
    // A copy without the room that was not needed.
    bytes = withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: Self.most(events.count, symbols)
    ) { buffer in
      var writer = Writer(bytes: buffer)
      writer.add(events, session.marks, symbols)
      return Array(buffer[..<writer.count])
    }
  }

  /// Events and texts as ``serialized`` gives them, behind other bytes; in one piece of memory.
  static func serialized(
    _ events: UnsafeBufferPointer<Event>, _ symbols: SymbolMemory, after head: [UInt8]
  ) -> [UInt8] {
    let most = head.count + headCount + most(events.count, symbols)
    return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var writer = Writer(bytes: buffer)
      head.withUnsafeBytes { writer.add(bytes: $0) }
      for number in [Int64(events.count), Int64(symbols.count - 1)] {
        withUnsafeBytes(of: number.littleEndian) { writer.add(bytes: $0) }
      }
      writer.add(events, nil, symbols)
      count = writer.count
    }
  }

  private static func most(_ count: Int, _ symbols: SymbolMemory) -> Int {
    count * mostOfRecord + symbols.byteCount + symbols.count * 10
  }

  /// Writes into memory that has room for all of it.
  private struct Writer {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func add(
      _ events: UnsafeBufferPointer<Event>, _ marks: UnsafePointer<UInt64>?,
      _ symbols: SymbolMemory
    ) {
      var first = Event()
      withUnsafePointer(to: &first) { first in
        var last = (event: first, byte: Int64(0))
        for index in events.indices {
          guard let event = events.baseAddress.map({ $0 + index }) else { break }
          let mark = marks.map { $0[index] } ?? 0
          let byte = Int64(bitPattern: mark &>> 1)
          add(event, hasChecksum: mark & 1 != 0, byte, after: last.event, last.byte)
          last = (event, byte)
        }
      }
      for id in 1..<symbols.count { add(text: symbols.text(id)) }
    }

    private mutating func add(
      _ event: UnsafePointer<Event>, hasChecksum: Bool, _ byte: Int64,
      after last: UnsafePointer<Event>, _ lastByte: Int64
    ) {
      let mark = PackedRecords.mark(event, last) | (hasChecksum ? Mark.checksum : 0)
      add(byte: UInt8(truncatingIfNeeded: mark))
      add(byte: UInt8(truncatingIfNeeded: mark >> 8))
      add(byte: event.pointee.kind.rawValue)
      addDifference(event.pointee.t, last.pointee.t)
      if mark & Mark.isNext == 0 {
        addDifference(event.pointee.seq, last.pointee.seq)
        addDifference(event.pointee.wall, last.pointee.wall)
      }
      addDifference(Int64(event.pointee.line), Int64(last.pointee.line))
      addDifference(byte, lastByte)
      addFields(event.pointee, mark)
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

    private mutating func add(text: UnsafeRawBufferPointer) {
      add(UInt64(text.count))
      add(bytes: text)
    }

    @inline(__always)
    mutating func add(bytes more: UnsafeRawBufferPointer) {
      if let start = more.baseAddress, let all = bytes.baseAddress {
        UnsafeMutableRawPointer(all + count).copyMemory(from: start, byteCount: more.count)
      }
      count &+= more.count
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
  private static func mark(
    _ event: UnsafePointer<Event>, _ before: UnsafePointer<Event>
  ) -> UInt16 {
    let (event, before) = (event.pointee, before.pointee)
    let isNext = event.seq == before.seq &+ 1 && event.wall &- before.wall == event.t &- before.t
    var mark: UInt16 = isNext ? Mark.isNext : 0
    if event.unit.isPresent { mark |= 1 }
    if event.scene.isPresent { mark |= 2 }
    if event.ad.isPresent { mark |= 4 }
    if event.request.isPresent { mark |= 8 }
    if event.load.isPresent { mark |= 16 }
    if event.text.isPresent { mark |= 32 }
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
    all.reserveCapacity(Self.headCount + bytes.count)
    for number in [Int64(records), Int64(texts)] {
      withUnsafeBytes(of: number.littleEndian) { all.append(contentsOf: $0) }
    }
    return all + bytes
  }

  /// Takes over what ``serialized`` gave.
  init(serialized: ArraySlice<UInt8>) {
    (records, texts) = serialized.withUnsafeBytes(Self.head)
    bytes = Array(serialized.dropFirst(Self.headCount))
  }

  private static func head(
    _ serialized: UnsafeRawBufferPointer
  ) -> (records: Int, texts: Int) {
    func number(_ place: Int) -> Int64 {
      Int64(littleEndian: serialized.loadUnaligned(fromByteOffset: place, as: Int64.self))
    }
    return (Int(number(0)), Int(number(8)))
  }

  /// The first events of what ``serialized`` gave, read where it lies.
  static func events(_ serialized: UnsafeRawBufferPointer, first most: Int) -> [Event] {
    let count = min(head(serialized).records, most)
    var reader = Reader(bytes: UnsafeRawBufferPointer(rebasing: serialized[headCount...]))
    return [Event](unsafeUninitializedCapacity: count) { events, done in
      var last = StoredRecord(event: Event(), mark: 0)
      while done < count, let place = events.baseAddress {
        last = reader.record(last)
        (place + done).initialize(to: last.event)
        done += 1
      }
    }
  }

  /// Gives the records back in their order, then the texts in theirs.
  func unpack(record: (StoredRecord) -> Void, text: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var reader = Reader(bytes: bytes)
      var last = StoredRecord(event: Event(), mark: 0)
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
        event: event, mark: byte &<< 1 | (mark & Mark.checksum != 0 ? 1 : 0))
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
