@testable import AdReplay
@testable import Platform
import AdSession
import Foundation
import JSONLines
import Testing

/// The pass for any key order only accepts lines; the checked decoder defines what a line means.
struct AnyKeyOrderTests {
  @Test func `the pass for any key order reads most records in any layout`() {
    var lines = AnyOrderLines(seed: 7)
    lines.isWild = false
    for layout in AnyOrderLines.Layout.allCases {
      let taken = (0..<2_000).count { _ in
        let line = lines.line(layout)
        return decode(line) == line.count - 1
      }
      #expect(taken > 1_800, "\(layout): \(taken) of 2000")
    }
  }

  /// The result of the pass for a single line.
  private func decode(_ line: [UInt8]) -> Int? {
    let block = ParsedBlock(capacity: line.count)
    line.withUnsafeBytes { source in
      if let start = source.baseAddress {
        block.buffer.copyMemory(from: start, byteCount: line.count)
      }
    }
    block.count = line.count
    block.buffer.storeBytes(of: 0, toByteOffset: line.count, as: UInt8.self)
    let parser = AnyKeyOrderParser(CanonicalParser())
    let parsed = block.nextLine()
    parsed.value = ParsedLine()
    return parser.decode(lineAt: 0, of: block, into: parsed)
  }

  @Test(arguments: [
    #"{"v":1,}"#, #"{,"v":1}"#, #"{"v":1 "t":2}"#, #"{"v" 1}"#, #"{"v"::1}"#, "{}", "{ }", "{",
    "",
    #"{"v":1}}"#, #"{"v":1} x"#, #"{"v":1"#, #"{"v":01}"#, #"{"v":1.0}"#, #"{"v":10}"#,
    #"{"v":+1}"#, #"{"stranger":1}"#, #"{"one":1,"two":"a"}"#, #"{"":{}}"#,
  ])
  func `the pass for any key order leaves lines that are not records to the checked decoder`(
    text: String
  ) {
    #expect(decode(Array(text.utf8) + [0x0A]) == nil)
  }

  @Test(arguments: [
    "", ",", " , ", #","v":1"#, #","unit":null"#, #","unit":"a","unit":"b""#, #","stranger":1"#,
    #","u\u006eit":"a""#, #","unit":"\u0061""#, #","unit":"é""#, #","unit":1"#, #","unit":"""#,
    #","crc":"00000000""#, #","crc":"00000000","unit":"a""#, #","format":"none""#, #","width":-1"#,
    #","width":9223372036854775808"#, #","width":1234567890123456"#, #","width":0"#,
    #","width":00"#, #","width":1e3"#, #","width":1.5"#, #","test":tru"#, #","test":true1"#,
    "\t,\r\"width\" : 12", ",\n\"width\":12", #","reason":"launch""#, #","reason":"shown""#,
    #","waterfall":[]"#, #","scene":"a\"#, #","stranger":-1.5e3,"other":null"#,
    #","stranger":1,"stranger":2"#, #","stranger":{"a":[1,{}]}"#, #","stranger":{"a":1,"a":2}"#,
    #","stranger""#, #","stranger":"#, #","stranger"1"#, #","stranger" "a""#,
    #","stranger":1.,"x":1"#, #","":1"#, #","":1,"":1"#,
    #"," x" : "é\n" , "y":tru"#, #","two words":[]"#, #","a_stranger_of_24_letters":1"#,
    #","stranger":true,"unit":"b""#, #","stranger":"\ud800""#, #",":":1"#, #",": ":":""#,
  ])
  func `both paths agree on what may follow`(more: String) {
    let line = """
      {"t":1,"seq":2,"session":"s","event":"ad.requested","wall":"2026-01-05T08:00:28.344Z",\
      "v":1,"format":"native","request":"r","unit":"u"
      """
    expectSame(Array((line + more + "}\n").utf8))
    let bare = line.replacing(#","unit":"u""#, with: "")
    expectSame(Array((bare + more + "}\n").utf8))
  }

  @Test func `unknown fields are skipped`() {
    let head = """
      {"v":1,"session":"s","seq":2,"t":1,"wall":"2026-01-05T08:00:28.344Z","event":"app.launched",\
      "cold":true
      """
    for more in [
      "", #","build_number":47"#, #","more":{"a":[1.5,null]}"#, #","étrange":"\n""#,
      #","one":1,"two":2,"three":3,"four":4"#,
    ] {
      let line = head + more + "}"
      #expect(decode(Array((line + "\n").utf8)) == line.utf8.count, "\(more)")
    }
  }

  @Test
  func `the pass for any key order and the checked decoder agree on a line cut at every byte`() {
    var lines = AnyOrderLines(seed: 11)
    for layout in AnyOrderLines.Layout.allCases {
      for _ in 0..<20 {
        let line = lines.line(layout)
        for end in 0...line.count { expectSame(Array(line[..<end])) }
      }
    }
  }

  private func expectSame(_ bytes: [UInt8], _ comment: String = "") {
    let pair = ParserPair(readsCanonicalLayout: false)
    if !pair.agree(on: bytes) {
      Issue.record("\(comment) \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// 20 000 random lines; ten million with ADJOURNAL_ROUNDS=500, best in a release build.
  @Test
  func
    `the pass for any key order and the checked decoder agree on random lines and their mutants`()
  {
    let rounds = Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = AnyOrderLines(seed: seed)
    let pair = ParserPair(readsCanonicalLayout: false)
    for round in 0..<(200 * rounds) {
      let lines = (0..<100).map { _ in random.mutant() }
      if pair.agree(on: Array(lines.joined())) { continue }
      for line in lines { expectSame(line, "seed \(seed), round \(round):") }
      Issue.record("seed \(seed), round \(round)")
      return
    }
    #expect(pair.records > 5_000 * rounds, "too few are records: \(pair.records)")
  }
}

/// Records of the vocabulary with their keys in any order, and similar lines that are not records.
private struct AnyOrderLines {
  enum Layout: CaseIterable {
    case dense, spaced, wild
  }

  /// Whether values may be ones that the vocabulary or the pass does not allow.
  var isWild = true
  private var numbers: Numbers

  init(seed: UInt64) { numbers = Numbers(state: seed) }

  private mutating func below(_ limit: Int) -> Int { numbers.below(limit) }

  private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

  mutating func mutant() -> [UInt8] {
    var line = line(Layout.allCases[below(3)])
    for _ in 0..<max(0, below(4) - 1) { mutate(&line) }
    return line
  }

  mutating func line(_ layout: Layout) -> [UInt8] {
    let entries = Vocabulary.entries.filter {
      isWild || $0.kind != .sessionBegan && $0.kind != .configChanged
    }
    let entry = entries[below(entries.count)]
    var members = envelope(entry.name)
    for field in entry.fields where field.isRequired || below(2) == 0 {
      members.append((field.name.name, value(of: field)))
    }
    for _ in 0..<(isWild ? max(0, below(6) - 2) : 0) { members.append(unknownMember()) }
    if isWild, below(16) == 0 { leaveOut(of: &members) }
    for index in members.indices { members.swapAt(index, below(members.count)) }
    var text = space(layout) + "{" + space(layout)
    for (index, member) in members.enumerated() {
      if index > 0 { text += space(layout) + "," + blank(layout) }
      text += "\"\(member.key)\"" + space(layout) + ":" + blank(layout) + member.value
    }
    return end(text, layout)
  }

  /// The end of the object, sometimes with a checksum before it.
  private mutating func end(_ text: String, _ layout: Layout) -> [UInt8] {
    var line = Array(text.utf8)
    if below(4) == 0 {
      let sum = line.withUnsafeBytes { CRC32C.of($0) }
      let isRight = !isWild || below(4) > 0
      line += #","crc":"\#(CRC32C.hex(isRight ? sum : sum ^ 1))""#.utf8
    }
    return line + Array((space(layout) + "}" + space(layout) + "\n").utf8)
  }

  private mutating func space(_ layout: Layout) -> String {
    layout == .wild && below(3) == 0 ? pick([" ", "  ", "\t", "\r", " \t "]) : ""
  }

  /// The white space after a comma or a colon.
  private mutating func blank(_ layout: Layout) -> String {
    layout == .spaced ? " " : space(layout)
  }

  private mutating func envelope(_ kind: String) -> [(key: String, value: String)] {
    var members = [
      ("v", "1"), ("session", "\"s-\(below(3))\""), ("seq", "\(below(100_000) + 1)"),
      ("t", "\(below(1_000_000_000))"), ("wall", "\"2026-01-0\(below(9) + 1)T08:00:28.344Z\""),
      ("event", "\"\(kind)\""),
    ]
    if isWild, below(6) == 0 {
      let place = below(members.count)
      members[place].1 = pick([
        "0", "2", "-1", "\"\"", "null", "\"x y\"", "12345678901234567890", "1.0", "[]",
        "\"ad.paid\"",
      ])
    }
    return members
  }

  private mutating func unknownMember() -> (key: String, value: String) {
    let others = [
      "v", "crc", "x", "y", "", "\\u0061d", "a_long_stranger", "two words", ":", " : ", "étrange",
      "ä", String(repeating: "k", count: 22), String(repeating: "k", count: 23),
      String(repeating: "k", count: 24), String(repeating: "k", count: 70),
    ]
    let keys = below(3) > 0 ? others : FieldName.allCases.map(\.name)
    return (pick(keys), pick(Self.values))
  }

  /// Removes half of the members, or all and adds an unknown one.
  private mutating func leaveOut(of members: inout [(key: String, value: String)]) {
    if below(2) == 0 {
      members.removeAll { _ in below(2) == 0 }
    } else {
      members = [unknownMember()]
    }
  }

  private static let values = [
    "1", "-1", "1.5", "-0.25e-7", "1e5", "01", "1.", "12345678901234567890", "\"a\"", "\"\"",
    #""a\"b\u00e9""#, #""\ud800""#, "\"日本\"", "null", "true", "false", "nul", "tru", "{}", "[]",
    "\"terminated\"", #"{"a":1,"b":[1,2,{"a":null}]}"#, #"{"a":1,"a":2}"#, #"{"\u0061":1}"#,
    "[[[]]]", "[1,]", #"{"a"}"#,
    String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
  ]

  private mutating func value(of field: FieldEntry) -> String {
    if isWild, below(20) == 0 {
      return pick(["null", "1", "\"é\"", "\"\\n\"", "{}", "[1]", "1e2"])
    }
    switch field.type {
    case .string:
      if field.values.isEmpty {
        return pick(["\"\"", "\"a-1\"", "\"portrait\"", "\"some longer text\""])
      }
      if isWild, below(8) == 0 { return pick(["\"other\"", "\"user\"", "\"nothing\"", "\"\""]) }
      return "\"\(field.values[below(field.values.count)].text ?? "")\""
    case .integer: return "\(below(2_000_000_000))"
    case .number: return isWild ? pick(["1.5", "-3", "7", "0"]) : "\(below(100))"
    case .boolean: return pick(["true", "false"])
    case .strings: return pick([#"["app","load"]"#, "[]"])
    case .objects: return pick(["[]", #"[{"a":1,"b":"x"},{"a":2}]"#, #"[{"a": [1, 2]}, {}]"#])
    case .object: return pick(["{}", #"{"x":{"y":[]}}"#, #"{"x": 1, "y": "z"}"#])
    }
  }

  private mutating func mutate(_ line: inout [UInt8]) {
    let place = below(line.count)
    let piece = Array(
      pick(["\"", "\\", ",", "0", "-1", ".0", "\\u0041", "é", " ", "true", "{}", "null", "\n", "}"])
        .utf8)
    switch below(6) {
    case 0: line[place] ^= 1 << UInt8(below(8))
    case 1: line[place] = UInt8(48 + below(10))
    case 2: line.remove(at: place)
    case 3: line.insert(contentsOf: piece, at: place)
    case 4: line.insert(line[place], at: place)
    default: line.removeSubrange(place..<min(line.count, place + below(40)))
    }
    if line.isEmpty { line = [0x0A] }
  }
}
