/// The checksum CRC-32C (Castagnoli), fed piece by piece.
///
/// The pieces may be cut anywhere: the value depends on the bytes only. The value of the digits
/// "123456789" is e3069283.
public struct CRC32C: Equatable, Sendable {
  private var register: UInt32 = ~0

  /// A checksum of no bytes yet.
  public init() {}

  /// The checksum of all bytes so far.
  public var value: UInt32 { ~register }

  /// Takes in the next bytes, where they lie.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    register = CRC32CTables.shared.advance(register, over: bytes)
  }

  /// Takes in the next bytes from an array.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The checksum of one piece.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = CRC32C()
    checksum.update(bytes)
    return checksum.value
  }
}

extension CRC32C {
  /// Appends a checksum as the journal has it: eight lower-case hexadecimal digits.
  public static func appendHex(_ value: UInt32, to text: inout [UInt8]) {
    var shift: UInt32 = 32
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
      text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }

  /// A checksum as eight lower-case hexadecimal digits.
  public static func hex(_ value: UInt32) -> String {
    var text: [UInt8] = []
    appendHex(value, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The checksum that exactly eight lower-case hexadecimal digits say; `nil` for anything else.
  public static func parse(hex bytes: UnsafeRawBufferPointer) -> UInt32? {
    guard bytes.count == 8 else { return nil }
    var value: UInt32 = 0
    for byte in bytes {
      guard let digit = Hexadecimal.digit(byte), byte & 0x60 != 0x40 else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}
