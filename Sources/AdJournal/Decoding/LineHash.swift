/// A 64-bit hash of a whole line, to tell a record that comes twice from two records of one `seq`.
///
/// Four lanes of eight bytes, so that the multiplications overlap.
enum LineHash {
  @inline(__always)
  static func of(_ line: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var a = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var b: UInt64 = 0xD6E8_FEB8_6659_FD93
    var c: UInt64 = 0xA076_1D64_78BD_642F
    var d: UInt64 = 0xE703_7ED1_A0B4_28DB
    var place = line
    var rest = count
    while rest >= 32 {
      a = mix(a ^ load(place), 0xA076_1D64_78BD_642F)
      b = mix(b ^ load(place + 8), 0xE703_7ED1_A0B4_28DB)
      c = mix(c ^ load(place + 16), 0x8EBC_6AF0_9C88_C6E3)
      d = mix(d ^ load(place + 24), 0x5899_65CC_7537_4CC3)
      place += 32
      rest &-= 32
    }
    while rest >= 8 {
      a = mix(a ^ load(place), 0x8EBC_6AF0_9C88_C6E3)
      place += 8
      rest &-= 8
    }
    if rest > 0 {
      let tail = load(place) & ~(~0 &<< UInt64(truncatingIfNeeded: rest &* 8))
      b = mix(b ^ tail, 0x8EBC_6AF0_9C88_C6E3)
    }
    return mix(
      mix(a ^ b, 0x9E37_79B9_7F4A_7C15) ^ mix(c ^ d, 0xD6E8_FEB8_6659_FD93), 0x2127_599B_F432_5C37)
  }

  @inline(__always)
  private static func load(_ place: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func mix(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
