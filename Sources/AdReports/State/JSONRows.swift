internal import AdSession
internal import JSONLines

/// Rows of a table as JSON objects with commas between them, for tables that grow with the session:
/// a long one has a hundred thousand rows.
///
/// They are made in a little memory, and put behind what was written before whenever it is full.
struct JSONRows: ~Copyable {
  private let symbols: SymbolTable
  /// Those of ``symbols``, which keeps them.
  private let texts: SymbolMemory
  private var place: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 14
  private var count = 0
  private var isFirst = true
  /// What stands before the next key.
  private var separator: UInt64 = 0x7B
  private var bytes: [UInt8]
  /// Whether no text of ``symbols`` needs an escape; false where that is not known.
  private let arePlain: Bool
  /// What was written of rows that are alike.
  private let parts: UnsafeMutablePointer<Part>
  private let partTexts: UnsafeMutableRawPointer

  /// About so many rows behind some bytes.
  init(_ symbols: SymbolTable, after bytes: consuming [UInt8], count: Int) {
    let texts = symbols.withMemory { $0 }
    self.symbols = symbols
    self.texts = texts
    // To look at all texts once is worth it where many of them are written.
    arePlain = count * 4 >= texts.count ? Self.arePlain(texts) : false
    self.bytes = bytes
    place = .allocate(capacity: capacity)
    parts = .allocate(capacity: Part.places)
    parts.initialize(repeating: Part(), count: Part.places)
    partTexts = .allocate(byteCount: Part.places * Part.room, alignment: 16)
    partTexts.initializeMemory(as: UInt8.self, repeating: 0, count: Part.places * Part.room)
  }

  deinit {
    place.deallocate()
    parts.deallocate()
    partTexts.deallocate()
  }

  /// Whether no text needs an escape: all of them at once, as they lie behind each other.
  private static func arePlain(_ texts: SymbolMemory) -> Bool {
    guard texts.count > 1, let start = texts.text(1).baseAddress else { return true }
    var stops: UInt64 = 0
    let count = texts.byteCount
    var offset = 0
    while offset &+ 8 <= count {
      stops |= Octets.stringStops(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    if offset < count {
      // Eight bytes behind each text may be read.
      let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let behind = UInt64.max &<< (UInt64(truncatingIfNeeded: count &- offset) &* 8)
      stops |= Octets.stringStops(
        UInt64(littleEndian: word) & ~behind | (Octets.ones &* 0x20) & behind)
    }
    return stops == 0
  }

  /// The bytes with all rows behind them.
  consuming func finish() -> [UInt8] {
    flush()
    return bytes
  }

  /// Begins a row.
  mutating func begin() {
    reserve(1)
    if !isFirst { put(0x2C) }
    isFirst = false
    separator = 0x7B
  }

  /// Ends a row of at least one value.
  mutating func end() {
    reserve(1)
    put(0x7D)
  }

  /// A number.
  mutating func number(_ key: RowKey, _ value: Int64) {
    add(key, more: 20)
    if value < 0 { put(0x2D) }
    if value.magnitude >= EightDigits.limit { return long(value.magnitude) }
    let digits = EightDigits(value.magnitude)
    UnsafeMutableRawPointer(place + count).storeBytes(of: digits.word, as: UInt64.self)
    count &+= digits.count
  }

  @inline(never)
  private mutating func long(_ value: UInt64) {
    var digits = 1
    var limit: UInt64 = 10
    while value >= limit {
      digits &+= 1
      limit &*= 10
    }
    var left = value
    for digit in stride(from: count &+ digits &- 1, through: count, by: -1) {
      place[digit] = 0x30 &+ UInt8(truncatingIfNeeded: left % 10)
      left /= 10
    }
    count &+= digits
  }

  /// A text that needs no escape.
  mutating func word(_ key: RowKey, _ word: RowWord) {
    add(key, more: 32)
    let target = UnsafeMutableRawPointer(place + count)
    target.storeBytes(of: word.words.0, as: UInt64.self)
    target.storeBytes(of: word.words.1, toByteOffset: 8, as: UInt64.self)
    target.storeBytes(of: word.words.2, toByteOffset: 16, as: UInt64.self)
    target.storeBytes(of: word.words.3, toByteOffset: 24, as: UInt64.self)
    count &+= word.count
  }

  /// The text of a symbol; nothing for none.
  @inline(never)
  mutating func name(_ key: RowKey, _ symbol: Symbol) {
    let id = Int(symbol.id)
    guard arePlain, id > 0, id < texts.count, case let text = texts.text(id), text.count <= 16,
      let source = text.baseAddress
    else { return anyName(key, symbol) }
    add(key, more: 1 + 16 + 1)
    let target = UnsafeMutableRawPointer(place + count)
    target.storeBytes(of: 0x22, as: UInt8.self)
    // Eight bytes behind each text may be read.
    let word = source.loadUnaligned(as: UInt64.self)
    target.storeBytes(of: word, toByteOffset: 1, as: UInt64.self)
    if text.count > 8 {
      let word = source.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: 9, as: UInt64.self)
    }
    target.storeBytes(of: 0x22, toByteOffset: text.count &+ 1, as: UInt8.self)
    count &+= text.count &+ 2
  }

  @inline(never)
  private mutating func anyName(_ key: RowKey, _ symbol: Symbol) {
    if !symbol.isPresent { return }
    let isKnown = Int(symbol.id) < texts.count
    let text = isKnown ? texts.text(Int(symbol.id)) : UnsafeRawBufferPointer(start: nil, count: 0)
    let most = text.count + 2 + Self.slack
    // What is taken back below must not have gone to the other bytes.
    reserve(Self.keyRoom &+ most)
    let (start, before) = (count, separator)
    add(key, more: most)
    put(0x22)
    if putPlain(text) { return put(0x22) }
    (count, separator) = (start, before)
    escaped(key, text)
  }

  /// Values of a row behind its first, which are the same wherever two numbers are: written once,
  /// and then copied.
  @inline(__always)
  mutating func alike(_ first: UInt64, _ second: UInt64, write: (inout JSONRows) -> Void) {
    let number = Part.place(first, second)
    let part = parts + number
    let text = partTexts + number &* Part.room
    reserve(Part.room)
    let isBehind = separator == 0x2C
    if part.pointee.first == first, part.pointee.second == second, isBehind {
      let target = UnsafeMutableRawPointer(place + count)
      let half = Part.room / 2
      target.copyMemory(from: text, byteCount: half)
      if part.pointee.count > half {
        (target + half).copyMemory(from: text + half, byteCount: half)
      }
      count &+= part.pointee.count
      return
    }
    let (start, flushed) = (count, bytes.count)
    write(&self)
    let length = count &- start
    if !isBehind || flushed != bytes.count || length > Part.room { return }
    part.pointee = Part(first: first, second: second, count: length)
    text.copyMemory(from: UnsafeRawPointer(place + start), byteCount: length)
  }

  private mutating func escaped(_ key: RowKey, _ text: UnsafeRawBufferPointer) {
    var writer = JSONWriter()
    writer.string(text)
    add(key, more: writer.bytes.count)
    writer.bytes.withUnsafeBytes { put($0) }
  }

  /// So many bytes behind a text are written as well, and then overwritten.
  private static let slack = 8

  /// Puts the text of a symbol, eight bytes at a time; false where it is not ASCII without escapes.
  @inline(__always)
  private mutating func putPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let source = text.baseAddress else { return true }
    let target = UnsafeMutableRawPointer(place + count)
    var stops: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= text.count {
      let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      stops |= Octets.stringStops(word)
      offset &+= 8
    }
    if offset < text.count {
      // Eight bytes behind each text may be read.
      let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      let behind = UInt64.max &<< (UInt64(truncatingIfNeeded: text.count &- offset) &* 8)
      let filled = UInt64(littleEndian: word) & ~behind | (Octets.ones &* 0x20) & behind
      stops |= Octets.stringStops(filled)
    }
    count &+= text.count
    return stops == 0
  }

  /// So many bytes a key takes until what comes behind it overwrites some of them.
  private static let keyRoom = 16

  @inline(__always)
  private mutating func add(_ key: RowKey, more: Int) {
    reserve(Self.keyRoom &+ more)
    let target = UnsafeMutableRawPointer(place + count)
    target.storeBytes(of: key.words.0 | separator.littleEndian, as: UInt64.self)
    target.storeBytes(of: key.words.1, toByteOffset: 8, as: UInt64.self)
    count &+= key.count
    separator = 0x2C
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    place[count] = byte
    count &+= 1
  }

  @inline(__always)
  private mutating func put(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(place + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more > capacity { makeRoom(more) }
  }

  @inline(never)
  private mutating func makeRoom(_ more: Int) {
    flush()
    if more <= capacity { return }
    place.deallocate()
    place = .allocate(capacity: more)
    capacity = more
  }

  private mutating func flush() {
    bytes.append(contentsOf: UnsafeBufferPointer(start: place, count: count))
    count = 0
  }
}

/// What was written of rows that are alike: two numbers that say which, and how long the text is.
private struct Part {
  /// So many are known at once, each in the place that its numbers say.
  static let places = 64
  /// So long a text can be.
  static let room = 256

  var first = UInt64.max
  var second = UInt64.max
  var count = 0

  @inline(__always)
  static func place(_ first: UInt64, _ second: UInt64) -> Int {
    let mixed = (first ^ (first &>> 32) &* 7 ^ second &* 29) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 58)
  }
}
