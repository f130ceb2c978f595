/// An incremental CRC-32C (Castagnoli) checksum.
///
/// Splitting the input into several updates does not change the value. The checksum of the ASCII
/// digits "123456789" is e3069283.
public struct CRC32C: Equatable, Sendable {
  private var register: UInt32 = ~0

  /// Creates the checksum of an empty input.
  public init() {}

  /// The checksum of all bytes added so far.
  public var value: UInt32 { ~register }

  /// Adds the next bytes without copying them.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    register = CRC32CStep.advance(register, over: bytes)
  }

  /// Adds the next bytes from an array.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Returns the checksum of bytes that are in memory as a whole.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = CRC32C()
    checksum.update(bytes)
    return checksum.value
  }
}

extension CRC32C {
  /// Appends a checksum in the journal's notation: eight lower-case hexadecimal digits.
  public static func appendHex(_ value: UInt32, to text: inout [UInt8]) {
    var shift: UInt32 = 32
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
      text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }

  /// Returns a checksum as eight lower-case hexadecimal digits.
  public static func hex(_ value: UInt32) -> String {
    var text: [UInt8] = []
    appendHex(value, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses exactly eight lower-case hexadecimal digits; returns `nil` for anything else.
  public static func parse(hex bytes: UnsafeRawBufferPointer) -> UInt32? {
    guard bytes.count == 8, let start = bytes.baseAddress else { return nil }
    return parse(SWAR.load(start.assumingMemoryBound(to: UInt8.self)))
  }

  /// Parses eight digits in one word, all at once.
  ///
  /// A letter has bit 0x40 set, and its value is its lowest four bits plus nine. The values are
  /// then formatted again: the input is valid only if the result equals it.
  private static func parse(_ digits: UInt64) -> UInt32? {
    let letters = digits &>> 6 & SWAR.ones
    let values = (digits & (SWAR.ones &* 0x0F)) &+ letters &* 9
    let tens = (values &+ SWAR.ones &* 6) &>> 4 & SWAR.ones
    let written = values &+ SWAR.ones &* 0x30 &+ tens &* 0x27
    guard written == digits, values & (SWAR.ones &* 0xF0) == 0 else { return nil }
    let bytes = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
    let pairs = (bytes | bytes &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: pairs | pairs &>> 16).byteSwapped
  }
}
