import AdAudit
import Testing

/// Values that wait as bytes.
struct ByteWriterTests {
  private static let numbers: [Int64] = [
    0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, 8192, 1 << 31, 1 << 48 - 1, .max, .min,
  ]

  private static var written: ByteWriter {
    var writer = ByteWriter()
    for number in numbers { writer.number(number) }
    writer.byte(200)
    writer.text("ä \"b\"")
    writer.list([])
    writer.list(Array(repeating: 7, count: 300))
    writer.optional(3) { $0.number($1) }
    writer.optional(nil as String?) { $0.text($1) }
    return writer
  }

  @Test func `values are read in the order in which they were written`() {
    var reader = ByteReader(Self.written.bytes)
    for number in Self.numbers { #expect(reader.number() == number) }
    #expect(reader.byte() == 200)
    #expect(reader.text() == "ä \"b\"")
    #expect(reader.list() == [])
    #expect(reader.list()?.count == 300)
    #expect(reader.optional { $0.number() } == .some(3))
    #expect(reader.optional { $0.text() } == .some(nil))
    #expect(reader.isAtEnd && reader.byte() == nil && reader.number() == nil)
    #expect(reader.optional { $0.text() } == nil)
  }

  @Test func `a number near zero takes one byte`() {
    for number in [-64, -1, 0, 63] {
      var writer = ByteWriter()
      writer.number(number)
      #expect(writer.bytes.count == 1, "\(number)")
    }
  }

  @Test func `a value with missing bytes is not read`() {
    var long = ByteReader([0x80, 0x80])
    #expect(long.number() == nil)
    var negative = ByteReader([1])
    #expect(negative.count() == nil)
    for bytes: [UInt8] in [[2], [4, 65], Array(repeating: 0xFE, count: 9) + [1]] {
      var reader = ByteReader(bytes)
      #expect(reader.list() == nil, "\(bytes)")
    }
    var absent = ByteReader([1])
    #expect(absent.optional { $0.text() } == nil)
  }

  @Test func `a number of more than 64 bits does not trap`() {
    var reader = ByteReader(Array(repeating: 0xFF, count: 20) + [1])
    #expect(reader.number() != nil)
  }
}
