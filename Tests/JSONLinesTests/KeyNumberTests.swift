import JSONLines
import Testing

@Suite struct KeyNumberTests {
  private static let keys: [(name: String, number: UInt8)] = [
    ("v", 1), ("session", 2), ("seq", 3), ("a_key_of_22_characters", 4), ("", 5), ("é", 6),
  ]

  private func numbers(_ text: String, _ scanner: inout LineScanner) -> [UInt8] {
    #expect(scanner.scan(bytes: Array(text.utf8)) == nil)
    let fields = scanner.fields
    return (0..<fields.count).map { fields[$0].keyNumber }
  }

  @Test func `a numbered key has its number at any position of a line`() {
    var scanner = LineScanner(numbering: Self.keys)
    let none = Field.noNumber
    for _ in 0..<3 {
      #expect(numbers(#"{"v":1,"session":"s","seq":2}"#, &scanner) == [1, 2, 3])
      #expect(numbers(#"{"seq":2,"other":0,"v":1,"":{},"é":[]}"#, &scanner) == [3, none, 1, 5, 6])
      #expect(
        numbers(#"{ "seq" : 2 , "v": 1, "a_key_of_22_characters" :3}"#, &scanner) == [3, 1, 4])
      #expect(
        numbers(#"{"a_key_of_22_characters":1,"a_key_of_22_characters2":2}"#, &scanner) == [
          4, none,
        ])
      #expect(
        numbers(#"{"seq2":1,"se":2,"sessio":3,"sessions":4,"Seq":5}"#, &scanner).allSatisfy {
          $0 == none
        })
    }
  }

  @Test func `a key with escapes has no number`() {
    var scanner = LineScanner(numbering: Self.keys)
    #expect(numbers(#"{"\u0076":1}"#, &scanner) == [Field.noNumber])
  }

  @Test func `keys within a value do not affect the numbers of a line's keys`() {
    var scanner = LineScanner(numbering: Self.keys)
    #expect(numbers(#"{"v":{"v":1,"seq":[{"v":2}]},"seq":3}"#, &scanner) == [1, 3])
  }

  @Test func `key numbers stay correct when the key table is full`() {
    var scanner = LineScanner(numbering: Self.keys)
    for round in 0..<100 {
      let others = (0..<20).map { "\"key\(round)_\($0)\":\($0)" }.joined(separator: ",")
      let found = numbers("{\"v\":1,\(others),\"seq\":2}", &scanner)
      #expect(found.first == 1 && found.last == 3)
      #expect(found.dropFirst().dropLast().allSatisfy { $0 == Field.noNumber })
      #expect(
        scanner.scan(bytes: Array("{\(others),\"key\(round)_7\":0}".utf8))?.code == .duplicateKey)
    }
  }

  @Test func `a copied scanner numbers the same keys`() {
    var first = LineScanner(numbering: Self.keys)
    var second = first
    #expect(numbers(#"{"seq":1}"#, &second) == [3])
    #expect(numbers(#"{"v":1}"#, &first) == [1])
  }

  @Test func `a scanner without numbered keys numbers no key`() {
    var scanner = LineScanner()
    #expect(numbers(#"{"v":1,"seq":2}"#, &scanner) == [Field.noNumber, Field.noNumber])
  }
}
