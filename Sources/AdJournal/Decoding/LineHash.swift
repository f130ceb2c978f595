/// A 64-bit hash of a whole line, to tell a record that comes twice from two records of one `seq`.
///
/// Where a line begins with the envelope as a writer of this format puts it, to the byte, the values
/// stand for those bytes: each is written in one way only. The session's name is left out then, as
/// hashes are compared within a session only.
///
/// Two words of eight bytes a multiplication, as in wyhash (Wang Yi 2019).
enum LineHash {
  /// No text has a byte of all ones, so no factor becomes zero by what a line says.
  private static let key: UInt64 = 0xFF1D_64A0_78BD_642F

  /// What stands for an envelope in the writer's own layout.
  @inline(__always)
  static func head(_ seq: Int64, _ t: Int64, _ wall: Int64) -> UInt64 {
    let both = UInt64(bitPattern: t) &+ UInt64(bitPattern: seq) &* 0x9E37_79B9_7F4A_7C15
    return mix(both ^ 0xD6E8_FEB8_6659_FD93, UInt64(bitPattern: wall) ^ 0xE703_7ED1_A0B4_28DB)
  }

  /// The hash of a line whose first `done` bytes `head` stands for; both are zero where none do.
  @inline(__always)
  static func of(
    _ line: UnsafeRawPointer, _ count: Int, head: UInt64, standingFor done: Int
  ) -> UInt64 {
    guard count >= 16 else { return short(line, count) }
    var hash = head ^ 0x8EBC_6AF0_9C88_C6E3
    var place = line + done
    let last = line + (count &- 16)
    while place + 16 < last {
      hash = mix(load(place) ^ key, load(place + 8) ^ hash)
      hash = mix(load(place + 16) ^ key, load(place + 24) ^ hash)
      place += 32
    }
    if place < last { hash = mix(load(place) ^ key, load(place + 8) ^ hash) }
    hash = mix(load(last) ^ key, load(last + 8) ^ hash)
    return mix(hash, UInt64(truncatingIfNeeded: count) ^ key)
  }

  /// No record is so short; yet any bytes have a hash.
  @inline(never)
  private static func short(_ line: UnsafeRawPointer, _ count: Int) -> UInt64 {
    UnsafeRawBufferPointer(start: line, count: count).reduce(key) { mix($0 ^ UInt64($1), key) }
  }

  @inline(__always)
  private static func load(_ place: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
