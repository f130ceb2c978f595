internal import JSONLines

/// A fixed set of short texts in quotes: finds the end of a text and what it means at once.
///
/// A text is told by up to three words of eight bytes, of which the closing quote is the last byte
/// that counts; so the words tell the length as well, and only a text of the set is equal to one.
struct QuotedTable<Meaning>: @unchecked Sendable {
  struct Slot {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    /// How many bytes the text has with its closing quote; 0 for no text.
    var count = 0
    var meaning: Meaning
  }

  /// The longest text of the set.
  static var longest: Int { 23 }
  private static var slotBits: UInt64 { 9 }

  /// The slots, and behind them the one that stands for no text of the set.
  private let slots: UnsafeMutablePointer<Slot>

  /// A table of texts, which lives as long as the process; leaves out those that are too long.
  init(_ texts: [(text: String, meaning: Meaning)], none: Meaning) {
    let size = 1 << Int(Self.slotBits)
    slots = .allocate(capacity: size + 1)
    slots.initialize(repeating: Slot(meaning: none), count: size + 1)
    for entry in texts.prefix(size / 2) where entry.text.utf8.count <= Self.longest {
      insert(Array(entry.text.utf8) + [0x22], entry.meaning)
    }
  }

  private func insert(_ text: [UInt8], _ meaning: Meaning) {
    let slot = Slot(
      first: CanonicalNames.word(text, 0), second: CanonicalNames.word(text, 8),
      third: CanonicalNames.word(text, 16), count: text.count, meaning: meaning)
    var index = Self.index(slot.first, slot.second, slot.third)
    while slots[index].count > 0 { index = Self.next(index) }
    slots[index] = slot
  }

  /// The slot of the text that begins here; one of no bytes if the set does not have it.
  ///
  /// 24 bytes from here must be readable.
  @inline(__always)
  func find(_ text: UnsafePointer<UInt8>) -> UnsafePointer<Slot> {
    let first = SWAR.load(text)
    var quotes = Self.quotes(first)
    if quotes != 0 {
      let word = Self.upTo(quotes, first)
      let slot = slots + Self.index(word, 0, 0)
      return slot.pointee.first == word ? UnsafePointer(slot) : search(word, 0, 0)
    }
    var second = SWAR.load(text + 8)
    quotes = Self.quotes(second)
    if quotes == 0 { return findLong(text, first, second) }
    second = Self.upTo(quotes, second)
    let slot = slots + Self.index(first, second, 0)
    return slot.pointee.first == first && slot.pointee.second == second
      ? UnsafePointer(slot) : search(first, second, 0)
  }

  /// The same without a branch on the length, where that cannot be foreseen.
  @inline(__always)
  func findSteadily(_ text: UnsafePointer<UInt8>) -> UnsafePointer<Slot> {
    let words = (SWAR.load(text), SWAR.load(text + 8), SWAR.load(text + 16))
    let quotes = (Self.quotes(words.0), Self.quotes(words.1))
    let first = Self.upTo(quotes.0, words.0)
    let second = quotes.0 == 0 ? Self.upTo(quotes.1, words.1) : 0
    let third = quotes.0 | quotes.1 == 0 ? Self.upTo(Self.quotes(words.2), words.2) : 0
    let slot = slots + Self.index(first, second, third)
    let others = (slot.pointee.second ^ second) | (slot.pointee.third ^ third)
    return (slot.pointee.first ^ first) | others == 0
      ? UnsafePointer(slot) : search(first, second, third)
  }

  @inline(never)
  private func findLong(
    _ text: UnsafePointer<UInt8>, _ first: UInt64, _ second: UInt64
  ) -> UnsafePointer<Slot> {
    let third = SWAR.load(text + 16)
    let quotes = Self.quotes(third)
    return search(first, second, Self.upTo(quotes, third))
  }

  @inline(never)
  private func search(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> UnsafePointer<Slot> {
    var index = Self.index(first, second, third)
    while slots[index].count > 0 {
      let slot = slots + index
      let others = (slot.pointee.second ^ second) | (slot.pointee.third ^ third)
      if slot.pointee.first == first, others == 0 { return UnsafePointer(slot) }
      index = Self.next(index)
    }
    return UnsafePointer(slots + 1 &<< Int(Self.slotBits))
  }

  /// The quotes of a word; the lowest set bit is right, and no other is looked at.
  @inline(__always)
  private static func quotes(_ word: UInt64) -> UInt64 {
    let zeros = word ^ (SWAR.ones &* 0x22)
    return (zeros &- SWAR.ones) & ~zeros & SWAR.tops
  }

  /// The bytes of a word up to its first quote; all of them if there is none.
  @inline(__always)
  private static func upTo(_ quotes: UInt64, _ word: UInt64) -> UInt64 {
    word & (quotes ^ (quotes &- 1))
  }

  /// Where to look first; the last factor is one by which hardly two texts of the vocabulary meet.
  @inline(__always)
  private static func index(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> Int {
    let mixed = first ^ (second &+ third &* 0xA076_1D64_78BD_642F) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (mixed &* 0x2040_9F75_8E69_5325) &>> (64 &- slotBits))
  }

  private static func next(_ index: Int) -> Int { (index &+ 1) & (1 &<< Int(slotBits) &- 1) }
}

extension UnsafePointer<QuotedTable<KeyMeaning>.Slot> {
  /// The address of the meaning.
  ///
  /// Embedded Swift has no key paths, so `pointer(to:)` is not there.
  @inline(__always)
  var meaning: UnsafePointer<KeyMeaning> {
    let slot = UnsafeMutablePointer(mutating: self)
    return UnsafePointer<KeyMeaning>(withUnsafeMutablePointer(to: &slot.pointee.meaning) { $0 })
  }
}
