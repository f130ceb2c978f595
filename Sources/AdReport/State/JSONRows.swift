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
  private var needsComma = false
  private var bytes: [UInt8]

  /// Rows behind some bytes.
  init(_ symbols: SymbolTable, after bytes: consuming [UInt8]) {
    self.symbols = symbols
    texts = symbols.withMemory { $0 }
    self.bytes = bytes
    place = .allocate(capacity: capacity)
  }

  deinit { place.deallocate() }

  /// The bytes with all rows behind them.
  consuming func finish() -> [UInt8] {
    flush()
    return bytes
  }

  /// Begins a row.
  mutating func begin() {
    reserve(2)
    if !isFirst { put(0x2C) }
    isFirst = false
    put(0x7B)
    needsComma = false
  }

  /// Ends a row.
  mutating func end() {
    reserve(1)
    put(0x7D)
  }

  /// A number; the key has its quotes and its colon.
  mutating func number(_ key: StaticString, _ value: Int64) {
    add(key, more: 20)
    if value < 0 { put(0x2D) }
    var digits = 1
    var limit: UInt64 = 10
    while value.magnitude >= limit {
      digits &+= 1
      limit &*= 10
    }
    var left = value.magnitude
    for digit in stride(from: count &+ digits &- 1, through: count, by: -1) {
      place[digit] = 0x30 &+ UInt8(truncatingIfNeeded: left % 10)
      left /= 10
    }
    count &+= digits
  }

  /// A text that needs no escape.
  mutating func word(_ key: StaticString, _ word: String) {
    var word = word
    word.withUTF8 { text in
      add(key, more: text.count + 2)
      put(0x22)
      put(UnsafeRawBufferPointer(text))
      put(0x22)
    }
  }

  /// The text of a symbol; nothing for none.
  mutating func name(_ key: StaticString, _ symbol: Symbol) {
    if !symbol.isPresent { return }
    let isKnown = Int(symbol.id) < texts.count
    let text = isKnown ? texts.text(Int(symbol.id)) : UnsafeRawBufferPointer(start: nil, count: 0)
    let most = text.count + 2 + Self.slack
    // What is taken back below must not have gone to the other bytes.
    reserve(key.utf8CodeUnitCount + most + 1)
    let (start, neededComma) = (count, needsComma)
    add(key, more: most)
    put(0x22)
    if putPlain(text) { return put(0x22) }
    (count, needsComma) = (start, neededComma)
    escaped(key, text)
  }

  private mutating func escaped(_ key: StaticString, _ text: UnsafeRawBufferPointer) {
    var writer = JSONWriter()
    writer.string(text)
    add(key, more: writer.bytes.count)
    writer.bytes.withUnsafeBytes { put($0) }
  }

  /// So many bytes behind a text are written as well, and then overwritten.
  private static let slack = 8

  /// Puts the text of a symbol, eight bytes at a time; false where it is not ASCII without escapes.
  private mutating func putPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let source = text.baseAddress else { return true }
    let target = UnsafeMutableRawPointer(place + count)
    var stops: UInt64 = 0
    for offset in stride(from: 0, to: text.count, by: 8) {
      // Eight bytes behind each text may be read.
      let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      let left = UInt64(truncatingIfNeeded: text.count &- offset)
      let behind: UInt64 = left < 8 ? ~0 &<< (left &* 8) : 0
      let filled = UInt64(littleEndian: word) & ~behind | (Octets.ones &* 0x20) & behind
      stops |= Octets.stringStops(filled)
    }
    count &+= text.count
    return stops == 0
  }

  private mutating func add(_ key: StaticString, more: Int) {
    reserve(key.utf8CodeUnitCount + more + 1)
    if needsComma { put(0x2C) }
    needsComma = true
    put(UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
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
