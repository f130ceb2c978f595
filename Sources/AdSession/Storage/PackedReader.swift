/// Reads what ``PackedWriter`` wrote; it trusts the bytes.
struct PackedReader {
  private var next: UnsafeRawPointer

  init(_ start: UnsafeRawPointer) { next = start }

  /// The record after another one; an empty record comes before the first.
  mutating func record(after last: StoredRecord) -> StoredRecord {
    let mark = UInt16(truncatingIfNeeded: bits(2))
    var event = Event(EventKind(rawValue: UInt8(truncatingIfNeeded: bits(1))) ?? .unknown)
    let lengths = Int(bits(2))
    let byte = Int64(bitPattern: last.mark &>> 1) &+ number(lengths &>> 8 & 15)
    let time = number(lengths & 15)
    event.t = last.event.t &+ time
    event.line = UInt32(
      truncatingIfNeeded: Int64(last.event.line) &+ number(lengths &>> 4 & 15))
    let steps = mark & PackedRecords.Mark.isNext != 0 ? (1, time) : pair()
    event.seq = last.event.seq &+ steps.0
    event.wall = last.event.wall &+ steps.1
    readSymbols(mark, &event)
    let first = number(lengths &>> 12)
    if mark & PackedRecords.Mark.firstNumber != 0 { event[Event.NumberSlot.first] = first }
    if mark & PackedRecords.Mark.secondNumber != 0 { event[Event.NumberSlot.second] = pair().0 }
    readWords(mark, &event)
    let hasChecksum = mark & PackedRecords.Mark.checksum != 0
    return StoredRecord(
      event: event, mark: UInt64(bitPattern: byte) &<< 1 | (hasChecksum ? 1 : 0))
  }

  @inline(__always)
  private mutating func readSymbols(_ mark: UInt16, _ event: inout Event) {
    let width = mark & PackedRecords.Mark.isWide == 0 ? 1 : Int(bits(1))
    event.unit = symbol(mark & 1, width)
    event.scene = symbol(mark & 2, width)
    event.ad = symbol(mark & 4, width)
    event.request = symbol(mark & 8, width)
    event.load = symbol(mark & 16, width)
    event.text = symbol(mark & 32, width)
  }

  @inline(__always)
  private mutating func readWords(_ mark: UInt16, _ event: inout Event) {
    if mark & PackedRecords.Mark.flags != 0 {
      event.flags = UInt16(truncatingIfNeeded: bits(2))
      event.flagsPresent = UInt16(truncatingIfNeeded: bits(2))
    }
    let words = mark &>> PackedRecords.Mark.words
    if words & 1 != 0 { event.format = word() }
    if words & 2 != 0 { event[Event.WordSlot.first] = word() }
    if words & 4 != 0 { event[Event.WordSlot.second] = word() }
    if words & 8 != 0 { event[Event.WordSlot.third] = word() }
  }

  /// Calls `body` with the next texts, in next.
  mutating func texts(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    var lengths = self
    for _ in 0..<count { _ = length() }
    for _ in 0..<count {
      let size = lengths.length()
      body(UnsafeRawBufferPointer(start: next, count: size))
      next += size
    }
  }

  private mutating func length() -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = bits(1)
      value |= (next & 127) &<< shift
      if next < 128 { return Int(value) }
      shift &+= 7
    }
  }

  @inline(__always)
  private mutating func symbol(_ isPresent: UInt16, _ width: Int) -> Symbol {
    isPresent == 0 ? .absent : Symbol(id: UInt32(truncatingIfNeeded: bits(width)))
  }

  @inline(__always)
  private mutating func word() -> Word {
    let last = unsafeBitCast(Word.unrecognised, to: UInt8.self)
    return unsafeBitCast(min(UInt8(truncatingIfNeeded: bits(1)), last), to: Word.self)
  }

  /// Reads a byte with the lengths of two numbers, then the numbers.
  private mutating func pair() -> (Int64, Int64) {
    let lengths = Int(bits(1))
    return (number(lengths & 15), number(lengths &>> 4))
  }

  /// Reads a signed number of `count` bytes.
  @inline(__always)
  private mutating func number(_ count: Int) -> Int64 {
    let bits = bits(count)
    return Int64(bitPattern: bits &>> 1) ^ (0 &- Int64(bits & 1))
  }

  /// Reads `count` bytes as a number.
  @inline(__always)
  private mutating func bits(_ count: Int) -> UInt64 {
    let value = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self))
    next += count
    return value & (.max >> UInt64(64 &- count &* 8))
  }
}
