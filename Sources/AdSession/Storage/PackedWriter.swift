/// Writes what ``PackedReader`` reads, into memory that has room for all of it.
struct PackedWriter {
  private let start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer

  /// The number of readable bytes behind the last record and behind the last text.
  private static let padding = 8
  /// The maximum number of bytes that one record takes, with those behind it that are overwritten.
  private static let mostOfRecord = 128
  private static let mostOfLength = 10

  init(_ start: UnsafeMutableRawPointer) {
    self.start = start
    next = start
  }

  /// The maximum number of bytes that records and texts take.
  static func most(_ count: Int, _ symbols: borrowing SymbolMemory) -> Int {
    count * mostOfRecord + symbols.byteCount + symbols.count * mostOfLength + padding
  }

  /// The number of bytes written.
  var count: Int { next - start }

  mutating func add(
    _ events: UnsafeBufferPointer<Event>, _ marks: UnsafePointer<UInt64>?,
    _ symbols: borrowing SymbolMemory
  ) {
    // A copy in registers: `self` would be written to memory with every byte.
    var writer = self
    var nothing = Event()
    withUnsafePointer(to: &nothing) { nothing in
      var (event, last) = (events.baseAddress ?? nothing, nothing)
      var before: UInt64 = 0
      for index in 0..<events.count {
        let own = marks.map { $0[index] } ?? 0
        writer.add(event, after: last, own, before)
        before = own
        last = event
        event += 1
      }
    }
    writer.add(symbols)
    self = writer
  }

  /// Adds a record with its mark; `before` is that of the one before.
  @inline(__always)
  private mutating func add(
    _ event: UnsafePointer<Event>, after last: UnsafePointer<Event>,
    _ own: UInt64, _ before: UInt64
  ) {
    let first = next
    next += 5
    var mark = UInt(own & 1) &* UInt(PackedRecords.Mark.checksum)
    var lengths = number(Int64(bitPattern: own &>> 1 &- before &>> 1)) &<< 8
    addClocks(event, after: last, &mark, &lengths)
    addSymbols(event, &mark)
    lengths |= number(event.pointee[Event.NumberSlot.first] ?? 0) &<< 12
    mark |= UInt(event.pointee.numbersPresent & 3) &<< 7
    if let second = event.pointee[Event.NumberSlot.second] { pair(second, 0) }
    addWords(event, &mark)
    first.storeBytes(of: UInt16(truncatingIfNeeded: mark).littleEndian, as: UInt16.self)
    first.storeBytes(of: event.pointee.kind.rawValue, toByteOffset: 2, as: UInt8.self)
    first.storeBytes(
      of: UInt16(truncatingIfNeeded: lengths).littleEndian, toByteOffset: 3, as: UInt16.self)
  }

  @inline(__always)
  private mutating func addClocks(
    _ event: UnsafePointer<Event>, after last: UnsafePointer<Event>, _ mark: inout UInt,
    _ lengths: inout UInt
  ) {
    let time = event.pointee.t &- last.pointee.t
    lengths |= number(time)
    lengths |= number(Int64(event.pointee.line) &- Int64(last.pointee.line)) &<< 4
    let steps = (event.pointee.seq &- last.pointee.seq, event.pointee.wall &- last.pointee.wall)
    if steps == (1, time) {
      mark |= UInt(PackedRecords.Mark.isNext)
    } else {
      pair(steps.0, steps.1)
    }
  }

  @inline(__always)
  private mutating func addSymbols(_ event: UnsafePointer<Event>, _ mark: inout UInt) {
    let some = event.pointee.unit.id | event.pointee.scene.id | event.pointee.ad.id
    let all = some | event.pointee.request.id | event.pointee.load.id | event.pointee.text.id
    if all < 256 {
      mark |= symbols(of: event, 1)
    } else {
      let width = (39 &- all.leadingZeroBitCount) &>> 3
      store(UInt64(width), 1)
      mark |= UInt(PackedRecords.Mark.isWide) | symbols(of: event, width)
    }
  }

  /// Adds the symbols in `width` bytes each and returns the marks of those that are present.
  @inline(__always)
  private mutating func symbols(of event: UnsafePointer<Event>, _ width: Int) -> UInt {
    var marks = add(event.pointee.unit.id, width)
    marks |= add(event.pointee.scene.id, width) &<< 1
    marks |= add(event.pointee.ad.id, width) &<< 2
    marks |= add(event.pointee.request.id, width) &<< 3
    marks |= add(event.pointee.load.id, width) &<< 4
    marks |= add(event.pointee.text.id, width) &<< 5
    return marks
  }

  /// Flags, the format, and words.
  @inline(__always)
  private mutating func addWords(_ event: UnsafePointer<Event>, _ mark: inout UInt) {
    if event.pointee.flagsPresent != 0 {
      mark |= UInt(PackedRecords.Mark.flags)
      store(UInt64(event.pointee.flags) | UInt64(event.pointee.flagsPresent) &<< 16, 4)
    }
    mark |= add(event.pointee.format.index, 1) &<< UInt(PackedRecords.Mark.words)
    mark |= add(event.pointee[Event.WordSlot.first].index, 1) &<< UInt(PackedRecords.Mark.words + 1)
    mark |=
      add(event.pointee[Event.WordSlot.second].index, 1) &<< UInt(PackedRecords.Mark.words + 2)
    mark |= add(event.pointee[Event.WordSlot.third].index, 1) &<< UInt(PackedRecords.Mark.words + 3)
  }

  /// Adds the lengths of all texts, then the texts.
  private mutating func add(_ symbols: borrowing SymbolMemory) {
    if symbols.count > 1 {
      for id in 1..<symbols.count { length(UInt64(symbols.text(id).count)) }
      if let texts = symbols.text(1).baseAddress {
        next.copyMemory(from: texts, byteCount: symbols.byteCount)
      }
      next += symbols.byteCount
    }
    store(0, Self.padding)
  }

  @inline(__always)
  private mutating func length(_ value: UInt64) {
    var value = value
    while value > 127 {
      store(value & 127 | 128, 1)
      value >>= 7
    }
    store(value, 1)
  }

  /// Adds a value unless it is zero; returns 1 if it was added, else 0.
  @inline(__always)
  private mutating func add(_ value: UInt32, _ width: Int) -> UInt {
    let isThere = value == 0 ? 0 : 1
    store(UInt64(value), isThere &* width)
    return UInt(bitPattern: isThere)
  }

  /// Adds a byte with the lengths of two numbers, then the numbers.
  @inline(__always)
  private mutating func pair(_ one: Int64, _ other: Int64) {
    let first = next
    next += 1
    let lengths = number(one) | number(other) &<< 4
    first.storeBytes(of: UInt8(truncatingIfNeeded: lengths), as: UInt8.self)
  }

  /// Adds a signed number and returns its length in bytes; 0 bytes for 0.
  @inline(__always)
  private mutating func number(_ value: Int64) -> UInt {
    let bits = UInt64(bitPattern: value &<< 1 ^ value &>> 63)
    let count = (71 &- bits.leadingZeroBitCount) &>> 3
    store(bits, count)
    return UInt(bitPattern: count)
  }

  /// Adds the lowest bytes of a number; what follows overwrites the others.
  @inline(__always)
  private mutating func store(_ value: UInt64, _ count: Int) {
    next.storeBytes(of: value.littleEndian, as: UInt64.self)
    next += count
  }
}

extension Word {
  /// The index among the cases, which differs from the raw value of the last case.
  fileprivate var index: UInt32 { UInt32(unsafeBitCast(self, to: UInt8.self)) }
}
