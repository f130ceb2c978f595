import Testing

@testable import JSONLines

@Suite struct CRC32CTests {
  /// Computes the checksum bit by bit, as it is defined.
  private func slow(_ bytes: [UInt8]) -> UInt32 {
    var register: UInt32 = ~0
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1) * 0x82F6_3B78 }
    }
    return ~register
  }

  /// The test vectors of RFC 3720, and the usual check value.
  @Test(
    arguments: [
      (Array("123456789".utf8), 0xE306_9283), ([], 0),
      ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E),
      (Array((0..<32).reversed()), 0x113F_DB5C),
    ] as [([UInt8], UInt32)])
  func `CRC-32C of the published test vectors is correct`(_ bytes: [UInt8], _ value: UInt32) {
    #expect(bytes.withUnsafeBytes { CRC32C.of($0) } == value)
  }

  @Test func `CRC-32C of 0 to 200 bytes equals the bitwise definition`() {
    var numbers = SeededNumbers(seed: 1)
    for length in 0...200 {
      let bytes = (0..<length).map { _ in UInt8(numbers.below(256)) }
      #expect(bytes.withUnsafeBytes { CRC32C.of($0) } == slow(bytes))
    }
  }

  @Test func `the processor's CRC-32C instruction and the tables agree`() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var numbers = SeededNumbers(seed: seed)
    let memory = (0..<5_000).map { _ in UInt8(numbers.below(256)) }
    memory.withUnsafeBytes { memory in
      for _ in 0..<4_000 {
        let start = numbers.below(64)
        let count = numbers.below(2) == 0 ? numbers.below(400) : numbers.below(4_900)
        let bytes = UnsafeRawBufferPointer(rebasing: memory[start..<start + count])
        let register = UInt32(truncatingIfNeeded: numbers.next())
        let byTables = CRC32CTables.shared.advance(register, over: bytes)
        #expect(CRC32CStep.advance(register, over: bytes) == byTables, "seed \(seed)")
      }
    }
    #expect(CRC32CStep.advance(7, over: UnsafeRawBufferPointer(start: nil, count: 0)) == 7)
  }

  @Test func `a checksum is the same wherever the input is split`() {
    let bytes = Array(Samples.lines[0].utf8)
    for first in 0...bytes.count {
      var checksum = CRC32C()
      checksum.update(Array(bytes[..<first]))
      checksum.update(Array(bytes[first...]))
      #expect(checksum.value == slow(bytes))
    }
  }

  @Test(
    arguments: [
      (0, "00000000"), (0xE306_9283, "e3069283"), (0xFFFF_FFFF, "ffffffff"), (0xC0FFEE, "00c0ffee"),
    ] as [(UInt32, String)])
  func `a checksum is formatted as eight lower-case digits and parsed back`(
    _ value: UInt32, _ text: String
  ) {
    #expect(CRC32C.hex(value) == text)
    #expect(text.bytes { CRC32C.parse(hex: $0) } == value)
  }

  @Test func `parsing a checksum accepts exactly the lower-case hexadecimal digits`() {
    for index in 0..<8 {
      for byte in 0...255 {
        var text = Array("00000000".utf8)
        text[index] = UInt8(byte)
        let digit = Array("0123456789abcdef".utf8).firstIndex(of: UInt8(byte))
        let value = digit.map { UInt32($0) << UInt32(28 - 4 * index) }
        #expect(text.withUnsafeBytes { CRC32C.parse(hex: $0) } == value)
      }
    }
  }

  @Test(arguments: [
    "", "e306928", "e30692833", "E3069283", "e306928g", "0xe30692", " e306928", "e306928:",
    "`3069283", "+3069283",
  ])
  func `parsing a checksum rejects text that is not eight lower-case digits`(_ text: String) {
    #expect(text.bytes { CRC32C.parse(hex: $0) } == nil)
  }
}
