/// Finds the end of a value within a line that somebody else reads, and validates it on the way.
///
/// It may only say yes: what it returns the end of is what ``LineScanner`` would accept there as the
/// value of a member of the line's object. Where it is in doubt (a key that may stand twice, an
/// escape in a key, a depth beyond the limit), the line must be scanned.
public final class ContainerScanner: @unchecked Sendable {
  private let keys: UnsafeMutablePointer<NestedKeys.Key>

  /// A scanner for one thread at a time.
  public init() { keys = .allocate(capacity: KeySignature.most) }

  deinit { keys.deallocate() }

  /// The quote that ends the string whose first byte stands here; nil where it is not valid.
  public static func text(
    at start: UnsafePointer<UInt8>
  ) -> (end: UnsafePointer<UInt8>, hasEscapes: Bool)? {
    let string = FastToken.stringEnd(start)
    return string.end.map { ($0, string.hasEscapes) }
  }

  /// The byte behind the value of any type that begins here; nil is doubt.
  ///
  /// The line must end in a line feed or NUL with ``Limits/padding`` readable bytes behind it.
  public func end(ofValueAt start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var nested = NestedKeys(keys)
    guard let end = FastToken.value(start, &nested).end, !nested.needCheck else { return nil }
    return end
  }

  /// The byte behind the object that begins here; nil is doubt.
  ///
  /// The line must end in a line feed or NUL with ``Limits/padding`` readable bytes behind it.
  public func end(ofObjectAt start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    start.pointee == Byte.openBrace ? end(start) : nil
  }

  /// The byte behind the array that begins here, if all its elements are objects and between them is
  /// nothing but a comma and perhaps a blank; nil is doubt.
  public func end(ofObjectsAt start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard start.pointee == Byte.openBracket, let end = end(start) else { return nil }
    return Self.hasOnlyObjects(start, end) ? end : nil
  }

  private func end(_ start: Bytes) -> Bytes? {
    var nested = NestedKeys(keys)
    guard let end = FastContainer.end(start, &nested), !nested.needCheck else { return nil }
    return end
  }

  /// Whether a valid array has nothing but objects, one close behind the other.
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

  /// The byte behind a valid object.
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
