/// One top-level member of a line's object: the offsets of its key and value in the line.
///
/// Offsets count bytes from the start of the line. Keys and string values exclude their quotes;
/// objects and arrays include their brackets.
public struct Field: Equatable, Sendable {
  /// The offset of the first byte of the key, after its quote.
  public var keyStart: Int32
  /// The offset of the key's closing quote.
  public var keyEnd: Int32
  /// The offset of the first byte of the value; of a string, the byte after its opening quote.
  public var valueStart: Int32
  /// The offset of the byte after the value; of a string, its closing quote.
  public var valueEnd: Int32
  /// The JSON type of the value.
  public var type: ValueType
  /// Whether the key contains escape sequences.
  public var keyHasEscapes: Bool
  /// Whether the value is a string that contains escape sequences.
  public var valueHasEscapes: Bool
  /// The number assigned to the key in ``LineScanner/init(numbering:)``; ``noNumber`` for any other
  /// key and for every key with escapes.
  public var keyNumber: UInt8

  /// The ``keyNumber`` of a key without a number.
  public static let noNumber: UInt8 = 255

  /// Creates a field from offsets that were found without a scanner.
  @inlinable
  public init(
    keyStart: Int32, keyEnd: Int32, valueStart: Int32, valueEnd: Int32, type: ValueType,
    keyHasEscapes: Bool = false, valueHasEscapes: Bool = false, keyNumber: UInt8 = 255
  ) {
    self.keyStart = keyStart
    self.keyEnd = keyEnd
    self.valueStart = valueStart
    self.valueEnd = valueEnd
    self.type = type
    self.keyHasEscapes = keyHasEscapes
    self.valueHasEscapes = valueHasEscapes
    self.keyNumber = keyNumber
  }

  /// Returns the raw bytes of the key; `line` must be the line that this field describes.
  @inlinable
  public func key(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    line.part(keyStart, keyEnd)
  }

  /// Returns the raw bytes of the value; `line` must be the line that this field describes.
  @inlinable
  public func valueBytes(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    line.part(valueStart, valueEnd)
  }

  /// Returns the value with its type; `line` must be the line that this field describes.
  @inlinable
  public func value(in line: UnsafeRawBufferPointer) -> JSONValue {
    JSONValue(valueBytes(in: line), type: type, hasEscapes: valueHasEscapes)
  }
}

/// The fields of the line that was scanned last, in the order of the line.
///
/// This is a view of the scanner's memory. It is valid until the next scan and as long as the
/// scanner exists. Indices are checked in debug builds only.
public struct FieldList: RandomAccessCollection {
  @usableFromInline let base: UnsafeMutablePointer<Field>
  /// The number of fields.
  public let count: Int

  @inlinable
  init(base: UnsafeMutablePointer<Field>, count: Int) {
    self.base = base
    self.count = count
  }

  /// The index of the first field: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last field: `count`.
  @inlinable public var endIndex: Int { count }

  /// The field at an index from 0 up to, but not including, `count`.
  @inlinable
  public subscript(index: Int) -> Field {
    assert(index >= 0 && index < count, "field index out of range")
    return base[index]
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes from one offset up to another; checked in debug builds only.
  @inlinable
  func part(_ start: Int32, _ end: Int32) -> UnsafeRawBufferPointer {
    assert(start >= 0 && start <= end && Int(end) <= count, "the field is from another line")
    return UnsafeRawBufferPointer(
      start: baseAddress.unsafelyUnwrapped + Int(start), count: Int(end &- start))
  }
}
