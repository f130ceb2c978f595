/// One top-level member of a line's object: where its key and its value lie in the line.
///
/// Offsets count bytes from the start of the line. Those of a key and of a string value leave the
/// quotes out; those of an object or an array include the brackets.
public struct Field: Equatable, Sendable {
  /// Offset of the first byte of the key.
  public var keyStart: Int32
  /// Offset of the quote after the key.
  public var keyEnd: Int32
  /// Offset of the first byte of the value, of a string its first byte within the quotes.
  public var valueStart: Int32
  /// Offset of the byte after the value, of a string that of its closing quote.
  public var valueEnd: Int32
  /// What the value is, by its first byte and the grammar of numbers.
  public var type: ValueType
  /// Whether the key must be unescaped before it means what it says.
  public var keyHasEscapes: Bool
  /// Whether the value is a string with escapes; always false for other types.
  public var valueHasEscapes: Bool
  /// The number that the scanner was given for the key; ``noNumber`` for any other key, and for a
  /// key with escapes.
  public var keyNumber: UInt8

  /// What stands for a number where a key has none.
  public static let noNumber: UInt8 = 255

  /// A field of given offsets, for tests and for readers that find fields in other ways.
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

  /// The raw bytes of the key in the line that this field was found in.
  @inlinable
  public func key(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    line.part(keyStart, keyEnd)
  }

  /// The raw bytes of the value in the line that this field was found in.
  @inlinable
  public func valueBytes(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    line.part(valueStart, valueEnd)
  }

  /// The value with its type, ready to be read or walked.
  @inlinable
  public func value(in line: UnsafeRawBufferPointer) -> JSONValue {
    JSONValue(valueBytes(in: line), type: type, hasEscapes: valueHasEscapes)
  }
}

/// The fields of the line that was scanned last, in the order of the line.
///
/// A view of the scanner's own memory: it holds good until the next scan, and as long as the
/// scanner lives. Indices from 0 up to `count` are checked in debug builds only.
public struct FieldList {
  @usableFromInline let base: UnsafeMutablePointer<Field>
  /// How many fields the line has.
  public let count: Int

  @inlinable
  init(base: UnsafeMutablePointer<Field>, count: Int) {
    self.base = base
    self.count = count
  }

  /// The field at a position from 0 up to `count`, in the order of the line.
  @inlinable
  public subscript(index: Int) -> Field {
    assert(index >= 0 && index < count, "no such field")
    return base[index]
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes from one offset up to another, without a check in release builds.
  @inlinable
  func part(_ start: Int32, _ end: Int32) -> UnsafeRawBufferPointer {
    assert(start >= 0 && start <= end && Int(end) <= count, "the field is of another line")
    return UnsafeRawBufferPointer(
      start: baseAddress.unsafelyUnwrapped + Int(start), count: Int(end &- start))
  }
}
