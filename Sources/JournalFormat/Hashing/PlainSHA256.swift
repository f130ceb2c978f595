/// The hash SHA-256 of FIPS 180-4 in plain Swift, computed incrementally, for systems without
/// CryptoKit.
package struct PlainSHA256: Sendable {
  /// The eight words of the hash of all whole blocks.
  private var state = Words(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19)
  /// The bytes after the last whole block.
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  private typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  /// Bytes of a block.
  private static let block = 64

  package init() { pending.reserveCapacity(Self.block) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(bytes.count, Self.block - pending.count)
      pending.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<start]))
      guard pending.count == Self.block else { return }
      state = pending.withUnsafeBytes { Self.compress($0, from: 0, to: Self.block, state) }
      pending.removeAll(keepingCapacity: true)
    }
    let end = start + (bytes.count - start) / Self.block * Self.block
    if end > start { state = Self.compress(bytes, from: start, to: end, state) }
    pending.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[end...]))
  }

  /// The 32 bytes of the hash of everything so far; nothing may follow.
  package mutating func digest() -> [UInt8] {
    let bits = length &* 8
    let zeros = (Self.block + 55 - pending.count) % Self.block
    var end = [UInt8](repeating: 0, count: 1 + zeros + 8)
    end[0] = 0x80
    for index in 0..<8 {
      end[1 + zeros + index] = UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * index))
    }
    end.withUnsafeBytes { update($0) }
    let (a, b, c, d, e, f, g, h) = state
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for word in [a, b, c, d, e, f, g, h] {
      digest.append(UInt8(truncatingIfNeeded: word >> 24))
      digest.append(UInt8(truncatingIfNeeded: word >> 16))
      digest.append(UInt8(truncatingIfNeeded: word >> 8))
      digest.append(UInt8(truncatingIfNeeded: word))
    }
    return digest
  }

  /// Returns the words of the hash after more whole blocks.
  private static func compress(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ words: Words
  ) -> Words {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      constants.withUnsafeBufferPointer { constants in
        var words = words
        var offset = start
        while offset < end {
          fill(schedule, bytes, offset)
          words = rounds(schedule, constants, words)
          offset &+= block
        }
        return words
      }
    }
  }

  @inline(__always)
  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ bytes: UnsafeRawBufferPointer, _ offset: Int
  ) {
    for index in 0..<16 {
      schedule[index] = UInt32(
        bigEndian: bytes.loadUnaligned(fromByteOffset: offset &+ index &* 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let a = schedule[index &- 15]
      let b = schedule[index &- 2]
      let low = turn(a, 7) ^ turn(a, 18) ^ (a &>> 3)
      let high = turn(b, 17) ^ turn(b, 19) ^ (b &>> 10)
      schedule[index] = schedule[index &- 16] &+ low &+ schedule[index &- 7] &+ high
    }
  }

  /// Eight rounds at a time: then no word moves from one name to the next.
  @inline(__always)
  private static func rounds(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    _ words: Words
  ) -> Words {
    var (a, b, c, d, e, f, g, h) = words
    var index = 0
    while index < 64 {
      round(a, b, c, &d, e, f, g, &h, schedule[index] &+ constants[index])
      round(h, a, b, &c, d, e, f, &g, schedule[index &+ 1] &+ constants[index &+ 1])
      round(g, h, a, &b, c, d, e, &f, schedule[index &+ 2] &+ constants[index &+ 2])
      round(f, g, h, &a, b, c, d, &e, schedule[index &+ 3] &+ constants[index &+ 3])
      round(e, f, g, &h, a, b, c, &d, schedule[index &+ 4] &+ constants[index &+ 4])
      round(d, e, f, &g, h, a, b, &c, schedule[index &+ 5] &+ constants[index &+ 5])
      round(c, d, e, &f, g, h, a, &b, schedule[index &+ 6] &+ constants[index &+ 6])
      round(b, c, d, &e, f, g, h, &a, schedule[index &+ 7] &+ constants[index &+ 7])
      index &+= 8
    }
    let (w0, w1, w2, w3, w4, w5, w6, w7) = words
    return (w0 &+ a, w1 &+ b, w2 &+ c, w3 &+ d, w4 &+ e, w5 &+ f, w6 &+ g, w7 &+ h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ more: UInt32
  ) {
    let one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ more &+ one &+ choice
    let zero = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    let majority = (a & b) | (c & (a | b))
    d &+= first
    h = first &+ zero &+ majority
  }

  @inline(__always)
  private static func turn(_ value: UInt32, _ bits: UInt32) -> UInt32 {
    value &>> bits | value &<< (32 &- bits)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
}
