internal import CProcessor

/// The secret numbers of a hash: whoever does not know them cannot make two texts of one hash, and
/// chance does so once in 2⁶⁴ spans.
package struct DigestKey: Sendable {
  /// The second sum of a span is made with the key from its second line on.
  static let count = BlockDigest.span + BlockDigest.line

  let bytes: [UInt8]

  /// Draws a key.
  package init(_ random: inout some RandomNumberGenerator) {
    bytes = (0..<Self.count / 8).flatMap { _ in
      let word: UInt64 = random.next()
      return (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
    }
  }

  /// A key that was drawn before; nil where it has another length.
  init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = Array(bytes)
  }
}

/// The hash of a piece of a file, much faster than parsing it: as fast as memory is read.
///
/// Within each span of 32 KiB it is NH (the universal hash of UMAC) over words of 32 bits, twice with
/// keys that differ by a line. The 128 bits of each span, with the length before them, are the sums
/// of the piece; SHA-256 over all bytes would cost more than an audit.
package enum BlockDigest {
  /// So many bytes are hashed by one pass over the key.
  static let span = 1 << 15
  /// So many bytes are hashed at once; of the last ones with zeros behind them, as the length tells
  /// where they end.
  static let line = 64

  /// The hash of a piece whose bytes come one part after the other.
  struct Running {
    /// The length and the sums so far.
    private(set) var sums: [UInt8] = []
    private let key: DigestKey

    /// Begins a piece of so many bytes.
    init(_ count: Int, _ key: DigestKey) {
      self.key = key
      sums.reserveCapacity(16 * (count / BlockDigest.span + 2))
      BlockDigest.append(UInt64(count), to: &sums)
    }

    /// Adds the next bytes: whole spans, unless they are the last.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      key.bytes.withUnsafeBytes { key in
        for start in stride(from: 0, to: bytes.count, by: BlockDigest.span) {
          let end = min(start + BlockDigest.span, bytes.count)
          let one = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          let (first, second) = BlockDigest.sum(one, key)
          BlockDigest.append(first, to: &sums)
          BlockDigest.append(second, to: &sums)
        }
      }
    }
  }

  /// 32 bytes that stand for the hash of some bytes, however many they are.
  package static func of(_ bytes: UnsafeRawBufferPointer, _ key: DigestKey) -> [UInt8] {
    var running = Running(bytes.count, key)
    running.add(bytes)
    return SHA256.digest(of: running.sums)
  }

  /// The same of the bytes of an array.
  package static func of(_ bytes: [UInt8], _ key: DigestKey) -> [UInt8] {
    bytes.withUnsafeBytes { of($0, key) }
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Both sums of a span.
  private static func sum(
    _ bytes: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer
  ) -> (UInt64, UInt64) {
    let whole = bytes.count / line * line
    var sums: (UInt64, UInt64) = (0, 0)
    add(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), key, to: &sums)
    if whole < bytes.count {
      var last = [UInt8](bytes[whole...])
      last.append(contentsOf: repeatElement(0, count: line - last.count))
      let keyOfLast = UnsafeRawBufferPointer(rebasing: key[whole...])
      last.withUnsafeBytes { add($0, keyOfLast, to: &sums) }
    }
    return sums
  }

  /// Adds to both sums those of whole lines.
  private static func add(
    _ lines: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer, to sums: inout (UInt64, UInt64)
  ) {
    precondition(lines.count % line == 0 && lines.count + line <= key.count)
    guard let start = lines.baseAddress, let keyStart = key.baseAddress else { return }
    let (bytes, keys) = (
      start.assumingMemoryBound(to: UInt8.self), keyStart.assumingMemoryBound(to: UInt8.self)
    )
    if processorHasAVX2 {
      span_hash_avx2(bytes, keys, lines.count, &sums.0, &sums.1)
    } else {
      span_hash(bytes, keys, lines.count, &sums.0, &sums.1)
    }
  }

  private static let processorHasAVX2 = processor_has_avx2() != 0
}
