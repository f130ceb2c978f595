/// A 64-bit hash of a whole line, to tell a record that comes twice from two records of one `seq`.
///
/// Two words of eight bytes a multiplication, as in wyhash (Wang Yi 2019).
enum LineHash {
  /// No text has a byte of all ones, so no factor becomes zero by what a line says.
  private static let key: UInt64 = 0xFF1D_64A0_78BD_642F
  private static let start: UInt64 = 0x8EBC_6AF0_9C88_C6E3

  /// The hash of a line's bytes.
  static func of(_ line: UnsafeRawBufferPointer) -> UInt64 {
    guard line.count >= 16 else { return line.reduce(key) { mix($0 ^ UInt64($1), key) } }
    let last = line.count - 16
    var hash = start
    var place = 0
    while place < last {
      hash = mix(load(line, place) ^ key, load(line, place + 8) ^ hash)
      place += 16
    }
    hash = mix(load(line, last) ^ key, load(line, last + 8) ^ hash)
    return mix(hash, UInt64(line.count) ^ key)
  }

  private static func load(_ line: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: line.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
