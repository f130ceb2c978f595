/// The keys that a scanner knows: those it was told to number, and those it met in earlier lines.
///
/// Lines of a journal repeat the same keys in the same order. Each key remembers which two keys
/// came after it last, so that the next key is guessed and compared instead of searched for its
/// end. Two wrong guesses cost a look into a hash table; keys that are too long for the table, or
/// come when it is full, are compared within their line by signatures.
struct KeyTable {
  /// The most keys that are kept; what is told comes first, what is met takes the rest.
  static let most = 256
  private static let bucketCount = 1024

  let entries: UnsafeMutablePointer<KeyEntry>
  private let buckets: UnsafeMutablePointer<UInt16>
  private let strangers: UnsafeMutablePointer<UInt64>
  private var count = 1
  private var strangerCount = 0
  private var stamp: UInt32 = 0

  /// A table that knows some keys by number.
  init(_ keys: [(name: String, number: UInt8)]) {
    entries = .allocate(capacity: Self.most)
    entries.initialize(repeating: KeyEntry(), count: Self.most)
    buckets = .allocate(capacity: Self.bucketCount)
    buckets.initialize(repeating: 0, count: Self.bucketCount)
    strangers = .allocate(capacity: KeySignature.most)
    for key in keys { tell(key.name, key.number) }
    if keys.isEmpty { tell("v", Field.noNumber) }  // a guess must be a key, so there must be one
  }

  func deallocate() {
    entries.deallocate()
    buckets.deallocate()
    strangers.deallocate()
  }

  /// A stamp for the next line, which no entry has.
  @inline(__always)
  mutating func nextStamp() -> UInt32 {
    strangerCount = 0
    stamp &+= 1
    if stamp == 0 { restartStamps() }
    return stamp
  }

  @inline(never)
  private mutating func restartStamps() {
    for index in 0..<Self.most { entries[index].stamp = 0 }
    stamp = 1
  }

  private mutating func tell(_ name: String, _ number: UInt8) {
    var padded = Array(name.utf8)
    precondition(padded.count <= KeyEntry.longest, "the key to number is too long")
    padded += [UInt8](repeating: 0, count: KeyEntry.longest)
    padded.withUnsafeBufferPointer { padded in
      guard let start = padded.baseAddress else { return }
      let end = start + name.utf8.count
      if let entry = entry(start, end) { entries[Int(entry)].number = number }
    }
  }
}

extension KeyTable {
  /// What became of a key that was not guessed.
  struct Found {
    /// The closing quote; `nil` if the key is no valid string.
    var end: Bytes?
    /// The entry of the key, or the one before it if the table has none for it.
    var entry: UnsafeMutablePointer<KeyEntry>
    var number: UInt8
    var hasEscapes: Bool
    /// Whether ``DuplicateKeys`` must decide if this key was there before.
    var needsCheck: Bool
  }

  /// Finds the key that begins here, and remembers it as the one that comes after another.
  @inline(never)
  mutating func find(_ start: Bytes, after previous: UnsafeMutablePointer<KeyEntry>) -> Found {
    let other = entries + Int(previous.pointee.other)
    if other.pointee.stands(at: start) {
      previous.pointee.expect(previous.pointee.other)
      return note(other, endingAt: start + Int(other.pointee.count))
    }
    let key = FastToken.stringEnd(start)
    var stranger = Found(
      end: key.end, entry: previous, number: Field.noNumber, hasEscapes: key.hasEscapes,
      needsCheck: key.hasEscapes)
    guard let end = key.end, !key.hasEscapes else { return stranger }
    if let index = entry(start, end) {
      previous.pointee.expect(index)
      return note(entries + Int(index), endingAt: end)
    }
    stranger.needsCheck = noteStranger(KeySignature.of(start, end - start))
    return stranger
  }

  private func note(_ entry: UnsafeMutablePointer<KeyEntry>, endingAt end: Bytes) -> Found {
    let wasThere = entry.pointee.stamp == stamp
    entry.pointee.stamp = stamp
    return Found(
      end: end, entry: entry, number: entry.pointee.number, hasEscapes: false,
      needsCheck: wasThere)
  }

  /// The entry of a plain key, made if there is room; `nil` if there cannot be one.
  private mutating func entry(_ start: Bytes, _ end: Bytes) -> UInt16? {
    guard end - start <= KeyEntry.longest else { return nil }
    let signature = KeySignature.of(start, end - start)
    var bucket = Int(truncatingIfNeeded: signature &>> 54)
    while buckets[bucket] != 0 {
      let index = buckets[bucket]
      if entries[Int(index)].isKey(start, end - start) { return index }
      bucket = (bucket &+ 1) & (Self.bucketCount - 1)
    }
    guard count < Self.most else { return nil }
    entries[count] = KeyEntry(start, end - start)
    buckets[bucket] = UInt16(truncatingIfNeeded: count)
    count += 1
    return buckets[bucket]
  }

  /// Notes a key without entry; true if this line may have had it before.
  private mutating func noteStranger(_ signature: UInt64) -> Bool {
    guard strangerCount < KeySignature.most else { return true }
    for index in 0..<strangerCount where strangers[index] == signature { return true }
    strangers[strangerCount] = signature
    strangerCount += 1
    return false
  }
}
