internal import AdSession
internal import JSONLines

/// Rows of a table as JSON objects with commas between them, for tables that grow with the session:
/// a long one has a hundred thousand rows.
struct JSONRows: ~Copyable {
  private let symbols: SymbolTable
  private var place: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 14
  private var count = 0
  private var needsComma = false

  init(_ symbols: SymbolTable) {
    self.symbols = symbols
    place = .allocate(capacity: capacity)
  }

  deinit { place.deallocate() }

  /// All rows so far.
  borrowing func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    body(UnsafeRawBufferPointer(start: place, count: count))
  }

  /// Begins a row.
  mutating func begin() {
    reserve(2)
    if count > 0 { put(0x2C) }
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
    var divisor: UInt64 = 1
    while value.magnitude / divisor >= 10 { divisor &*= 10 }
    while divisor > 0 {
      put(0x30 &+ UInt8(truncatingIfNeeded: value.magnitude / divisor % 10))
      divisor /= 10
    }
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
    let symbols = symbols
    symbols.withText(symbol) { text in
      if !Self.isPlain(text) { return escaped(key, text) }
      add(key, more: text.count + 2)
      put(0x22)
      put(text)
      put(0x22)
    }
  }

  private mutating func escaped(_ key: StaticString, _ text: UnsafeRawBufferPointer) {
    var writer = JSONWriter()
    writer.string(text)
    add(key, more: writer.bytes.count)
    writer.bytes.withUnsafeBytes { put($0) }
  }

  /// Whether a text is ASCII that needs no escape.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    for byte in text where byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C {
      return false
    }
    return true
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
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + more)
    larger.update(from: place, count: count)
    place.deallocate()
    place = larger
    capacity = capacity * 2 + more
  }
}
