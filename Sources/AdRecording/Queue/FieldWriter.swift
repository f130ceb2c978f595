public import AdVocabulary

/// Writes the fields of one event to the recorder's memory, without allocating.
///
/// Text is truncated at a scalar boundary, to ``maximumText`` bytes or a limit of the caller. A
/// JSON value is written completely or not at all.
public struct FieldWriter {
  /// The default limit of a text, in bytes of UTF-8: 1024.
  ///
  /// Longer text is truncated.
  public static let maximumText = 1024
  /// The limit of a JSON value (a list, an object), in bytes: 12,288.
  ///
  /// A longer value is left out.
  public static let maximumJSON = 12_288
  /// The limit of all fields of an event, in bytes: 64 KiB.
  static let maximumEvent = 1 << 16

  /// The address of the next byte.
  private var next: UnsafeMutableRawPointer
  private let start: UnsafeMutableRawPointer
  /// The end of the writable memory.
  private let end: UnsafeMutableRawPointer
  /// Whether something did not fit before the limit.
  private(set) var isFull = false

  /// Makes a writer for at most `limit` bytes of memory.
  init(_ start: UnsafeMutableRawPointer, limit: Int) {
    next = start
    self.start = start
    end = start + limit
  }

  /// The number of writable bytes; negative if there is no room for any event.
  @inline(__always)
  var limit: Int { end - start }

  /// The number of bytes written.
  @inline(__always)
  var count: Int { next - start }

  /// Whether there is no room, not even for an event without fields.
  @inline(__always)
  var isClosed: Bool { end < start }

  /// The form of a field's value in memory, one byte after the name.
  enum Form: UInt8 {
    /// A length in two bytes, then text.
    case text
    /// A length in two bytes, then JSON.
    case json
    /// Eight bytes.
    case integer
    /// Eight bytes, the bits of a `Double`.
    case number
    /// Nothing.
    case yes
    /// Nothing.
    case no
    /// One byte, the raw value of a ``Word``.
    case word
  }

  /// Writes a text, truncated to the given number of bytes.
  @inline(__always)
  public mutating func text(_ name: FieldName, _ text: String, atMost bytes: Int = maximumText) {
    put(name, text, upTo: min(bytes, Self.maximumJSON))
  }

  /// Writes a text given as UTF-8, truncated to the given number of bytes.
  @inline(__always)
  public mutating func text(
    _ name: FieldName, _ text: UnsafeRawBufferPointer, atMost bytes: Int = maximumText
  ) {
    put(name, .text, text, upTo: min(bytes, Self.maximumJSON))
  }

  /// Writes a value that the vocabulary lists; nothing for a word without text.
  @inline(__always)
  public mutating func word(_ name: FieldName, _ word: Word) {
    guard fits(3) else { return }
    store(name, .word)
    next.storeBytes(of: word.rawValue, toByteOffset: 2, as: UInt8.self)
    next += 3
  }

  /// Writes a whole number.
  @inline(__always)
  public mutating func integer(_ name: FieldName, _ value: Int64) {
    eight(name, .integer, UInt64(bitPattern: value))
  }

  /// Writes a number; without a fraction it appears in the journal as a whole number.
  @inline(__always)
  public mutating func number(_ name: FieldName, _ value: Double) {
    eight(name, .number, value.bitPattern)
  }

  /// Writes a Boolean value.
  @inline(__always)
  public mutating func boolean(_ name: FieldName, _ value: Bool) {
    guard fits(2) else { return }
    store(name, value ? .yes : .no)
    next += 2
  }

  /// Copies one field that is not a text and not JSON, as ``Recorded/Event`` keeps it.
  @inline(__always)
  mutating func encoded(_ field: UnsafeRawPointer, _ size: Int) {
    guard fits(size) else { return }
    next.copyMemory(from: field, byteCount: size)
    next += size
  }

  /// Writes one complete JSON value on one line, without spaces; nothing if it is longer than
  /// ``maximumJSON``.
  public mutating func json(_ name: FieldName, _ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.maximumJSON else { return }
    put(name, .json, bytes, upTo: Self.maximumJSON)
  }

  /// Writes a JSON value of an array, as above.
  @inline(never)
  mutating func json(_ name: FieldName, _ value: [UInt8]) {
    value.withUnsafeBytes { json(name, $0) }
  }
}

extension FieldName {
  /// The limit of a text of the field, in bytes.
  ///
  /// Longer text is truncated: a message or a note at 512 bytes. A response id is hashed whole, and
  /// ``LineEncoder`` truncates one that is not hashed.
  var maximumText: Int {
    switch self {
    case .errorMessage, .text, .description: 512
    case .response: FieldWriter.maximumJSON
    default: FieldWriter.maximumText
    }
  }
}

extension FieldWriter {
  @inline(__always)
  private mutating func fits(_ bytes: Int) -> Bool {
    if next + bytes <= end { return true }
    isFull = true
    return false
  }

  @inline(__always)
  private mutating func store(_ name: FieldName, _ form: Form) {
    next.storeBytes(of: name.rawValue, as: UInt8.self)
    next.storeBytes(of: form.rawValue, toByteOffset: 1, as: UInt8.self)
  }

  @inline(never)
  private mutating func eight(_ name: FieldName, _ form: Form, _ value: UInt64) {
    guard fits(10) else { return }
    store(name, form)
    next.storeBytes(of: value, toByteOffset: 2, as: UInt64.self)
    next += 10
  }

  @inline(__always)
  private mutating func put(
    _ name: FieldName, _ form: Form, _ bytes: UnsafeRawBufferPointer, upTo limit: Int
  ) {
    let size = bytes.count
    if size > limit { return putCut(name, form, bytes, upTo: limit) }
    guard fits(4 &+ size) else { return }
    let head =
      UInt32(name.rawValue) | UInt32(form.rawValue) &<< 8 | UInt32(truncatingIfNeeded: size) &<< 16
    next.storeBytes(of: head.littleEndian, as: UInt32.self)
    let content = next + 4
    next = content + size
    // An empty buffer may have no address.
    if size > 0 { Self.copy(bytes.baseAddress.unsafelyUnwrapped, to: content, size) }
  }

  /// As above, for more bytes than the limit.
  @inline(never)
  private mutating func putCut(
    _ name: FieldName, _ form: Form, _ bytes: UnsafeRawBufferPointer, upTo limit: Int
  ) {
    let size = Self.cut(bytes, limit)
    put(name, form, UnsafeRawBufferPointer(rebasing: bytes[..<size]), upTo: size)
  }

  /// Shared by the texts of all kinds; it calls no other function for short texts.
  @inline(never)
  private mutating func put(_ name: FieldName, _ text: String, upTo limit: Int) {
    let done: Void? = text.utf8.withContiguousStorageIfAvailable {
      put(name, .text, UnsafeRawBufferPointer($0), upTo: limit)
    }
    if done == nil { copy(name, text, upTo: limit) }
  }

  /// Copies bytes; up to 64 of them with two or four overlapping moves, which is faster than a
  /// call.
  @inline(__always)
  private static func copy(
    _ source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer, _ size: Int
  ) {
    if size > 64 {
      destination.copyMemory(from: source, byteCount: size)
    } else if size >= 16 {
      move(SIMD2<UInt64>.self, source, to: destination, 0)
      if size > 32 {
        move(SIMD2<UInt64>.self, source, to: destination, 16)
        move(SIMD2<UInt64>.self, source, to: destination, size &- 32)
      }
      move(SIMD2<UInt64>.self, source, to: destination, size &- 16)
    } else if size >= 8 {
      move(UInt64.self, source, to: destination, 0)
      move(UInt64.self, source, to: destination, size &- 8)
    } else if size >= 4 {
      move(UInt32.self, source, to: destination, 0)
      move(UInt32.self, source, to: destination, size &- 4)
    } else {
      move(UInt8.self, source, to: destination, 0)
      move(UInt8.self, source, to: destination, size &>> 1)
      move(UInt8.self, source, to: destination, size &- 1)
    }
  }

  @inline(__always)
  private static func move<Bits: BitwiseCopyable>(
    _: Bits.Type, _ source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer, _ offset: Int
  ) {
    let bits = source.loadUnaligned(fromByteOffset: offset, as: Bits.self)
    destination.storeBytes(of: bits, toByteOffset: offset, as: Bits.self)
  }

  /// Writes a text that is not contiguous in memory, such as a bridged one.
  @inline(never)
  private mutating func copy(_ name: FieldName, _ text: String, upTo limit: Int) {
    var native = String(decoding: text.utf8.prefix(max(0, limit) + 4), as: UTF8.self)
    native.withUTF8 { put(name, .text, UnsafeRawBufferPointer($0), upTo: limit) }
  }

  /// The greatest number of bytes up to a limit that does not end within a scalar.
  @inline(never)
  static func cut(_ bytes: UnsafeRawBufferPointer, _ limit: Int) -> Int {
    var end = min(max(0, limit), bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}
