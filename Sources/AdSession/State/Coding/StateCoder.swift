/// What a part of the state is written to, or read from: one function a type serves both ways, so
/// that they cannot differ.
protocol StateCoder {
  /// Writes a number, or puts the next one in its place; small ones take few bytes.
  mutating func code(_ number: inout Int64)
  /// How many elements follow: those of the list when writing, those to read when reading.
  mutating func count(_ own: Int) -> Int
  /// Whether values are put in their places.
  var isReading: Bool { get }
}

/// Writes a state, seven bits of a number in each byte; its lowest bit is the sign.
///
/// How many zero bits the first byte begins with, from the lowest on, says how many bytes follow it,
/// so that all of them are read at once.
struct StateWriter: StateCoder {
  var bytes: [UInt8] = []

  var isReading: Bool { false }

  mutating func code(_ number: inout Int64) {
    let value = UInt64(bitPattern: number &<< 1 ^ number &>> 63)
    let bits = UInt64(max(1, 64 - value.leadingZeroBitCount))
    let count = (bits + 6) / 7
    // Nine bytes and more: a zero, and all eight of the number.
    if count > 8 { bytes.append(0) }
    let word = count > 8 ? value : value << count | 1 << (count - 1)
    for place in 0..<min(8, count) { bytes.append(UInt8(truncatingIfNeeded: word >> (place * 8))) }
  }

  mutating func count(_ own: Int) -> Int {
    var number = Int64(own)
    code(&number)
    return own
  }

  /// Writes eight bytes.
  mutating func word(_ word: UInt64) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (place * 8))) }
  }
}

/// Reads what a ``StateWriter`` wrote; behind the end there are zeros, and ``isWhole`` is false.
struct StateReader: StateCoder {
  private let bytes: UnsafeRawBufferPointer
  private(set) var place = 0
  private(set) var isWhole = true

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isReading: Bool { true }

  @inline(__always)
  mutating func code(_ number: inout Int64) {
    guard place &+ 8 <= bytes.count else {
      number = last()
      return
    }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    if word & 1 == 1 {
      place &+= 1
      number = Self.signed((word & 0xFF) &>> 1)
    } else {
      number = long(word)
    }
  }

  /// The next eight bytes.
  @inline(__always)
  mutating func word() -> UInt64 {
    guard place &+ 8 <= bytes.count else {
      end()
      return 0
    }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    place &+= 8
    return word
  }

  @inline(never)
  private mutating func end() {
    place = bytes.count
    isWhole = false
  }

  /// A number of several bytes, which begin this word.
  @inline(never)
  private mutating func long(_ word: UInt64) -> Int64 {
    let count = UInt64(truncatingIfNeeded: (word | 0x100).trailingZeroBitCount) &+ 1
    if count > 8 { return last() }
    place &+= Int(truncatingIfNeeded: count)
    return Self.signed((word &<< (64 &- 8 &* count)) &>> (64 &- 7 &* count))
  }

  /// A number of nine bytes, or one of the last.
  @inline(never)
  private mutating func last() -> Int64 {
    let count = place < bytes.count ? (UInt64(bytes[place]) | 0x100).trailingZeroBitCount + 1 : 1
    guard count <= bytes.count - place else {
      end()
      return 0
    }
    var word: UInt64 = 0
    for index in (place + count / 9..<place + count).reversed() {
      word = word << 8 | UInt64(bytes[index])
    }
    place += count
    return Self.signed(count > 8 ? word : word >> UInt64(count))
  }

  @inline(__always)
  private static func signed(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value &>> 1) ^ (0 &- Int64(value & 1))
  }

  mutating func count(_ own: Int) -> Int {
    var number: Int64 = 0
    code(&number)
    if number < 0 || number > Int64(bytes.count) {
      isWhole = false
      return 0
    }
    return Int(number)
  }
}

extension StateCoder {
  @inline(__always)
  mutating func code(_ number: inout Int) {
    var wide = Int64(number)
    code(&wide)
    number = Int(truncatingIfNeeded: wide)
  }

  /// A number that is mostly little more than another, which is known when it is read.
  @inline(__always)
  mutating func code(_ number: inout Int, after other: Int) {
    var passed = number &- other
    code(&passed)
    number = other &+ passed
  }

  @inline(__always)
  mutating func code(_ number: inout Int32) {
    var wide = Int64(number)
    code(&wide)
    number = Int32(truncatingIfNeeded: wide)
  }

  @inline(__always)
  mutating func code(_ symbol: inout Symbol) {
    var id = Int64(symbol.id)
    code(&id)
    symbol.id = UInt32(truncatingIfNeeded: id)
  }

  @inline(__always)
  mutating func code(_ word: inout Word) {
    var raw = Int64(word.rawValue)
    code(&raw)
    word = Word(rawValue: UInt8(truncatingIfNeeded: raw)) ?? .unrecognised
  }

  @inline(__always)
  mutating func code(_ truth: inout Bool) {
    var number: Int64 = truth ? 1 : 0
    code(&number)
    truth = number == 1
  }

  mutating func code(_ truth: inout Bool?) {
    var number: Int64 = truth.map { $0 ? 1 : 0 } ?? -1
    code(&number)
    truth = number < 0 ? nil : number == 1
  }

  mutating func code(_ number: inout Int64?) {
    var isThere = number != nil
    code(&isThere)
    if isThere {
      var value = number ?? 0
      code(&value)
      number = value
    } else {
      number = nil
    }
  }

  mutating func code(_ number: inout Double) {
    var bits = Int64(bitPattern: number.bitPattern)
    code(&bits)
    number = Double(bitPattern: UInt64(bitPattern: bits))
  }

  /// A list, element by element; `blank` makes those that are read.
  mutating func code<Element>(
    _ list: inout [Element], blank: @autoclosure () -> Element,
    _ element: (inout Self, inout Element) -> Void
  ) {
    let count = count(list.count)
    if isReading { list = Array(repeating: blank(), count: count) }
    list.withUnsafeMutableBufferPointer { list in
      for index in 0..<count { element(&self, &list[index]) }
    }
  }

  mutating func code(_ list: inout [Int32]) { code(&list, blank: 0) { $0.code(&$1) } }

  mutating func code(_ list: inout [Int64]) { code(&list, blank: 0) { $0.code(&$1) } }

  /// A table of rows, as a list of them.
  mutating func code<Row>(
    _ table: inout Table<Row>, blank: @autoclosure () -> Row,
    _ element: (inout Self, inout Row) -> Void
  ) {
    let count = count(table.count)
    if isReading {
      table = Table()
      // The session goes on: room for more, so that what is read is not moved soon.
      table.reserve(count + count / 4)
    }
    let blank = blank()
    for number in 0..<count {
      // Each row is made where it is read, while its memory is at hand.
      if isReading { _ = table.append(blank) }
      element(&self, &table[number])
    }
  }

  mutating func code(_ table: inout Table<Int32>) { code(&table, blank: 0) { $0.code(&$1) } }

  mutating func code(_ table: inout Table<Int64>) { code(&table, blank: 0) { $0.code(&$1) } }

  /// A short table, in the order of its keys.
  mutating func code<Key, Value>(
    _ table: inout ShortTable<Key, Value>, blank: (Key, Value),
    _ entry: (inout Self, inout (Key, Value)) -> Void
  ) {
    var list = table.entries.map { ($0.key, $0.value) }
    code(&list, blank: blank, entry)
    guard isReading else { return }
    table.removeAll()
    for (key, value) in list { table.set(key, to: value) }
  }

  /// A table by key, in the order of the keys when written.
  mutating func code<Key: Hashable, Value>(
    _ table: inout [Key: Value], blank: (Key, Value), order: (Key, Key) -> Bool,
    _ entry: (inout Self, inout (Key, Value)) -> Void
  ) {
    var list = table.sorted { order($0.key, $1.key) }.map { ($0.key, $0.value) }
    code(&list, blank: blank, entry)
    guard isReading else { return }
    table.removeAll()
    for (key, value) in list { table[key] = value }
  }

  /// One of several named values.
  mutating func code<Value: Equatable>(_ value: inout Value, of all: [Value]) {
    var place = Int64(all.firstIndex(of: value) ?? -1)
    code(&place)
    if isReading, all.indices.contains(Int(place)) { value = all[Int(place)] }
  }
}
