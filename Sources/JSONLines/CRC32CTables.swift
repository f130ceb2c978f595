internal import CProcessor

/// Computes CRC-32C with the processor's instruction if it has one, otherwise with tables.
enum CRC32CStep {
  private static let hasInstruction = processor_has_crc32c() != 0

  /// Returns the register after more bytes.
  @inline(__always)
  static func advance(_ register: UInt32, over bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard hasInstruction else { return CRC32CTables.shared.advance(register, over: bytes) }
    guard let start = bytes.baseAddress else { return register }
    return processor_crc32c(register, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
}

/// Computes CRC-32C in software: sixteen tables process sixteen bytes per step.
struct CRC32CTables: @unchecked Sendable {
  static let shared = CRC32CTables()

  /// The polynomial 0x1EDC6F41 with its bits reversed.
  private static let polynomial: UInt32 = 0x82F6_3B78
  /// Entry `256 * n + b` is the effect of byte `b` on the register if `n` more bytes follow it.
  private let entries: UnsafePointer<UInt32>

  private init() {
    let entries = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
    for byte in 0..<256 {
      var register = UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 0 ? 0 : Self.polynomial) }
      entries[byte] = register
    }
    for index in 256..<16 * 256 {
      let before = entries[index - 256]
      entries[index] = before >> 8 ^ entries[Int(before & 0xFF)]
    }
    self.entries = UnsafePointer(entries)
  }

  /// Returns the register after more bytes.
  func advance(_ register: UInt32, over bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return register }
    var register = register
    var position = base
    let end = base + bytes.count
    while end - position >= 16 {
      let low = SWAR.load(position) ^ UInt64(register)
      register = eight(low, 8) ^ eight(SWAR.load(position + 8), 0)
      position += 16
    }
    while position < end {
      register =
        register &>> 8 ^ entries[Int(UInt8(truncatingIfNeeded: register) ^ position.pointee)]
      position += 1
    }
    return register
  }

  /// Returns the contribution of eight bytes that `following` bytes of the same step come after.
  @inline(__always)
  private func eight(_ word: UInt64, _ following: Int) -> UInt32 {
    let table = entries + following &* 256
    let first = entry(table, 7, word) ^ entry(table, 6, word &>> 8)
    let second = entry(table, 5, word &>> 16) ^ entry(table, 4, word &>> 24)
    let third = entry(table, 3, word &>> 32) ^ entry(table, 2, word &>> 40)
    let fourth = entry(table, 1, word &>> 48) ^ entry(table, 0, word &>> 56)
    return (first ^ second) ^ (third ^ fourth)
  }

  @inline(__always)
  private func entry(_ table: UnsafePointer<UInt32>, _ row: Int, _ word: UInt64) -> UInt32 {
    table[row &* 256 &+ Int(UInt8(truncatingIfNeeded: word))]
  }
}
