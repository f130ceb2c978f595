/// What tells two keys apart cheaply: equal plain keys always have one signature.
///
/// Two keys with one signature are probably equal; that only calls for ``DuplicateKeys``, which
/// compares the keys themselves.
enum KeySignature {
  /// More keys than this in one object are left to ``DuplicateKeys`` at once.
  static let most = 64

  /// A number that depends on the key's length, first eight and last eight bytes.
  @inline(__always)
  static func of(_ start: Bytes, _ count: Int) -> UInt64 {
    var mixed = Octets.load(start)
    if count < 8 {
      mixed &= Octets.lowBytes(count)
    } else {
      let tail = Octets.load(start + count - 8)
      mixed ^= tail &<< 29 | tail &>> 35
    }
    mixed ^= UInt64(truncatingIfNeeded: count)
    return (mixed ^ mixed &>> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}

/// Looks for duplicates among the keys of the objects within the line's object, while they are open.
struct NestedKeys {
  /// A key and the level of its object.
  struct Key {
    var signature: UInt64
    var level: Int
  }

  private let keys: UnsafeMutablePointer<Key>
  private var count = 0
  /// Whether ``DuplicateKeys`` must decide: escapes, one signature twice, or too many keys.
  private(set) var needCheck = false

  /// No keys yet, in memory for ``KeySignature/most`` of them.
  init(_ keys: UnsafeMutablePointer<Key>) {
    self.keys = keys
  }

  /// Notes a key of the open object on a level.
  mutating func add(_ start: Bytes, _ end: Bytes, escaped: Bool, level: Int) {
    guard count < KeySignature.most, !escaped else { return needCheck = true }
    let signature = KeySignature.of(start, end - start)
    var index = count
    while index > 0 && keys[index &- 1].level == level {
      index &-= 1
      if keys[index].signature == signature { needCheck = true }
    }
    keys[count] = Key(signature: signature, level: level)
    count &+= 1
  }

  /// Forgets the keys of the object on a level, which ends.
  mutating func close(level: Int) {
    while count > 0 && keys[count &- 1].level == level { count &-= 1 }
  }
}
