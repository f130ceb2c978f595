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
    register = CRC32CStep.advance(register, over: bytes)
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
    guard bytes.count == 8, let start = bytes.baseAddress else { return nil }
    return parse(Octets.load(start.assumingMemoryBound(to: UInt8.self)))
  }

  /// The checksum that eight digits of one word say, all of them at once.
  ///
  /// A letter has the bit 0x40 and is nine more than its lowest four bits; what a digit's value is
  /// written as must be the digit.
  private static func parse(_ digits: UInt64) -> UInt32? {
    let letters = digits &>> 6 & Octets.ones
    let values = (digits & (Octets.ones &* 0x0F)) &+ letters &* 9
    let tens = (values &+ Octets.ones &* 6) &>> 4 & Octets.ones
    let written = values &+ Octets.ones &* 0x30 &+ tens &* 0x27
    guard written == digits, values & (Octets.ones &* 0xF0) == 0 else { return nil }
    let bytes = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
    let pairs = (bytes | bytes &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: pairs | pairs &>> 16).byteSwapped
  }
}
