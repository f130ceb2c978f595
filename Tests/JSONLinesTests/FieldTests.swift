import JSONLines
import Testing

@Suite struct FieldTests {
  private func describe(_ text: String) -> [String] {
    var scanner = LineScanner()
    let padded = Array(text.utf8) + [UInt8](repeating: 0x22, count: Limits.padding)
    return padded.withUnsafeBytes { memory in
      let line = UnsafeRawBufferPointer(rebasing: memory[..<text.utf8.count])
      _ = scanner.scan(line)
      let fields = scanner.fields
      return (0..<fields.count).map { index in
        let field = fields[index]
        let key = String(decoding: field.key(in: line), as: UTF8.self)
        let value = String(decoding: field.valueBytes(in: line), as: UTF8.self)
        let escapes =
          (field.keyHasEscapes ? " key-escapes" : "") + (field.valueHasEscapes ? " escapes" : "")
        return "\(key)=\(value) \(field.type)\(escapes)"
      }
    }
  }

  @Test func `a field has the key, value and type, with strings unquoted`() {
    #expect(
      describe(
        #"{"s":"x","e":"","i":-12,"d":1.5,"x":1e3,"t":true,"f":false,"n":null,"o":{"a":[1]},"l":[{}]}"#
      ) == [
        "s=x string", "e= string", "i=-12 integer", "d=1.5 decimal", "x=1e3 decimal",
        "t=true boolean",
        "f=false boolean", "n=null null", #"o={"a":[1]} object"#, "l=[{}] array",
      ])
  }

  @Test func `a field excludes the white space around key and value`() {
    #expect(
      describe(" { \"a\" : 1 ,\t\"b\" : \"c\" , \"d\" : [ 1 ] }\r") == [
        "a=1 integer", "b=c string", "d=[ 1 ] array",
      ])
  }

  @Test func `a field reports escapes of its key and of its value separately`() {
    #expect(
      describe(#"{"\u0061":"x","b":"\n","é":"日本"}"#) == [
        #"\u0061=x string key-escapes"#, #"b=\n string escapes"#, "é=日本 string",
      ])
  }

  @Test func `an empty object has no fields`() {
    #expect(describe("{}").isEmpty)
  }

  @Test(arguments: [0, 1, 64, 127, 128, 129, 255, 256, 257, 3000])
  func `the fields of a line are listed in order, whatever their number`(_ count: Int) {
    let text = "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    #expect(describe(text) == (0..<count).map { "k\($0)=\($0) integer" })
  }

  @Test func `the fields before a fault are listed`() {
    #expect(describe(#"{"session":"s","seq":4,"t":"#) == ["session=s string", "seq=4 integer"])
    #expect(describe("[1]").isEmpty)
  }

  @Test func `a scanner that has read other lines finds the same faults as a new one`() {
    var scanner = LineScanner()
    for line in Samples.lines + GrammarTests.invalid + Samples.lines {
      let again = scanner.scan(bytes: Array(line.utf8))
      #expect(again == fault(line))
    }
  }

  @Test func `scanning with a copy does not change the fields of the original scanner`() {
    var first = LineScanner()
    #expect(first.scan(bytes: Array(#"{"a":1}"#.utf8)) == nil)
    let fields = first.fields[0]
    var second = first
    #expect(second.scan(bytes: Array(#"{"longer":"value","b":2}"#.utf8)) == nil)
    #expect(first.fields.count == 1)
    #expect(first.fields[0] == fields)
    #expect(second.fields.count == 2)
  }
}
