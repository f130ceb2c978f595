/// The secret numbers of a hash: whoever does not know them cannot make two texts of one hash, and
/// chance does so once in 2⁶⁴ spans.
package struct DigestKey: Sendable {
  let words: [UInt64]

  /// Draws a key.
  package init(_ random: inout some RandomNumberGenerator) {
    words = (0..<BlockDigest.span / 8).map { _ in random.next() }
  }

  /// A key that was drawn before; nil where it has another length.
  init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == BlockDigest.span else { return nil }
    words = bytes.withUnsafeBytes { all in
      (0..<BlockDigest.span / 8).map {
        UInt64(littleEndian: all.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }

  var bytes: [UInt8] {
    words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } }
  }
}

/// The hash of a piece of a file, much faster than parsing it: as fast as memory is read.
///
/// Within each span of 32 KiB it is NH (the universal hash of UMAC, here over words of 64 bits), whose
/// 128 bits go into SHA-256 with the length. SHA-256 over all bytes would cost more than an audit.
package enum BlockDigest {
  /// So many bytes are hashed by one pass over the key.
  static let span = 1 << 15

  /// The hash of a piece whose bytes come one part after the other.
  struct Running {
    private var parts: [UInt8] = []
    private let key: DigestKey

    /// Begins a piece of so many bytes.
    init(_ count: Int, _ key: DigestKey) {
      self.key = key
      parts.reserveCapacity(16 * (count / BlockDigest.span + 2))
      BlockDigest.append(UInt64(count), to: &parts)
    }

    /// Adds the next bytes: whole spans, unless they are the last.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      key.words.withUnsafeBufferPointer { key in
        for start in stride(from: 0, to: bytes.count, by: BlockDigest.span) {
          let end = min(start + BlockDigest.span, bytes.count)
          let one = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          let (high, low) = BlockDigest.sum(one, key)
          BlockDigest.append(high, to: &parts)
          BlockDigest.append(low, to: &parts)
        }
      }
    }

    /// The 32 bytes of the hash, when all bytes were added.
    var value: [UInt8] { SHA256.digest(of: parts) }
  }

  /// The 32 bytes of the hash of a piece.
  package static func of(_ bytes: UnsafeRawBufferPointer, _ key: DigestKey) -> [UInt8] {
    var running = Running(bytes.count, key)
    running.add(bytes)
    return running.value
  }

  /// The hash of a piece in an array.
  package static func of(_ bytes: [UInt8], _ key: DigestKey) -> [UInt8] {
    bytes.withUnsafeBytes { of($0, key) }
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// The sum of a span; of the last with zeros behind it, as the length tells where it ends.
  private static func sum(
    _ bytes: UnsafeRawBufferPointer, _ key: UnsafeBufferPointer<UInt64>
  ) -> (UInt64, UInt64) {
    if bytes.count == span { return whole(bytes, key) }
    var padded = [UInt8](bytes)
    padded.append(contentsOf: repeatElement(0, count: span - bytes.count))
    return padded.withUnsafeBytes { whole($0, key) }
  }

  /// Σ (word + key) · (next word + next key) over pairs of words, modulo 2¹²⁸.
  private static func whole(
    _ bytes: UnsafeRawBufferPointer, _ key: UnsafeBufferPointer<UInt64>
  ) -> (UInt64, UInt64) {
    guard let data = bytes.baseAddress, let key = key.baseAddress else { return (0, 0) }
    var sums = (Sum(), Sum(), Sum(), Sum())
    // In any order it is the same sum. Four places at once: memory is fetched in advance behind
    // each of them, and no product waits for the one before.
    let quarter = span / 32
    var place = 0
    while place < quarter {
      sums.0.add(data, key, place)
      sums.1.add(data, key, place &+ quarter)
      sums.2.add(data, key, place &+ 2 &* quarter)
      sums.3.add(data, key, place &+ 3 &* quarter)
      place &+= 2
    }
    sums.0.add(sums.1)
    sums.2.add(sums.3)
    sums.0.add(sums.2)
    return (sums.0.high, sums.0.low)
  }

  private struct Sum {
    var high: UInt64 = 0
    var low: UInt64 = 0

    @inline(__always)
    mutating func add(_ data: UnsafeRawPointer, _ key: UnsafePointer<UInt64>, _ place: Int) {
      let one = data.loadUnaligned(fromByteOffset: place &* 8, as: UInt64.self)
      let other = data.loadUnaligned(fromByteOffset: place &* 8 &+ 8, as: UInt64.self)
      let product = (UInt64(littleEndian: one) &+ key[place])
        .multipliedFullWidth(by: UInt64(littleEndian: other) &+ key[place &+ 1])
      add(Sum(high: product.high, low: product.low))
    }

    @inline(__always)
    mutating func add(_ other: Sum) {
      let (sum, carry) = low.addingReportingOverflow(other.low)
      low = sum
      high = high &+ other.high &+ (carry ? 1 : 0)
    }
  }
}
