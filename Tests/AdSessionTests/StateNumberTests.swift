import Testing

@testable import AdSession

@Suite struct `A number of a state` {
  /// Each number of bits, the least and the greatest of it and those beside them.
  private var numbers: [Int64] {
    var numbers: [Int64] = [.min, .min + 1, .max - 1, .max]
    for bits in 0..<62 {
      let power: Int64 = 1 << bits
      for edge in power - 2...power + 1 { numbers += [edge, -edge] }
    }
    return numbers
  }

  private func written(_ numbers: [Int64]) -> [UInt8] {
    var writer = StateWriter()
    for var number in numbers { writer.code(&number) }
    return writer.bytes
  }

  private func read(_ bytes: [UInt8], _ count: Int) -> (numbers: [Int64], isWhole: Bool) {
    bytes.withUnsafeBytes { bytes in
      var reader = StateReader(bytes)
      var numbers: [Int64] = []
      for _ in 0..<count {
        var number: Int64 = 42
        reader.code(&number)
        numbers.append(number)
      }
      return (numbers, reader.isWhole)
    }
  }

  @Test func `is read as it was written, among others and as the last`() {
    let all = read(written(numbers), numbers.count)
    #expect(all.numbers == numbers && all.isWhole)
    for number in numbers {
      let bytes = written([number])
      let one = read(bytes, 1)
      #expect(one.numbers == [number] && one.isWhole, "\(number)")
      for count in 0..<bytes.count {
        let half = read(Array(bytes.prefix(count)), 1)
        #expect(half.numbers == [0] && !half.isWhole, "\(count) bytes of \(number)")
      }
    }
  }

  @Test func `takes a byte for each seven bits, and nine at most`() {
    #expect([0, -64, 63].allSatisfy { written([$0]).count == 1 })
    #expect([64, -65, 8191, -8192].allSatisfy { written([$0]).count == 2 })
    #expect(written([1 << 54]).count == 8)
    #expect(written([1 << 55]).count == 9)
    #expect([Int64.min, .max].allSatisfy { written([$0]).count == 9 })
  }

  @Test func `is a zero behind the end, and then nothing is whole`() {
    let behind = read(written([7]), 3)
    #expect(behind.numbers == [7, 0, 0] && !behind.isWhole)
  }
}
