import Testing

@testable import JSONLines

@Suite struct LineFinderTests {
  @Test func `both searches find the next line feed from any offset`() {
    let text = Array("one\n\ntwo and a longer line \u{8A}\n\u{B}\n no end".utf8)
    text.withUnsafeBytes { bytes in
      for offset in 0...text.count {
        let expected = text[offset...].firstIndex(of: 0x0A)
        #expect(LineFinder.next(in: bytes, from: offset) == expected)
        #expect(LineFinder.nextByWords(in: bytes, from: offset) == expected)
      }
    }
  }

  @Test func `both searches find the first line feed in random bytes`() {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<2_000 {
      let bytes = (0..<numbers.below(64)).map { _ in UInt8(8 + numbers.below(5)) }
      bytes.withUnsafeBytes {
        #expect(LineFinder.next(in: $0) == bytes.firstIndex(of: 0x0A))
        #expect(LineFinder.nextByWords(in: $0) == bytes.firstIndex(of: 0x0A))
      }
    }
  }

  @Test func `the number of lines is the number of line feeds`() {
    #expect("".bytes { LineFinder.count(in: $0) } == 0)
    #expect("a\nb".bytes { LineFinder.count(in: $0) } == 1)
    #expect("\n\n\n".bytes { LineFinder.count(in: $0) } == 3)
    #expect(LineFinder.count(in: UnsafeRawBufferPointer(start: nil, count: 0)) == 0)
  }
}
