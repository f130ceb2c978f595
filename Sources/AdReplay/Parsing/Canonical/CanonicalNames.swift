internal import AdSession
internal import JSONLines

/// A name in a line with its closing quote, in words of eight bytes.
struct CanonicalName {
  var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
  /// The significant bits of these words.
  var mask: (UInt64, UInt64, UInt64) = (0, 0, 0)
  /// The number of bytes.
  var count = 0
  /// The lists of the vocabulary that contain the word, as bits; bit 0 is any text.
  var lists: UInt64 = 1
  /// The name to compare next; 0 for none.
  var next: UInt8 = 0
  var number: UInt8 = 0
  /// The word of this number, if it is one.
  var word = Word.unrecognised

  /// The maximum number of bytes compared.
  static let longest = 24

  /// Whether the name is at an address.
  @inline(__always)
  func matches(at address: UnsafePointer<UInt8>) -> Bool {
    let first = (SWAR.load(address) ^ bytes.0) & mask.0
    let second = (SWAR.load(address + 8) ^ bytes.1) & mask.1
    let third = (SWAR.load(address + 16) ^ bytes.2) & mask.2
    return first | second | third == 0
  }
}

/// A fixed set of names, found by their first bytes without a search for their end.
///
/// A name that is too long, or shorter than the bytes hashed, is not found.
struct CanonicalNames: @unchecked Sendable {
  /// The first entry is unused, because index 0 means no name.
  private let entries: UnsafeMutablePointer<CanonicalName>
  /// The first name of each hash.
  private let slots: UnsafeMutablePointer<UInt8>
  /// Creates a set of names and the bytes that follow each of them; it lives as long as the
  /// process.
  init(
    _ names: [(text: String, follows: String, number: UInt8, lists: UInt64)], hashedBytes: Int
  ) {
    entries = .allocate(capacity: 256)
    entries.initialize(repeating: CanonicalName(), count: 256)
    slots = .allocate(capacity: 256)
    slots.initialize(repeating: 0, count: 256)
    var count: UInt8 = 1
    for name in names.prefix(255) where insert(name, hashedBytes, at: count) { count &+= 1 }
  }

  private func insert(
    _ name: (text: String, follows: String, number: UInt8, lists: UInt64), _ hashedBytes: Int,
    at index: UInt8
  ) -> Bool {
    var text = Array(name.text.utf8)
    text.append(0x22)
    var known = text
    known.append(contentsOf: name.follows.utf8)
    guard text.count <= CanonicalName.longest, known.count >= hashedBytes else { return false }
    entries[Int(index)] = CanonicalName(
      bytes: (Self.word(text, 0), Self.word(text, 8), Self.word(text, 16)),
      mask: (Self.mask(text.count, 0), Self.mask(text.count, 8), Self.mask(text.count, 16)),
      count: text.count, lists: name.lists, number: name.number,
      word: Word(rawValue: name.number) ?? .unrecognised)
    let first = Self.word(known, 0) & Self.mask(hashedBytes, 0)
    let second = Self.word(known, 8) & Self.mask(hashedBytes, 8)
    let slot = slots + Self.slot(first, second)
    var last = slot
    while last.pointee != 0 { last = chain(last.pointee) }
    last.pointee = index
    return true
  }

  /// The address of the index of the next name.
  private func chain(_ index: UInt8) -> UnsafeMutablePointer<UInt8> {
    withUnsafeMutablePointer(to: &entries[Int(index)].next) { $0 }
  }

  /// The name at an address; `nil` if the set does not contain it.
  ///
  /// 24 bytes must be readable. The bits select those of the first sixteen bytes that are hashed.
  @inline(__always)
  func find(
    _ address: UnsafePointer<UInt8>, firstBits: UInt64, secondBits: UInt64
  ) -> UnsafePointer<CanonicalName>? {
    let second = secondBits == 0 ? 0 : SWAR.load(address + 8) & secondBits
    var index = slots[Self.slot(SWAR.load(address) & firstBits, second)]
    while index != 0 {
      let entry = entries + Int(index)
      if entry.pointee.matches(at: address) { return UnsafePointer(entry) }
      index = entry.pointee.next
    }
    return nil
  }

  @inline(__always)
  private static func slot(_ first: UInt64, _ second: UInt64) -> Int {
    let mixed = (first &+ second &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed &>> 56)
  }

  /// Eight bytes of a text, the first one lowest; zero beyond its end.
  static func word(_ text: [UInt8], _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    var offset = min(start + 8, text.count)
    while offset > start {
      offset -= 1
      word = word << 8 | UInt64(text[offset])
    }
    return word
  }

  /// The bits of the eight bytes from `start` that belong to the first `count` bytes.
  static func mask(_ count: Int, _ start: Int) -> UInt64 {
    lowBytes(count - start)
  }

  /// The bits of the first `count` of eight bytes: none for fewer than one, all for more than
  /// eight.
  static func lowBytes(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : count <= 0 ? 0 : ~(~0 &<< UInt64(truncatingIfNeeded: count &* 8))
  }
}
