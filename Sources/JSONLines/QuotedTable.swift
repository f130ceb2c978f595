/// A fixed set of short texts in quotes, which finds the end of a text and its meaning at once.
///
/// A text is compared by up to three words of eight bytes that include its closing quote. So the words
/// determine the length as well.
@usableFromInline
package struct QuotedTable<Meaning>: @unchecked Sendable {
  @usableFromInline
  struct Slot {
    @usableFromInline var first: UInt64 = 0
    @usableFromInline var second: UInt64 = 0
    @usableFromInline var third: UInt64 = 0
    /// The number of bytes with the closing quote; 0 in an empty slot.
    @usableFromInline var count = 0
    @usableFromInline var meaning: Meaning

    @inlinable
    init(_ text: [UInt8], meaning: Meaning) {
      first = Self.word(of: text, from: 0)
      second = Self.word(of: text, from: 8)
      third = Self.word(of: text, from: 16)
      count = text.count
      self.meaning = meaning
    }

    /// Eight bytes of a text, the first one lowest; zero after its end.
    @inlinable
    static func word(of text: [UInt8], from start: Int) -> UInt64 {
      text.dropFirst(start).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// A text of the set, or the absence of one.
  @usableFromInline
  package struct Match {
    @usableFromInline let slot: UnsafePointer<Slot>

    @inlinable @inline(__always)
    init(_ slot: UnsafePointer<Slot>) { self.slot = slot }

    /// The number of bytes with the closing quote; 0 if the set does not contain the text.
    @inlinable package var count: Int {
      @inline(__always) get { slot.pointee.count }
    }

    /// The meaning, in place.
    @inlinable package var meaning: Meaning {
      @inline(__always) unsafeAddress {
        // Embedded Swift has no key paths, so `pointer(to:)` is not available.
        let slot = UnsafeMutablePointer(mutating: slot)
        return UnsafePointer(withUnsafeMutablePointer(to: &slot.pointee.meaning) { $0 })
      }
    }
  }

  /// The length of the longest text that the set can contain.
  @inlinable package static var longest: Int { 23 }
  @inlinable static var slotBits: UInt64 { 9 }

  /// The slots, and after them the one for texts that the set does not contain.
  @usableFromInline let slots: UnsafeMutablePointer<Slot>

  /// Creates a table that lives as long as the process; it leaves out texts that are too long.
  @inlinable
  package init(_ texts: [(text: String, meaning: Meaning)], none: Meaning) {
    let size = 1 << Int(Self.slotBits)
    slots = .allocate(capacity: size + 1)
    slots.initialize(repeating: Slot([], meaning: none), count: size + 1)
    for entry in texts.prefix(size / 2) where entry.text.utf8.count <= Self.longest {
      insert(Slot(Array(entry.text.utf8) + [0x22], meaning: entry.meaning))
    }
  }

  @inlinable
  func insert(_ slot: Slot) {
    var index = Self.index(slot.first, slot.second, slot.third)
    while slots[index].count > 0 { index = Self.next(index) }
    slots[index] = slot
  }

  /// Finds the text at a cursor, from after its opening quote; branches on its length.
  @inlinable @inline(__always)
  package func find(at cursor: LineCursor) -> Match {
    let first = cursor.word
    var quotes = Self.quotes(first)
    if quotes != 0 {
      let word = Self.upTo(quotes, first)
      let slot = slots + Self.index(word, 0, 0)
      return slot.pointee.first == word ? Match(slot) : search(word, 0, 0)
    }
    var second = SWAR.load(cursor.address + 8)
    quotes = Self.quotes(second)
    if quotes == 0 { return findLong(cursor, first, second) }
    second = Self.upTo(quotes, second)
    let slot = slots + Self.index(first, second, 0)
    return slot.pointee.first == first && slot.pointee.second == second
      ? Match(slot) : search(first, second, 0)
  }

  /// Finds the text at a cursor without a branch on its length, for texts of unpredictable lengths.
  @inlinable @inline(__always)
  package func findWithoutBranches(at cursor: LineCursor) -> Match {
    let text = cursor.address
    let words = (SWAR.load(text), SWAR.load(text + 8), SWAR.load(text + 16))
    let quotes = (Self.quotes(words.0), Self.quotes(words.1))
    let first = Self.upTo(quotes.0, words.0)
    let second = quotes.0 == 0 ? Self.upTo(quotes.1, words.1) : 0
    let third = quotes.0 | quotes.1 == 0 ? Self.upTo(Self.quotes(words.2), words.2) : 0
    let slot = slots + Self.index(first, second, third)
    let others = (slot.pointee.second ^ second) | (slot.pointee.third ^ third)
    return (slot.pointee.first ^ first) | others == 0
      ? Match(slot) : search(first, second, third)
  }

  @inlinable @inline(never)
  func findLong(_ cursor: LineCursor, _ first: UInt64, _ second: UInt64) -> Match {
    let third = SWAR.load(cursor.address + 16)
    return search(first, second, Self.upTo(Self.quotes(third), third))
  }

  @inlinable @inline(never)
  func search(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> Match {
    var index = Self.index(first, second, third)
    while slots[index].count > 0 {
      let slot = slots + index
      let others = (slot.pointee.second ^ second) | (slot.pointee.third ^ third)
      if slot.pointee.first == first, others == 0 { return Match(slot) }
      index = Self.next(index)
    }
    return Match(slots + 1 &<< Int(Self.slotBits))
  }

  /// A mask of the quotes in a word; only its lowest set bit is reliable.
  @inlinable @inline(__always)
  static func quotes(_ word: UInt64) -> UInt64 {
    let zeros = word ^ (SWAR.ones &* 0x22)
    return (zeros &- SWAR.ones) & ~zeros & SWAR.tops
  }

  /// The bytes of a word up to its first quote; all of them if it has none.
  @inlinable @inline(__always)
  static func upTo(_ quotes: UInt64, _ word: UInt64) -> UInt64 {
    word & (quotes ^ (quotes &- 1))
  }

  /// The slot to look at first; with the last factor few texts of the vocabulary collide.
  @inlinable @inline(__always)
  static func index(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> Int {
    let mixed = first ^ (second &+ third &* 0xA076_1D64_78BD_642F) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (mixed &* 0x2040_9F75_8E69_5325) &>> (64 &- slotBits))
  }

  @inlinable
  static func next(_ index: Int) -> Int { (index &+ 1) & (1 &<< Int(slotBits) &- 1) }
}
