/// Memory of fixed size in which lines are put together, without allocating while they are.
///
/// The caller leaves room before it appends: as many bytes as there are, or six times as many as a
/// string has, and 32 more.
public struct LineBuffer: ~Copyable {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// How many bytes there are.
  public private(set) var count = 0
  private var scratch: [UInt8] = []

  /// Bytes that may be touched behind what is asked for.
  static let padding = 16

  /// A buffer for so many bytes.
  public init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity + Self.padding)
    scratch.reserveCapacity(1024)
  }

  deinit { bytes.deallocate() }

  /// Bytes that can still be appended.
  public var room: Int { capacity - count }

  /// All bytes so far.
  public var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

  /// Forgets all bytes.
  public mutating func clear() { count = 0 }

  /// Appends bytes as they are.
  public mutating func append(_ source: UnsafeRawBufferPointer) {
    assert(source.count <= room)
    guard let base = source.baseAddress else { return }
    UnsafeMutableRawPointer(bytes + count).copyMemory(from: base, byteCount: source.count)
    count &+= source.count
  }

  /// Appends a fragment of a table.
  public mutating func append(_ fragment: Int, of table: FragmentTable) {
    let entry = table.entries[fragment]
    let size = Int(entry.count)
    assert(size <= room)
    let source = UnsafeRawPointer(table.bytes) + Int(entry.start)
    let target = UnsafeMutableRawPointer(bytes + count)
    var place = 0
    while place < size {
      let word = source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      place &+= 8
    }
    count &+= size
  }

  /// Appends one byte.
  public mutating func append(_ byte: UInt8) {
    assert(room > 0)
    bytes[count] = byte
    count &+= 1
  }

  /// Appends text as a JSON string with its quotes; bytes that cannot be UTF-8 become U+FFFD.
  ///
  /// Eight bytes behind the text must be readable, whatever they hold.
  public mutating func append(string text: UnsafeRawBufferPointer) {
    append(Byte.quote)
    if let base = text.baseAddress { append(escaped: base, text.count) }
    append(Byte.quote)
  }

  private mutating func append(escaped source: UnsafeRawPointer, _ size: Int) {
    assert(size <= room)
    let target = UnsafeMutableRawPointer(bytes + count)
    var place = 0
    while place < size {
      let word = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let stops = Octets.stringStops(word) & Octets.lowBytes(min(8, size &- place))
      if stops != 0 { return appendSlowly(UnsafeRawBufferPointer(start: source, count: size)) }
      target.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
      place &+= 8
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
  /// Appends a whole number in as few digits as it has.
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

  /// Appends the last digits of a number, with leading zeros.
  public mutating func append(_ value: UInt64, digits: Int) {
    assert(digits <= room)
    var rest = value
    var place = count &+ digits
    count = place
    for _ in 0..<digits {
      place &-= 1
      bytes[place] = Byte.zero &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

/// Pieces of JSON that are written again and again, found by number.
public final class FragmentTable: @unchecked Sendable {
  struct Entry {
    let start: UInt32
    let count: UInt32
  }

  let entries: [Entry]
  let bytes: UnsafeMutableRawPointer

  /// A table of texts, numbered from 0.
  public init(_ texts: [String]) {
    var all: [UInt8] = []
    var entries: [Entry] = []
    for text in texts {
      entries.append(Entry(start: UInt32(all.count), count: UInt32(text.utf8.count)))
      all += Array(text.utf8)
    }
    bytes = .allocate(byteCount: all.count + LineBuffer.padding, alignment: 8)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: all.count + LineBuffer.padding)
    UnsafeMutableRawBufferPointer(start: bytes, count: all.count).copyBytes(from: all)
    self.entries = entries
  }

  deinit { bytes.deallocate() }
}
