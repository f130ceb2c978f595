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
  @usableFromInline var slots: [UInt32] = [UInt32](repeating: 0, count: 64)

  /// Makes an empty table.
  public init() {}

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

  /// The symbol of a text, new or known. O(length of the text).
  public mutating func intern(_ text: String) -> Symbol {
    var text = text
    return text.withUTF8 { intern(UnsafeRawBufferPointer($0)) }
  }

  /// The symbol of these bytes, new or known.
  public mutating func intern(_ text: UnsafeRawBufferPointer) -> Symbol {
    intern(text, hash: Self.hash(text))
  }

  /// The symbol of these bytes, whose ``hash(_:)`` the caller has already.
  @inlinable
  public mutating func intern(_ text: UnsafeRawBufferPointer, hash: UInt64) -> Symbol {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let id = slots[slot]
      if hashes[Int(id)] == hash && equals(id, text) { return Symbol(id: id) }
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

  /// The symbol of a text that the session has; nil where it has it not.
  public func symbol(of text: String) -> Symbol? {
    var copy = self
    let before = copy.count
    let symbol = copy.intern(text)
    return copy.count == before ? symbol : nil
  }

  @inlinable
  func equals(_ id: UInt32, _ text: UnsafeRawBufferPointer) -> Bool {
    let start = Int(ends[Int(id) &- 1])
    let count = Int(ends[Int(id)]) &- start
    guard count == text.count else { return false }
    return bytes.withUnsafeBufferPointer { all in
      for offset in 0..<count where all[start &+ offset] != text[offset] { return false }
      return true
    }
  }

  @usableFromInline
  mutating func insert(_ text: UnsafeRawBufferPointer, hash: UInt64, slot: Int) -> Symbol {
    let id = UInt32(ends.count)
    bytes.append(contentsOf: text)
    ends.append(UInt32(bytes.count))
    hashes.append(hash)
    slots[slot] = id
    if ends.count * 2 > slots.count { grow() }
    return Symbol(id: id)
  }

  private mutating func grow() {
    let mask = slots.count * 4 - 1
    slots = [UInt32](repeating: 0, count: mask + 1)
    for id in 1..<ends.count {
      var slot = Int(truncatingIfNeeded: hashes[id]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(id)
    }
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
    var tail: UInt64 = 0
    while offset < text.count {
      tail = tail &<< 8 | UInt64(text[offset])
      offset &+= 1
    }
    return mix(hash ^ tail)
  }

  @inlinable
  static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
