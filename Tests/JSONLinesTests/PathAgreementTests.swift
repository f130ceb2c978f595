import Testing

@testable import JSONLines

/// The careful pass is the reference: it shares no code with the fast pass except the comparison of
/// keys.
@Suite struct PathAgreementTests {
  /// Bytes in memory after a line, which must not affect the result.
  static let neighbours: [[UInt8]] = [
    [0], [0x0A], Array("\"".utf8), Array("}".utf8), Array("\"}\n".utf8), Array("1".utf8),
    Array(" ".utf8), [0x80, 0xBF], Array("ue,\"b\":2}".utf8), Array("\\\\".utf8),
    Array("dc00".utf8),
  ]

  /// Records an issue if the passes disagree on a line, whatever follows it; returns the fault that
  /// the careful pass finds.
  @discardableResult
  private func compare(
    _ line: [UInt8], _ scanner: inout LineScanner, _ neighbours: some Sequence<[UInt8]>,
    _ comment: @autoclosure () -> Comment = ""
  ) -> JSONFault? {
    let expected = line.withUnsafeBytes { Classification.fault(in: $0) }
    for next in neighbours {
      let found = fault(line, followedBy: next, &scanner)
      if found != expected {
        Issue.record("\(comment()) \(line) before \(next): \(String(describing: found))")
      }
    }
    return expected
  }

  @Test(arguments: Samples.lines + GrammarTests.valid + GrammarTests.invalid)
  func `the fast and the careful pass agree on every truncated line`(_ line: String) {
    var scanner = LineScanner()
    let bytes = Array(line.utf8)
    for end in 0...bytes.count { compare(Array(bytes[..<end]), &scanner, Self.neighbours) }
  }

  @Test(arguments: Samples.lines)
  func `the fast and the careful pass agree on every line with one flipped bit`(_ line: String) {
    var scanner = LineScanner()
    var bytes = Array(line.utf8)
    for offset in bytes.indices {
      for bit in 0..<8 {
        bytes[offset] ^= 1 << bit
        compare(bytes, &scanner, [[0x0A], [0x22]])
        bytes[offset] ^= 1 << bit
      }
    }
  }

  @Test(arguments: Samples.lines + GrammarTests.valid)
  func `the fast and the careful pass agree on a fragment inserted at every offset`(_ line: String)
  {
    var scanner = LineScanner()
    let bytes = Array(line.utf8)
    for fragment in Samples.fragments.map({ Array($0.utf8) }) {
      for offset in 0...bytes.count {
        compare(Array(bytes[..<offset] + fragment + bytes[offset...]), &scanner, [[0x0A]])
      }
    }
  }

  @Test func `the fast and the careful pass agree on 120 000 random lines`() {
    var numbers = SeededNumbers(seed: UInt64.random(in: 0..<1 << 32))
    let seed = numbers
    print("random lines of \(seed)")
    var scanner = LineScanner()
    var accepted = 0
    for _ in 0..<120_000 {
      let mutant = Mutant.make(&numbers)
      let next = Self.neighbours[Int(numbers.next() % UInt64(Self.neighbours.count))]
      if compare(mutant, &scanner, [next], "\(seed)") == nil { accepted += 1 }
    }
    #expect(
      accepted > 2_000 && accepted < 100_000,
      "too few accepted or rejected lines: \(accepted) accepted")
  }

  @Test func `scanning a block finds the same lines and faults as scanning each line`() {
    var numbers = SeededNumbers(seed: 7)
    var block: [UInt8] = []
    for index in 0..<3_000 {
      let line = index % 3 == 0 ? Mutant.make(&numbers) : Array(Samples.lines[index % 4].utf8)
      block += line + (index % 50 == 0 ? [0x0A, 0x0A] : [0x0A])
    }
    for tail in [[], Array("{\"torn\":".utf8), Array("{}".utf8), [0x0D]] as [[UInt8]] {
      for next in Self.neighbours { compareBlock(block + tail, followedBy: next) }
    }
  }

  private func compareBlock(_ block: [UInt8], followedBy next: [UInt8]) {
    var memory = block
    while memory.count < block.count + Limits.padding { memory += next }
    var scanner = LineScanner()
    memory.withUnsafeBytes { memory in
      let text = UnsafeRawBufferPointer(rebasing: memory[..<block.count])
      var offset = 0
      while offset < text.count {
        let end = LineFinder.next(in: text, from: offset) ?? text.count
        let line = UnsafeRawBufferPointer(rebasing: text[offset..<end])
        let found = scanner.scanLine(in: text, at: offset)
        #expect(found.end == end)
        #expect(found.fault == Classification.fault(in: line))
        offset = end + 1
      }
      #expect(scanner.scanLine(in: text, at: text.count).end == text.count)
    }
  }
}
