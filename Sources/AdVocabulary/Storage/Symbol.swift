/// A text of a session (an ad, a unit, a scene …) as a small number; equal texts, equal numbers.
public struct Symbol: Hashable, Sendable {
  /// 0 for ``absent``, else 1, 2, 3, … in the order of first appearance in the session.
  public var id: UInt32

  /// Makes the symbol of a number from a ``SymbolTable``.
  @inlinable public init(id: UInt32) { self.id = id }

  /// No text: the field is not there.
  @inlinable public static var absent: Symbol { Symbol(id: 0) }

  /// Whether there is a text.
  @inlinable public var isPresent: Bool { id != 0 }
}

/// The texts of one session, each kept once.
public struct SymbolTable: Sendable {
  @usableFromInline var box = Box()

  /// Memory that copies of a table share until one of them changes.
  @usableFromInline
  final class Box: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var memory = SymbolMemory()

    init() {}
  }

  /// Makes an empty table.
  public init() {}

  /// The texts in one array, and the end of each; the first end belongs to the absent symbol.
  package var texts: (bytes: [UInt8], ends: [UInt32]) {
    (
      Array(UnsafeRawBufferPointer(start: box.memory.bytes, count: box.memory.byteCount)),
      Array(UnsafeBufferPointer(start: box.memory.ends, count: box.memory.count))
    )
  }

  /// Makes a table of ``texts`` that returns texts, but cannot find the symbol of a text.
  ///
  /// `fill` writes the bytes and the ends of that many texts into the memory of the table.
  package init<Failure: Error>(
    byteCount: Int, count: Int,
    fill: (
      _ texts: UnsafeMutableRawBufferPointer, _ ends: UnsafeMutableBufferPointer<UInt32>
    ) throws(Failure) -> Void
  ) throws(Failure) {
    box.memory = try SymbolMemory(byteCount: byteCount, count: count, fill: fill)
  }

  /// The number of symbols, including ``Symbol/absent``: every id is smaller.
  @inlinable public var count: Int { box.memory.count }

  /// Removes all texts and keeps the memory.
  public mutating func removeAll() {
    if isKnownUniquelyReferenced(&box) { box.memory.removeAll() } else { box = Box() }
  }

  /// Exchanges the texts of the table with those of a memory.
  package mutating func exchange(_ memory: inout SymbolMemory) {
    makeUnique()
    swap(&box.memory, &memory)
  }

  /// Calls `body` with the memory of the texts, which must not be changed.
  package func withMemory<Value>(_ body: (borrowing SymbolMemory) -> Value) -> Value {
    withExtendedLifetime(box) { body(box.memory) }
  }

  /// The symbol of a text, new or known, in O(length of the text).
  public mutating func intern(_ text: String) -> Symbol {
    var text = text
    return text.withUTF8 { intern(UnsafeRawBufferPointer($0)) }
  }

  /// The symbol of these bytes, new or known.
  public mutating func intern(_ text: UnsafeRawBufferPointer) -> Symbol {
    intern(text, hash: Self.hash(text))
  }

  /// The symbol of these bytes, whose `hash(_:)` the caller knows.
  public mutating func intern(_ text: UnsafeRawBufferPointer, hash: UInt64) -> Symbol {
    if let known = box.memory.find(text, hash: hash) { return known }
    makeUnique()
    return box.memory.insert(text, hash: hash)
  }

  private mutating func makeUnique() {
    if isKnownUniquelyReferenced(&box) { return }
    let copy = Box()
    copy.memory = box.memory.copy()
    box = copy
  }

  /// The text of a symbol; empty for ``Symbol/absent`` and for one of another table.
  public func text(_ symbol: Symbol) -> String {
    withText(symbol) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of a symbol's text in place; none for a symbol of another table.
  @inlinable
  package func withText<Value>(
    _ symbol: Symbol, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    withExtendedLifetime(box) {
      guard symbol.isPresent, Int(symbol.id) < box.memory.count else {
        return body(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      return body(box.memory.text(Int(symbol.id)))
    }
  }

  /// Whether the text of a symbol begins with a prefix; nothing is copied.
  @inlinable
  public func hasPrefix(_ prefix: StaticString, _ symbol: Symbol) -> Bool {
    withText(symbol) { text in
      let count = prefix.utf8CodeUnitCount
      guard symbol.isPresent, text.count >= count else { return false }
      let start = UnsafeRawBufferPointer(start: prefix.utf8Start, count: count)
      return Self.equals(UnsafeRawBufferPointer(rebasing: text[..<count]), start)
    }
  }

  /// Whether the text of a symbol has a number of bytes, all of them in a range; nothing is copied.
  @inlinable
  public func isText(_ symbol: Symbol, of count: Int, bytesIn range: ClosedRange<UInt8>) -> Bool {
    withText(symbol) { text in text.count == count && text.allSatisfy { range.contains($0) } }
  }

  /// The symbol of a text; nil where the session does not contain the text.
  public func symbol(of text: String) -> Symbol? {
    var text = text
    return text.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      return box.memory.find(text, hash: Self.hash(text))
    }
  }

  /// Whether two texts of one length are equal, eight bytes at a time.
  @inlinable @inline(__always)
  static func equals(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    let count = a.count
    var offset = 0
    while offset &+ 8 <= count {
      let left = a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if left != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset &+= 8
    }
    return tail(a, from: offset) == tail(b, from: offset)
  }

  /// The last bytes of a text, fewer than eight, as a number.
  @inlinable @inline(__always)
  static func tail(_ text: UnsafeRawBufferPointer, from offset: Int) -> UInt64 {
    let rest = text.count &- offset
    if rest == 0 { return 0 }
    if text.count >= 8 {
      return text.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
    }
    if rest >= 4 {
      let first = UInt64(text.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let last = UInt64(text.loadUnaligned(fromByteOffset: text.count &- 4, as: UInt32.self))
      return first | last &<< 32
    }
    let middle = UInt64(text[offset &+ rest / 2])
    return UInt64(text[offset]) | middle &<< 8 | UInt64(text[text.count &- 1]) &<< 16
  }

  /// A 64-bit hash of the bytes, eight at a time.
  @inlinable
  public static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= text.count {
      hash = mix(hash ^ text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    return mix(hash ^ tail(text, from: offset))
  }

  @inlinable @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}

extension SymbolTable {
  /// A 64-bit hash of the bytes.
  public static func hash(_ text: [UInt8]) -> UInt64 {
    text.withUnsafeBytes { hash($0) }
  }

  /// The hash of a text.
  static func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of the first bytes of a short name.
  static func hash(_ name: Trace.Bytes, count: Int) -> UInt64 {
    withUnsafeBytes(of: name) { hash(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }
}

extension String {
  /// The first bytes of a short name as text.
  init(_ name: Trace.Bytes, count: Int) {
    self = withUnsafeBytes(of: name) { String(decoding: $0.prefix(count), as: UTF8.self) }
  }
}
