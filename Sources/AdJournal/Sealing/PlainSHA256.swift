/// The hash SHA-256 of FIPS 180-4 in plain Swift, fed piece by piece: for seals where the system has
/// none.
struct PlainSHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var length: UInt64 = 0
  private var schedule = [UInt32](repeating: 0, count: 64)

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let taken = rest.prefix(64 - pending.count)
      pending.append(contentsOf: taken)
      rest = rest.dropFirst(taken.count)
      guard pending.count == 64 else { return }
      let block = pending
      block.withUnsafeBytes { compress($0) }
      pending.removeAll(keepingCapacity: true)
    }
    while rest.count >= 64 {
      compress(UnsafeRawBufferPointer(rebasing: rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    pending.append(contentsOf: rest)
  }

  /// The 32 bytes of the hash of everything so far; nothing may follow.
  mutating func digest() -> [UInt8] {
    let bits = length &* 8
    var end: [UInt8] = [0x80]
    while (pending.count + end.count) % 64 != 56 { end.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      end.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    end.withUnsafeBytes { update($0) }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private mutating func compress(_ block: UnsafeRawBufferPointer) {
    schedule.withUnsafeMutableBufferPointer { words in
      Self.fill(words, from: block)
      state.withUnsafeMutableBufferPointer { Self.rounds(words, $0) }
    }
  }

  private static func fill(
    _ words: UnsafeMutableBufferPointer<UInt32>, from block: UnsafeRawBufferPointer
  ) {
    for index in 0..<16 {
      words[index] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let a = words[index - 15]
      let b = words[index - 2]
      let low = turn(a, 7) ^ turn(a, 18) ^ (a >> 3)
      let high = turn(b, 17) ^ turn(b, 19) ^ (b >> 10)
      words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
    }
  }

  private static func rounds(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ state: UnsafeMutableBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    constants.withUnsafeBufferPointer { constants in
      for index in 0..<64 {
        let one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
        let choice = (e & f) ^ (~e & g)
        let first = h &+ one &+ choice &+ constants[index] &+ words[index]
        let zero = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ zero &+ majority)
      }
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
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
