import JSONLines
import Testing

@Suite struct DuplicateKeyTests {
  static let duplicates: [(text: String, byte: Int)] = [
    (#"{"a":1,"a":2}"#, 7),
    (#"{"":1,"":2}"#, 6),
    (#"{"a":1,"\u0061":2}"#, 7),
    (#"{"\u0061":1,"a":2}"#, 12),
    (#"{"\u0041":1,"\u0041":2}"#, 12),
    (#"{"é":1,"\u00e9":2}"#, 8),
    (#"{"\ud83d\ude00":1,"😀":2}"#, 18),
    (#"{"\/":1,"/":2}"#, 8),
    (#"{"b":{"a":1,"a":2}}"#, 12),
    (#"{"b":{"a":1,"\u0061":2}}"#, 12),
    (#"{"b":[1,{"a":1,"b":[],"a":2}]}"#, 22),
    (#"{"b":{"c":{"d":{}},"c":0}}"#, 19),
    (#"{"b":{"c":{"x":{}},"d":{"x":1,"x":2}}}"#, 30),
    (#"{ "a" : 1 , "a" : 2 }"#, 12),
    (#"{"a":1,"b":{"c":1,"c":2},"a":3}"#, 18),
    (#"{"abcdefgh":1,"abcdefgh":2}"#, 14),
    (#"{"abcdefghi":1,"abcdefghi":2}"#, 15),
    (#"{"a_key_of_more_than_sixteen_bytes":1,"a_key_of_more_than_sixteen_bytes":2}"#, 38),
  ]

  @Test(arguments: duplicates)
  func `a key that occurs twice in an object is reported at its second occurrence`(
    _ text: String, _ byte: Int
  ) {
    let found = fault(text)
    #expect(found?.code == .duplicateKey)
    #expect(found?.byte == byte)
  }

  @Test(arguments: [
    #"{"a":1,"b":{"a":1,"b":{"a":1}},"c":[{"a":1},{"a":1}]}"#, #"{"a":"a","b":"a"}"#,
    #"{"abcdefgh":1,"abcdefghi":2,"abcdefg":3}"#, #"{"a\\u0061":1,"aa":2}"#,
    #"{"a":["b","b"],"b":1}"#,
    #"{"abcdefgh0abcdefgh":1,"abcdefgh1abcdefgh":2}"#, #"{"a":{"b":1},"b":{"b":2}}"#,
    #"{"a":"\"a\":1","\"a\"":2}"#,
  ])
  func `equal keys of different objects and similar keys are not duplicates`(_ text: String) {
    #expect(fault(text) == nil)
  }

  @Test(arguments: [2, 16, 63, 64, 65, 66, 127, 128, 129, 1000, 5000])
  func `a duplicate key is found among any number of keys`(_ count: Int) {
    let members = (0..<count).map { "\"key_\($0)\":\($0)" }
    let all = members.joined(separator: ",")
    #expect(fault("{\(all)}") == nil)
    #expect(fault("{\"o\":{\(all)},\"p\":[{\(all)},{\(all)}]}") == nil)
    for repeated in [0, count / 2, count - 1] {
      #expect(fault("{\(all),\(members[repeated])}")?.code == .duplicateKey)
      #expect(fault("{\"o\":{\(all),\(members[repeated])}}")?.code == .duplicateKey)
      #expect(
        fault("{\"o\":{\(all)},\"p\":[{},{\(members[repeated]),\(all)}]}")?.code == .duplicateKey)
    }
  }

  @Test func `keys of the previous line are not duplicates`() {
    var scanner = LineScanner()
    for _ in 0..<3 { #expect(scanner.scan(bytes: Array(#"{"a":1,"b":2}"#.utf8)) == nil) }
  }

  @Test func `a line of maximum length with 90 000 distinct keys is valid`() {
    let members = (0..<90_000).map { "\"\(String($0, radix: 36))\":{}" }
    let text = "{" + members.joined(separator: ",") + "}"
    #expect(text.utf8.count < Limits.lineBytes)
    #expect(fault(text) == nil)
  }
}
