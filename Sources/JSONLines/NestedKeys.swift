/// A hash that distinguishes keys cheaply: equal keys without escapes have equal signatures.
///
/// Two keys with the same signature may be equal; ``DuplicateKeys`` then compares the keys.
enum KeySignature {
  /// The maximum number of keys that are compared by signature; more are left to ``DuplicateKeys``.
  static let maximumCount = 64

  /// Returns the signature of a key: a hash of its length, its first eight and its last eight
  /// bytes.
  @inline(__always)
  static func of(_ start: Bytes, _ count: Int) -> UInt64 {
    var mixed = SWAR.load(start)
    if count < 8 {
      mixed &= SWAR.lowBytes(count)
    } else {
      let tail = SWAR.load(start + count - 8)
      mixed ^= tail &<< 29 | tail &>> 35
    }
    mixed ^= UInt64(truncatingIfNeeded: count)
    return (mixed ^ mixed &>> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}

/// Detects possible duplicates among the keys of the open objects within the line's object.
struct NestedKeys {
  /// A key's signature and the nesting level of its object.
  struct Key {
    var signature: UInt64
    var level: Int
  }

  private let keys: UnsafeMutablePointer<Key>
  private var count = 0
  /// Whether ``DuplicateKeys`` must decide, because of escapes, equal signatures or too many keys.
  private(set) var needCheck = false

  /// Starts without keys, in memory for ``KeySignature/maximumCount`` of them.
  init(_ keys: UnsafeMutablePointer<Key>) {
    self.keys = keys
  }

  /// Adds a key of the open object on a level.
  mutating func add(_ start: Bytes, _ end: Bytes, escaped: Bool, level: Int) {
    guard count < KeySignature.maximumCount, !escaped else { return needCheck = true }
    let signature = KeySignature.of(start, end - start)
    var index = count
    while index > 0 && keys[index &- 1].level == level {
      index &-= 1
      if keys[index].signature == signature { needCheck = true }
    }
    keys[count] = Key(signature: signature, level: level)
    count &+= 1
  }

  /// Removes the keys of the object that ends on a level.
  mutating func close(level: Int) {
    while count > 0 && keys[count &- 1].level == level { count &-= 1 }
  }
}
