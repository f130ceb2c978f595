/// A buffer of fixed size in which lines are assembled without allocation.
///
/// Before appending, check ``room``: appending raw bytes needs their number and 32 more; appending
/// a string needs six times its length in bytes and 32 more. Debug builds check this.
public struct LineBuffer: ~Copyable {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// The number of bytes in the buffer.
  public private(set) var count = 0
  private var scratch: [UInt8] = []

  /// The number of bytes after the requested ones that may be read or written.
  static let padding = 16

  /// Creates a buffer for a number of bytes.
  public init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity + Self.padding)
    scratch.reserveCapacity(1024)
  }

  deinit { bytes.deallocate() }

  /// The number of bytes that can still be appended.
  public var room: Int { capacity - count }

  /// A view of all bytes, valid until the buffer changes.
  public var contents: ByteView { ByteView(UnsafeRawBufferPointer(start: bytes, count: count)) }

  /// Removes all bytes.
  public mutating func clear() { count = 0 }

  /// Appends bytes unchanged.
  public mutating func append(_ source: UnsafeRawBufferPointer) {
    assert(source.count <= room)
    guard let base = source.baseAddress else { return }
    UnsafeMutableRawPointer(bytes + count).copyMemory(from: base, byteCount: source.count)
    count &+= source.count
  }

  /// Appends bytes unchanged.
  public mutating func append(_ source: ByteView) { append(source.raw) }

  /// Appends the bytes of an array unchanged.
  public mutating func append(_ source: [UInt8]) { source.withUnsafeBytes { append($0) } }

  /// Appends the UTF-8 of a text unchanged, without quotes.
  public mutating func append(unchanged text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a fragment of a table, given its index.
  public mutating func append(_ fragment: Int, of table: borrowing FragmentTable) {
    let entry = table.entry(fragment)
    let size = Int(entry.count)
    assert(size <= room)
    let source = table.bytes + Int(entry.start)
    let target = UnsafeMutableRawPointer(bytes + count)
    var position = 0
    while position < size {
      let word = source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
      position &+= 8
    }
    count &+= size
  }

  /// Appends one byte.
  public mutating func append(_ byte: UInt8) {
    assert(room > 0)
    bytes[count] = byte
    count &+= 1
  }

  /// Appends UTF-8 bytes as a quoted JSON string; ill-formed bytes become U+FFFD.
  ///
  /// Eight bytes after the text must be readable; their content does not matter.
  public mutating func append(string text: UnsafeRawBufferPointer) {
    append(Byte.quote)
    if let base = text.baseAddress { append(escaped: base, text.count) }
    append(Byte.quote)
  }

  /// Appends a view of UTF-8 bytes as ``append(string:)`` does.
  public mutating func append(string text: ByteView) { append(string: text.raw) }

  /// Appends a text as a quoted JSON string.
  public mutating func append(string text: String) {
    append(Byte.quote)
    var text = text
    text.withUTF8 { appendSlowly(UnsafeRawBufferPointer($0)) }
    append(Byte.quote)
  }

  private mutating func append(escaped source: UnsafeRawPointer, _ size: Int) {
    assert(size <= room)
    let target = UnsafeMutableRawPointer(bytes + count)
    var position = 0
    while position < size {
      let word = UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let stops = SWAR.stringStops(word) & SWAR.lowBytes(min(8, size &- position))
      if stops != 0 { return appendSlowly(UnsafeRawBufferPointer(start: source, count: size)) }
      target.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
      position &+= 8
    }
    count &+= size
  }

  @inline(never)
  private mutating func appendSlowly(_ text: UnsafeRawBufferPointer) {
    scratch.removeAll(keepingCapacity: true)
    StringEscape.append(text, to: &scratch)
    scratch.withUnsafeBytes { append($0) }
  }
}

extension LineBuffer {
  /// Appends the CRC-32C of a range of the bytes, as eight lower-case hexadecimal digits.
  public mutating func appendChecksum(_ range: Range<Int>) {
    let sum = CRC32C.of(contents[range].raw)
    assert(room >= 8)
    for index in 0..<8 {
      let digit = UInt8(truncatingIfNeeded: sum &>> UInt32(28 &- 4 &* index) & 15)
      bytes[count &+ index] = digit &+ (digit < 10 ? Byte.zero : 0x57)
    }
    count &+= 8
  }

  /// Appends a whole number without leading zeros.
  public mutating func append(_ value: Int64) {
    if value < 0 { append(Byte.minus) }
    let magnitude = value.magnitude
    var digits = 1
    var rest = magnitude / 10
    while rest > 0 {
      digits &+= 1
      rest /= 10
    }
    append(magnitude, digits: digits)
  }

  /// Appends the lowest digits of a number, with leading zeros.
  public mutating func append(_ value: UInt64, digits: Int) {
    assert(digits <= room)
    var rest = value
    var position = count &+ digits
    count = position
    for _ in 0..<digits {
      position &-= 1
      bytes[position] = Byte.zero &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

/// Pieces of JSON that are written often, identified by index.
public struct FragmentTable: ~Copyable, @unchecked Sendable {
  struct Entry {
    let start: UInt32
    let count: UInt32
  }

  private let entries: UnsafePointer<Entry>
  private let count: Int
  let bytes: UnsafeRawPointer

  /// Creates a table of texts; their indices start at 0.
  public init(_ texts: [String]) {
    var all: [UInt8] = []
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: texts.count)
    for (index, text) in texts.enumerated() {
      let entry = Entry(start: UInt32(all.count), count: UInt32(text.utf8.count))
      (entries + index).initialize(to: entry)
      all += Array(text.utf8)
    }
    all.append(contentsOf: repeatElement(0, count: LineBuffer.padding))
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: all.count, alignment: 8)
    bytes.copyBytes(from: all)
    self.entries = UnsafePointer(entries)
    self.bytes = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    count = texts.count
  }

  deinit {
    entries.deallocate()
    bytes.deallocate()
  }

  /// Whether the text of an index is empty.
  public func isEmpty(_ index: Int) -> Bool { entry(index).count == 0 }

  @inline(__always)
  func entry(_ index: Int) -> Entry {
    assert(index >= 0 && index < count, "there is no such fragment")
    return entries[index]
  }
}
