/// A text of a session (an ad, a unit, a scene …) as a small number; equal texts, equal numbers.
public struct Symbol: Hashable, Sendable {
  /// 0 for ``absent``, else 1, 2, 3, … in the order of first appearance in the session.
  public var id: UInt32

  /// Makes the symbol of a number that a ``SymbolTable`` gave.
  @inlinable public init(id: UInt32) { self.id = id }

  /// No text: the field is not there.
  public static let absent = Symbol(id: 0)

  /// Whether there is a text.
  @inlinable public var isPresent: Bool { id != 0 }
}

/// The texts of one session, each kept once.
public struct SymbolTable: Sendable {
  @usableFromInline var bytes: [UInt8] = []
  @usableFromInline var ends: [UInt32] = [0]
  @usableFromInline var hashes: [UInt64] = [0]
  /// The upper half of a hash, then the id; 0 where nothing is.
  @usableFromInline var slots: [UInt64] = [UInt64](repeating: 0, count: 64)

  /// Makes an empty table.
  public init() {}

  /// The texts one behind the other, and where each ends; the first end is that of no text.
  package var texts: (bytes: [UInt8], ends: [UInt32]) { (bytes, ends) }

  /// A table of ``texts`` that tells them, and is not to be asked for the symbol of a text.
  package init(texts bytes: [UInt8], ends: [UInt32]) {
    self.bytes = bytes
    self.ends = ends
  }

  /// How many symbols there are, ``Symbol/absent`` included: every id is smaller.
  @inlinable public var count: Int { ends.count }

  /// Forgets all texts and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    ends.append(0)
    hashes.removeAll(keepingCapacity: true)
    hashes.append(0)
    for slot in slots.indices { slots[slot] = 0 }
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

  /// The symbol of these bytes, whose ``hash(_:)`` the caller has already.
  @inlinable @inline(__always)
  public mutating func intern(_ text: UnsafeRawBufferPointer, hash: UInt64) -> Symbol {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      let id = UInt32(truncatingIfNeeded: entry)
      if entry &>> 32 == hash &>> 32 && equals(id, text) { return Symbol(id: id) }
      slot = (slot &+ 1) & mask
    }
    return insert(text, hash: hash, slot: slot)
  }

  /// The text of a symbol; empty for ``Symbol/absent`` and for one of another table.
  public func text(_ symbol: Symbol) -> String {
    guard symbol.isPresent, Int(symbol.id) < ends.count else { return "" }
    let range = Int(ends[Int(symbol.id) - 1])..<Int(ends[Int(symbol.id)])
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The bytes of a symbol's text, where they lie; none for one that the table does not have.
  @inlinable
  package func withText<Value>(
    _ symbol: Symbol, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    bytes.withUnsafeBytes { all in
      guard symbol.isPresent, Int(symbol.id) < ends.count else {
        return body(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      let range = Int(ends[Int(symbol.id) - 1])..<Int(ends[Int(symbol.id)])
      return body(UnsafeRawBufferPointer(rebasing: all[range]))
    }
  }

  /// Whether the text of a symbol begins so; nothing is copied.
  public func hasPrefix(_ prefix: StaticString, _ symbol: Symbol) -> Bool {
    guard symbol.isPresent, Int(symbol.id) < ends.count else { return false }
    let start = Int(ends[Int(symbol.id) - 1])
    let count = prefix.utf8CodeUnitCount
    guard Int(ends[Int(symbol.id)]) - start >= count else { return false }
    return (0..<count).allSatisfy { bytes[start + $0] == prefix.utf8Start[$0] }
  }

  /// The symbol of a text that the session has; nil where it has it not.
  public func symbol(of text: String) -> Symbol? {
    var copy = self
    let before = copy.count
    let symbol = copy.intern(text)
    return copy.count == before ? symbol : nil
  }

  @inlinable @inline(__always)
  func equals(_ id: UInt32, _ text: UnsafeRawBufferPointer) -> Bool {
    let start = Int(ends[Int(id) &- 1])
    let count = Int(ends[Int(id)]) &- start
    guard count == text.count else { return false }
    return bytes.withUnsafeBytes { all in
      Self.equals(UnsafeRawBufferPointer(rebasing: all[start..<start &+ count]), text)
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

  @usableFromInline
  mutating func insert(_ text: UnsafeRawBufferPointer, hash: UInt64, slot: Int) -> Symbol {
    let id = UInt32(ends.count)
    bytes.append(contentsOf: text)
    ends.append(UInt32(bytes.count))
    hashes.append(hash)
    slots[slot] = Self.entry(hash, id)
    if ends.count * 2 > slots.count { grow() }
    return Symbol(id: id)
  }

  private mutating func grow() {
    let mask = slots.count * 4 - 1
    slots = [UInt64](repeating: 0, count: mask + 1)
    for id in 1..<ends.count {
      var slot = Int(truncatingIfNeeded: hashes[id]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Self.entry(hashes[id], UInt32(id))
    }
  }

  private static func entry(_ hash: UInt64, _ id: UInt32) -> UInt64 {
    hash & 0xFFFF_FFFF_0000_0000 | UInt64(id)
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
