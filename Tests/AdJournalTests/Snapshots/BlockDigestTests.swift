import CProcessor
import Testing

@testable import AdJournal

@Suite struct `The hash of a piece` {
  private let key: DigestKey
  private let bytes: [UInt8]

  init() {
    var random = SplitMix(state: 3)
    key = DigestKey(&random)
    bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// What the hash is said to be, word by word.
  private func defined(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var words = [UInt64(bytes.count)]
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 32_768) {
      let span = Array(bytes[start..<min(start + 32_768, bytes.endIndex)])
      let padded = span + [UInt8](repeating: 0, count: (64 - span.count % 64) % 64)
      for line in 0..<2 {
        var sum: UInt64 = 0
        for place in stride(from: 0, to: padded.count, by: 8) {
          let low = half(padded, place) &+ half(key.bytes, place + line * 64)
          let high = half(padded, place + 4) &+ half(key.bytes, place + 4 + line * 64)
          sum &+= UInt64(low) &* UInt64(high)
        }
        words.append(sum)
      }
    }
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  private func half(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test func `is the length and two sums of each span`() {
    for count in [0, 1, 63, 64, 65, 255, 256, 257, 1000, 32_767, 32_768, 32_769, 65_536, 99_000] {
      for start in [0, 1, 7, 64] {
        let piece = bytes[start..<start + count]
        var hash = BlockDigest.Running(count, key)
        piece.withUnsafeBytes { hash.add($0) }
        #expect(hash.sums == defined(piece), "\(count) bytes from \(start)")
      }
    }
  }

  // A processor without these instructions has one way only, and nothing to compare.
  @Test(.enabled(if: processor_has_avx2() != 0))
  func `is the same with and without the instructions that not every processor has`() {
    bytes.withUnsafeBufferPointer { bytes in
      key.bytes.withUnsafeBufferPointer { key in
        guard let start = bytes.baseAddress, let keyStart = key.baseAddress else { return }
        for count in stride(from: 0, through: 32_768, by: 64) {
          var (one, other): ((UInt64, UInt64), (UInt64, UInt64)) = ((1, 2), (1, 2))
          span_hash(start + count % 5, keyStart, count, &one.0, &one.1)
          span_hash_avx2(start + count % 5, keyStart, count, &other.0, &other.1)
          #expect(one == other, "\(count) bytes")
        }
      }
    }
  }

  @Test func `tells zeros behind a piece from none`() {
    let texts = [[UInt8]](
      arrayLiteral: [], [0], [0, 0], Array(repeating: 0, count: 64),
      Array(repeating: 0, count: 65))
    #expect(Set(texts.map { BlockDigest.of($0, key) }).count == texts.count)
  }
}

/// Numbers from a seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state &>> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word &>> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word &>> 31
  }
}
