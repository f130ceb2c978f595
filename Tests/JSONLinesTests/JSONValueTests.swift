import JSONLines
import Testing

@Suite struct JSONValueTests {
  /// Describes a value and all values in it, with a letter for the type of each.
  private func walk(_ value: JSONValue) -> String {
    var seen: [String] = []
    switch value.type {
    case .array:
      value.forEachElement { seen.append(walk($0)) }
      return "[" + seen.joined(separator: " ") + "]"
    case .object:
      value.forEachMember { seen.append("\($0.name)=\(walk($0.value))") }
      return "{" + seen.joined(separator: " ") + "}"
    case .string: return "s'\(value.string ?? "?")'"
    case .integer: return value.integer.map { "i\($0)" } ?? "i?"
    case .decimal: return value.decimal.map { "d\($0)" } ?? "d?"
    case .boolean: return value.boolean.map { "b\($0)" } ?? "b?"
    case .null: return "null"
    }
  }

  private func walk(_ text: String) -> String {
    text.bytes { walk(JSONValue($0, type: text.hasPrefix("[") ? .array : .object)) }
  }

  @Test(arguments: [
    ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), (#"["load","present"]"#, "[s'load' s'present']"),
    (#"{"max_age_s":14400,"ratio":0.5}"#, "{max_age_s=i14400 ratio=d0.5}"),
    (
      #"[1,-2,3.5,1e2,true,false,null,"x",[],{}]"#,
      "[i1 i-2 d3.5 d100.0 btrue bfalse null s'x' [] {}]"
    ),
    (#" { "a" : [ 1 , { "b" : "]}" } ] , "c" : "" } "#, "{a=[i1 {b=s']}'}] c=s''}"),
    (#"{"\u0061\"":"\n\\","b":["\"","\\"]}"#, "{a\"=s'\n\\' b=[s'\"' s'\\']}"),
    (#"[[[[1]],2],[3]]"#, "[[[[i1]] i2] [i3]]"), (#"[99999999999999999999,1e999]"#, "[i? d?]"),
    (#"{"é":"日本"}"#, "{é=s'日本'}"),
  ])
  func `iterating a container yields every member with its type`(_ text: String, _ seen: String) {
    let trimmed = String(text.drop { $0 == " " })
    #expect(walk(trimmed) == seen)
  }

  @Test func `the value of a field can be read and iterated`() {
    let line = Samples.lines[0]
    var scanner = LineScanner()
    #expect(scanner.scan(bytes: Array(line.utf8)) == nil)
    line.bytes { line in
      var policy: [String: Double] = [:]
      var captures: [String] = []
      for index in 0..<scanner.fields.count {
        let value = scanner.fields[index].value(in: line)
        value.forEachMember { policy[$0.name] = $0.value.decimal }
        value.forEachElement { captures.append($0.string ?? "?") }
      }
      #expect(policy == ["max_age_s": 14400, "ratio": 0.5])
      #expect(captures == ["load", "present"])
    }
  }

  @Test func `reading a value as another type returns nil`() {
    "12".bytes { bytes in
      let number = JSONValue(bytes, type: .integer)
      #expect(number.integer == 12 && number.decimal == 12)
      #expect(number.string == nil && number.boolean == nil)
      number.forEachElement { _ in Issue.record("a number has no elements") }
      number.forEachMember { _ in Issue.record("a number has no members") }
      var cursor = JSONCursor(number)
      #expect(cursor.next().map(\.name) == nil)
    }
    "true".bytes { #expect(JSONValue($0, type: .boolean).boolean == true) }
    "false".bytes { #expect(JSONValue($0, type: .boolean).boolean == false) }
    "1.0".bytes { #expect(JSONValue($0, type: .decimal).integer == nil) }
  }

  @Test func `iterating an array stops when its closure throws`() {
    struct Enough: Error {}
    var seen = 0
    #expect(throws: Enough.self) {
      try "[1,2,3]".bytes { bytes in
        try JSONValue(bytes, type: .array).forEachElement { _ in
          seen += 1
          if seen == 2 { throw Enough() }
        }
      }
    }
    #expect(seen == 2)
  }

  @Test func `iterating bytes that were not validated ends without a trap`() {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<20_000 {
      let mutant = Mutant.make(&numbers)
      mutant.withUnsafeBytes { bytes in
        for type in [ValueType.object, .array] {
          var cursor = JSONCursor(JSONValue(bytes, type: type))
          var count = 0
          while let member = cursor.next(), count <= bytes.count {
            _ = walk(JSONValue(member.value.bytes, type: .string, hasEscapes: true))
            count += 1
          }
          #expect(count <= bytes.count)
        }
      }
    }
  }

  @Test func `A member knows where its key and its value begin`() {
    let line = Array(#"{ "a": 1, "b" : {"c":"", "d":[true]}}"#.utf8)
    line.withUnsafeBytes { line in
      let object = JSONValue(objectOfLine: line)
      var found: [[Int]] = []
      func collect(_ member: JSONMember) {
        found.append([member.keyOffset(in: object), member.valueOffset(in: object)])
        member.value.forEachMember(collect)
        member.value.forEachElement { element in
          let element = JSONMember(key: member.key, keyHasEscapes: false, value: element)
          found.append([element.valueOffset(in: object)])
        }
      }
      object.forEachMember(collect)
      #expect(found == [[2, 7], [10, 16], [17, 21], [25, 29], [30]])
    }
  }
}
