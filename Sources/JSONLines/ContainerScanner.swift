/// Validates one value within a line that another reader decodes, and finds where it ends.
///
/// A value that it accepts is one that ``LineScanner`` accepts as the value of a top-level member.
/// The reverse does not hold: it returns `nil` for an invalid value and also if it cannot decide (a
/// possibly duplicate key, a key with escapes, nesting beyond the limit). Then scan the whole line.
public final class ContainerScanner: @unchecked Sendable {
  private let keys: UnsafeMutablePointer<NestedKeys.Key>

  /// Creates a scanner, which one thread at a time may use.
  public init() { keys = .allocate(capacity: KeySignature.maximumCount) }

  deinit { keys.deallocate() }

  /// Returns the closing quote of a string, given its first byte after the opening quote; `nil` if
  /// the string is not valid.
  public static func stringEnd(
    from start: UnsafePointer<UInt8>
  ) -> (end: UnsafePointer<UInt8>, hasEscapes: Bool)? {
    let string = FastToken.stringEnd(start)
    return string.end.map { ($0, string.hasEscapes) }
  }

  /// Returns the byte after an object; `nil` if the scanner does not accept the value.
  ///
  /// The line must end in a line feed or NUL, followed by ``Limits/padding`` readable bytes.
  public func end(ofObjectAt start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    start.pointee == Byte.openBrace ? end(start) : nil
  }

  /// Returns the byte after an array whose elements are all objects, separated by a comma and at
  /// most one space; `nil` if the scanner does not accept the value.
  ///
  /// The line must end in a line feed or NUL, followed by ``Limits/padding`` readable bytes.
  public func end(ofObjectsAt start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard start.pointee == Byte.openBracket, let end = end(start) else { return nil }
    return Self.hasOnlyObjects(start, end) ? end : nil
  }

  private func end(_ start: Bytes) -> Bytes? {
    var nested = NestedKeys(keys)
    guard let end = FastContainer.end(start, &nested), !nested.needCheck else { return nil }
    return end
  }

  /// Whether a valid array contains only objects, with at most one space after each comma.
  private static func hasOnlyObjects(_ start: Bytes, _ end: Bytes) -> Bool {
    var p = start + 1
    if p.pointee == Byte.closeBracket { return true }
    while p < end {
      guard p.pointee == Byte.openBrace, let next = objectEnd(p) else { return false }
      if next.pointee == Byte.closeBracket { return next + 1 == end }
      p = next[1] == Byte.space ? next + 2 : next + 1
    }
    return false
  }

  /// Returns the byte after a valid object.
  private static func objectEnd(_ start: Bytes) -> Bytes? {
    var p = start
    var depth = 0
    while true {
      switch p.pointee {
      case Byte.quote:
        guard let quote = FastToken.stringEnd(p + 1).end else { return nil }
        p = quote
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBrace, Byte.closeBracket: depth -= 1
      default: break
      }
      p += 1
      if depth == 0 { return p }
    }
  }
}
