extension AdFacts {
  /// The facts of another state, in memory of their own.
  init(copying other: AdFacts) { entries = Table(copying: other.entries) }

  /// So many ads are written behind each other: their facts are read together.
  fileprivate static let groupSize = 16

  /// Writes of each ad the facts that it has: most ads have few.
  ///
  /// It is the last part of a state. Where each group ends comes first, so that one can be read
  /// without the others.
  func write(to writer: inout StateWriter) {
    var facts = self
    let ads = entries.count / Self.width
    _ = writer.count(ads)
    var groups = StateWriter()
    for first in stride(from: 0, to: ads, by: Self.groupSize) {
      facts.code(first..<min(ads, first + Self.groupSize), &groups)
      let end = UInt32(truncatingIfNeeded: groups.bytes.count)
      for shift in stride(from: 0, to: 32, by: 8) {
        writer.bytes.append(UInt8(truncatingIfNeeded: end >> UInt32(shift)))
      }
    }
    writer.bytes += groups.bytes
  }

  /// The facts of ads that come one after the other.
  fileprivate mutating func code(_ ads: Range<Int>, _ coder: inout some StateCoder) {
    // The facts of one ad follow each other, and mostly those of the next.
    var before: Int32 = 0
    for ad in ads { code(ad * Self.width, after: &before, &coder) }
  }

  private mutating func code(
    _ start: Int, after before: inout Int32, _ coder: inout some StateCoder
  ) {
    var mask: Int64 = 0
    if coder.isReading {
      entries.place(start).initialize(repeating: Entry(), count: Self.width)
    } else {
      for fact in 0..<Self.width where entries[start + fact].count > 0 {
        mask |= 1 &<< Int64(fact)
      }
    }
    coder.code(&mask)
    var left = UInt64(bitPattern: mask) & (1 &<< UInt64(Self.width) &- 1)
    while left != 0 {
      entries[start + left.trailingZeroBitCount].code(after: &before, &coder)
      left &= left &- 1
    }
  }

  /// Makes room for the facts of so many ads, which are read before anybody asks for them.
  fileprivate mutating func makeRoom(_ ads: Int) {
    entries = Table()
    entries.reserve((ads + ads / 4) * Self.width)
    entries.append(count: ads * Self.width) { _ in }
  }
}

extension AdFacts.Entry {
  /// Most facts were seen once: of them one number says it all.
  fileprivate mutating func code(after before: inout Int32, _ coder: inout some StateCoder) {
    let isOne = count == 1 && afterFirst == afterLast
    var further = Int64(afterFirst &- before) &<< 1 | (isOne ? 1 : 0)
    coder.code(&further)
    afterFirst = before &+ Int32(truncatingIfNeeded: further &>> 1)
    before = afterFirst
    if further & 1 == 1 {
      count = 1
      afterLast = afterFirst
      return
    }
    coder.code(&count)
    var passed = afterLast &- afterFirst
    coder.code(&passed)
    afterLast = afterFirst &+ passed
  }
}

/// The facts of a state that was restored, until they are asked for: a part of a long session is
/// about few of the ads before it.
struct UnreadFacts: Sendable {
  private let bytes: [UInt8]
  private let ads: Int
  /// Where the ends of the groups begin, and behind them the groups.
  private let ends: Int
  private var isRead: [Bool]
  /// Whether what was read so far is whole.
  private(set) var isWhole = true

  /// The facts that stand from a place on; makes room for them, and nil where they are none.
  init?(_ bytes: [UInt8], from place: Int, ads: Int, _ facts: inout AdFacts) {
    let groups = (ads + AdFacts.groupSize - 1) / AdFacts.groupSize
    guard ads >= 0, groups * 4 <= bytes.count - place else { return nil }
    self.bytes = bytes
    self.ads = ads
    ends = place
    isRead = Array(repeating: false, count: groups)
    guard start(of: groups) == bytes.count else { return nil }
    facts.makeRoom(ads)
  }

  /// Where a group begins, or the one before it ends.
  private func start(of group: Int) -> Int {
    let groups = ends + isRead.count * 4
    if group == 0 { return groups }
    let place = ends + (group - 1) * 4
    let end = bytes.withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
    return groups + Int(end)
  }

  /// Reads the facts of an ad, if nobody did.
  @inline(__always)
  mutating func read(_ ad: Int, into facts: inout AdFacts) {
    let group = ad / AdFacts.groupSize
    if group < isRead.count, !isRead[group] { read(group: group, into: &facts) }
  }

  @inline(never)
  private mutating func read(group: Int, into facts: inout AdFacts) {
    isRead[group] = true
    let first = group * AdFacts.groupSize
    let last = min(ads, first + AdFacts.groupSize)
    let start = min(self.start(of: group), bytes.count)
    let end = self.start(of: group + 1)
    isWhole = bytes.withUnsafeBytes { bytes in
      var reader = StateReader(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      facts.code(first..<last, &reader)
      return isWhole && reader.isWhole && start + reader.place == end
    }
  }

  /// Reads all that nobody read.
  mutating func readAll(into facts: inout AdFacts) {
    for group in isRead.indices where !isRead[group] { read(group: group, into: &facts) }
  }
}

extension Session {
  /// Reads the facts of the ad that an event names: to be asked before it is folded into a state
  /// that was restored.
  package mutating func readFacts(of event: Event) {
    if !event.ad.isPresent { return }
    let ad = numbers.number(event.ad, in: .ad)
    if ad >= 0 { unread?.read(ad, into: &facts) }
  }

  /// Reads the facts of all ads of a state that was restored.
  package mutating func readAllFacts() {
    unread?.readAll(into: &facts)
    if unread?.isWhole == true { unread = nil }
  }

  /// Whether the facts that were read of a state that was restored are those that were written.
  package var areFactsWhole: Bool { unread?.isWhole ?? true }
}
