/// The keys that a scanner knows: the numbered keys, and the keys of earlier lines.
///
/// Lines of a journal repeat the same keys in the same order. Each key remembers the last two keys
/// that followed it, so that the scanner compares the input with a predicted key instead of
/// searching for the key's end. After two wrong predictions the key is looked up in a hash table.
/// Keys that are too long for the table, or that come when it is full, are compared by signature
/// within their line.
struct KeyTable {
  /// The maximum number of keys in the table; the numbered keys come first.
  static let maximumCount = 256
  private static let bucketCount = 1024

  let entries: UnsafeMutablePointer<KeyEntry>
  private let buckets: UnsafeMutablePointer<UInt16>
  private let unlisted: UnsafeMutablePointer<UInt64>
  private var count = 1
  private var unlistedCount = 0
  private var stamp: UInt32 = 0

  /// Creates a table of numbered keys.
  init(_ keys: [(name: String, number: UInt8)]) {
    entries = .allocate(capacity: Self.maximumCount)
    entries.initialize(repeating: KeyEntry(), count: Self.maximumCount)
    buckets = .allocate(capacity: Self.bucketCount)
    buckets.initialize(repeating: 0, count: Self.bucketCount)
    unlisted = .allocate(capacity: KeySignature.maximumCount)
    for key in keys { add(key.name, key.number) }
    // A prediction is always a key, so the table needs one.
    if keys.isEmpty { add("v", Field.noNumber) }
  }

  func deallocate() {
    entries.deallocate()
    buckets.deallocate()
    unlisted.deallocate()
  }

  /// Returns a new stamp for the next line.
  @inline(__always)
  mutating func nextStamp() -> UInt32 {
    unlistedCount = 0
    stamp &+= 1
    if stamp == 0 { restartStamps() }
    return stamp
  }

  @inline(never)
  private mutating func restartStamps() {
    for index in 0..<Self.maximumCount { entries[index].stamp = 0 }
    stamp = 1
  }

  private mutating func add(_ name: String, _ number: UInt8) {
    var padded = Array(name.utf8)
    precondition(padded.count <= KeyEntry.maximumLength, "a numbered key has at most 22 bytes")
    padded += [UInt8](repeating: 0, count: KeyEntry.maximumLength)
    padded.withUnsafeBufferPointer { padded in
      guard let start = padded.baseAddress else { return }
      let end = start + name.utf8.count
      if let entry = entry(start, end) { entries[Int(entry)].number = number }
    }
  }
}

extension KeyTable {
  /// The result of looking up a key that was not predicted.
  struct Found {
    /// The closing quote; `nil` if the key is not a valid string.
    var end: Bytes?
    /// The entry of the key; the entry of the previous key if the table does not contain this one.
    var entry: UnsafeMutablePointer<KeyEntry>
    var number: UInt8
    var hasEscapes: Bool
    /// Whether ``DuplicateKeys`` must decide if the line contains this key twice.
    var needsCheck: Bool
  }

  /// Finds the key at an address and remembers it as the successor of the previous key.
  @inline(never)
  mutating func find(_ start: Bytes, after previous: UnsafeMutablePointer<KeyEntry>) -> Found {
    let alternative = entries + Int(previous.pointee.alternative)
    if alternative.pointee.matches(at: start) {
      previous.pointee.remember(next: previous.pointee.alternative)
      return found(alternative, endingAt: start + Int(alternative.pointee.count))
    }
    let key = FastToken.stringEnd(start)
    var result = Found(
      end: key.end, entry: previous, number: Field.noNumber, hasEscapes: key.hasEscapes,
      needsCheck: key.hasEscapes)
    guard let end = key.end, !key.hasEscapes else { return result }
    if let index = entry(start, end) {
      previous.pointee.remember(next: index)
      return found(entries + Int(index), endingAt: end)
    }
    result.needsCheck = addUnlisted(KeySignature.of(start, end - start))
    return result
  }

  private func found(_ entry: UnsafeMutablePointer<KeyEntry>, endingAt end: Bytes) -> Found {
    let isRepeated = entry.pointee.stamp == stamp
    entry.pointee.stamp = stamp
    return Found(
      end: end, entry: entry, number: entry.pointee.number, hasEscapes: false,
      needsCheck: isRepeated)
  }

  /// Returns the index of a key without escapes, after adding it if it is new.
  ///
  /// Returns `nil` if the key is too long or the table is full.
  private mutating func entry(_ start: Bytes, _ end: Bytes) -> UInt16? {
    guard end - start <= KeyEntry.maximumLength else { return nil }
    let signature = KeySignature.of(start, end - start)
    var bucket = Int(truncatingIfNeeded: signature &>> 54)
    while buckets[bucket] != 0 {
      let index = buckets[bucket]
      if entries[Int(index)].isKey(start, end - start) { return index }
      bucket = (bucket &+ 1) & (Self.bucketCount - 1)
    }
    guard count < Self.maximumCount else { return nil }
    entries[count] = KeyEntry(start, end - start)
    buckets[bucket] = UInt16(truncatingIfNeeded: count)
    count += 1
    return buckets[bucket]
  }

  /// Adds a key that has no entry; returns whether the line may contain it twice.
  private mutating func addUnlisted(_ signature: UInt64) -> Bool {
    guard unlistedCount < KeySignature.maximumCount else { return true }
    for index in 0..<unlistedCount where unlisted[index] == signature { return true }
    unlisted[unlistedCount] = signature
    unlistedCount += 1
    return false
  }
}
