import TestJournals
@testable import AdReplay
@testable import JournalInput
import JournalEncoding
@testable import JournalFormat
import AdSession
import JSONLines
import Testing

/// Each kind of damage of one line, at every line of a session.
struct LineDamageTests {
  /// The line's replacement for each code, made of the line itself.
  static let faults: [(DamageCode, @Sendable (String) -> String)] = [
    (.tooLong, { $0.dropLast() + ",\"x\":\"" + String(repeating: "a", count: 1 << 20) + "\"}" }),
    (.nulPadding, { $0 + "\0\0\0" }),
    (
      .tooDeep,
      {
        $0.dropLast() + ",\"x\":" + String(repeating: "[", count: 32)
          + String(repeating: "]", count: 32) + "}"
      }
    ),
    (.notJSON, { String($0.dropLast()) }),
    (.duplicateKey, { $0.dropLast() + ",\"v\":1}" }),
    (.notAnObject, { "[" + $0 + "]" }),
    (.badCRC, { $0.dropLast() + ",\"crc\":\"00000000\"}" }),
    (.missingField, { $0.replacing("\"v\":1,", with: "") }),
    (.wrongType, { $0.replacing("\"v\":1,", with: "\"v\":\"1\",") }),
  ]

  @Test(arguments: faults.indices)
  func `a damaged line is a gap of its session and nothing else is lost`(index: Int) {
    let (code, damage) = Self.faults[index]
    let sample = Lines.sample()
    for number in 1...sample.lines.count {
      let bytes = sample.replacing(number, damage(sample.text(number)))
      let sessions = Journal.read(bytes: bytes)
      #expect(sessions.count == 1)
      guard let reading = sessions.first else { continue }
      #expect(reading.damageCodes.contains(code), "\(code) in line \(number)")
      #expect(!reading.damageCodes.contains(.seqGap), "\(code) in line \(number)")
      #expect(reading.damage.count == (number == 1 ? 2 : 1))
      #expect(reading.seqs == (1...10).filter { $0 != number }.map { Int64($0) })
      #expect(reading.gapPositions == [number - 1])
      #expect(
        reading.damage.contains { $0.code == code && $0.line == number && $0.session == "s-1" })
      #expect(reading.damageCodes.contains(.noHeader) == (number == 1))
    }
  }

  @Test func `bytes that are no text are not-utf8`() {
    let sample = Lines.sample()
    for number in 1...10 {
      var lines = sample.lines
      lines[number - 1].insert(0xC3, at: lines[number - 1].count - 3)
      let reading = Journal.read(bytes: lines.flatMap { $0 }).first
      #expect(reading?.damage.last { $0.line == number }?.code == .notUTF8)
    }
  }

  @Test func `the first code that applies wins`() {
    let line = Lines.sample().text(5)
    let noUnit = line.replacing("\"unit\":\"u-1\",", with: "")
    let wrong = noUnit.replacing("\"ad\":\"a-1\"", with: "\"ad\":1")
    #expect(Self.code(wrong) == .missingField)
    #expect(Self.code(wrong.dropLast() + ",\"crc\":\"00000000\"}") == .badCRC)
    #expect(Self.code("[" + wrong) == .notJSON)
    #expect(Self.code("\0" + wrong) == .nulPadding)
  }

  @Test func `a correct checksum in another form is reported differently from a wrong one`() {
    let line = Lines.sample().text(5).dropLast()
    let sum = Array(line.utf8).withUnsafeBytes { CRC32C.hex(CRC32C.of($0)) }
    let form = "its form must be `,\"crc\":\"` and 8 lower-case hex digits"
    for (key, value, because) in [
      ("\"crc\" : ", sum, form), ("\"\\u0063rc\":", sum, form),
      ("\"crc\":", "00000000", "the bytes before it have \(sum)"),
    ] {
      let damaged = Lines.sample().replacing(5, "\(line),\(key)\"\(value)\"}")
      #expect(
        Journal.read(bytes: damaged).first?.damage.map(\.because) == [
          "`crc` is the string \"\(value)\", but \(because)"
        ])
    }
  }

  static func code(_ line: String) -> DamageCode? {
    Journal.read(bytes: Lines.sample().replacing(5, line)).first?.damage.first?.code
  }

  @Test func `each field of the envelope has its form`() {
    let line = Lines.sample().text(5)
    for (old, new) in [
      ("\"seq\":5", "\"seq\":0"), ("\"seq\":5", "\"seq\":-5"), ("\"seq\":5", "\"seq\":5.0"),
      ("\"seq\":5", "\"seq\":9223372036854775808"), ("\"t\":400", "\"t\":-1"),
      ("\"t\":400", "\"t\":4e2"), ("T14", "t14"), (".400Z", ".4Z"), (".400Z", ".400+00:00"),
      ("2026-09-21", "2026-02-30"), ("\"session\":\"s-1\"", "\"session\":\"s 1\""),
      ("\"session\":\"s-1\"", "\"session\":\"\""),
      ("\"session\":\"s-1\"", "\"session\":\"\(String(repeating: "a", count: 65))\""),
      ("\"event\":\"ad.loaded\"", "\"event\":7"), ("\"v\":1", "\"v\":1.5"),
    ] {
      let changed = line.replacing(old, with: new)
      #expect(changed != line, "\(old)")
      #expect(Self.code(changed) == .wrongType, "\(new)")
    }
    for name in ["v", "session", "seq", "t", "wall", "event"] {
      let renamed = line.replacing("\"\(name)\":", with: "\"x_\(name)\":")
      #expect(Self.code(renamed) == .missingField, "\(name)")
      let rest = renamed.dropFirst().dropLast()
      #expect(Self.code("{\"\(name)\":null," + rest + "}") == .missingField, "\(name)")
    }
  }

  @Test func `a record is judged alike in the writer's order of keys and in any other`() {
    let line = Lines.sample().text(5)
    let values = [
      "null", "true", "0", "1", "-1", "1.0", "1e0", "\"1\"", "\"\"", "[]", "{}", "-0",
      "99999999999999999", "999999999999999999", "9223372036854775807", "9223372036854775808",
      "\"2026-09-21T24:00:00.000Z\"", "\"2026-09-21T14:60:00.000Z\"",
      "\"2026-09-21T14:13:20.4 0Z\"", "\"2026-09-21T14:13:20.400z\"", "\"s-1\"", "\"s-\\u0031\"",
      "\"ad.loaded\"", "\"ad.\\u006coaded\"", "\"2026-09-21T1\\u0034:13:20.400Z\"",
    ]
    let fields = line.dropFirst().dropLast().split(separator: ",").map(String.init)
    for place in 0..<6 {
      let name = fields[place].split(separator: ":")[0]
      for value in values {
        var changed = fields
        changed[place] = "\(name):\(value)"
        let usual = Self.reading("{" + changed.joined(separator: ",") + "}")
        let other = Self.reading("{" + changed.reversed().joined(separator: ",") + "}")
        #expect(usual == other, "\(name) \(value)")
      }
    }
  }

  /// The sessions of the sample with another fifth line, but for the places of damage.
  static func reading(_ line: String) -> [String] {
    Journal.read(bytes: Lines.sample().replacing(5, line)).map { reading in
      var reading = reading
      for index in reading.damage.indices { reading.damage[index].byte = 0 }
      return reading.rendering
    }
  }

  @Test func `every required field of every kind is required, and every type is checked`() {
    for entry in Vocabulary.entries
    where entry.kind != .sessionBegan && entry.kind != .sessionSealed {
      for field in entry.fields {
        var fields = Sample.fields(of: entry)
        #expect(Sample.damage(entry.kind, fields) == nil, "\(entry.name)")
        fields.removeAll { $0.0 == field.name }
        let absent = Sample.damage(entry.kind, fields)
        #expect(absent?.code == (field.isRequired ? .missingField : nil))
        if let absent { #expect(absent.because.contains("`\(field.name.name)`")) }
        let null = Sample.damage(entry.kind, fields + [(field.name, .json(Array("null".utf8)))])
        #expect(null?.code == absent?.code)
        let wrong = Sample.damage(entry.kind, fields + [(field.name, Sample.wrong(field.type))])
        #expect(wrong?.code == .wrongType, "\(entry.name) \(field.name)")
        #expect(wrong?.because.contains("`\(field.name.name)`") == true)
      }
    }
  }

  @Test func `a crc must be the last field and fit`() {
    let sample = Lines.sample(checksums: true)
    let line = sample.text(5)
    #expect(Journal.read(bytes: sample.bytes).first?.damage.isEmpty == true)
    let crc = String(line.suffix(17).dropLast())
    let body = String(line.dropLast(18))
    let sum = String(crc.suffix(9).dropLast())
    let wrong: [String] = [
      "\(body),\"x\":1,\(crc)}", "\(body), \(crc)}", "{\(crc),\(body.dropFirst())}",
      "\(body),\(crc),\"x\":1}", "\(body),\"crc\":1}", "\(body),\"crc\":\"\(sum)0\"}",
      "\(body),\"crc\":\"\(sum.dropLast())\"}", "\(body),\"crc\":\"\(sum.dropLast())G\"}",
    ]
    for changed in wrong {
      let damage = Journal.read(bytes: sample.replacing(5, changed)).first?.damage ?? []
      #expect(damage.map { $0.code } == [DamageCode.badCRC], "\(changed)")
    }
    for same in ["\(line)\r", "\(line.dropLast()) } ", "\(body),\"crc\": \(crc.dropFirst(6))}"] {
      #expect(
        Journal.read(bytes: sample.replacing(5, same)).first?.damage.isEmpty == true, "\(same)")
    }
    let none = Journal.read(bytes: sample.replacing(5, body + ",\"crc\":null}")).first
    #expect(none?.damageCodes == [.missingCRC])
    #expect(none?.gapPositions == [4])
  }

  @Test func `keys may come in any order, with escapes and white space`() {
    let sample = Lines.sample()
    let line = sample.text(5)
    let expected = Journal.read(bytes: sample.bytes).first?.rendering
    let fields = line.dropFirst().dropLast().split(separator: ",")
    let reversed = "{" + fields.reversed().joined(separator: " ,\t") + "}\r"
    #expect(Journal.read(bytes: sample.replacing(5, reversed)).first?.rendering == expected)
    let escaped = line.replacing("\"unit\":\"u-1\"", with: "\"\\u0075nit\":\"u\\u002d1\"")
      .replacing("\"event\":\"ad.loaded\"", with: "\"e\\u0076ent\":\"ad\\u002eloaded\"")
      .replacing("\"s-1\"", with: "\"s\\u002D1\"").replacing("\"2026", with: "\"\\u0032026")
    #expect(escaped != line)
    #expect(Journal.read(bytes: sample.replacing(5, escaped)).first?.rendering == expected)
  }

  @Test func `unknown kinds and fields are kept and counted`() {
    var lines = Lines.sample()
    lines.append(
      raw: lines.text(3).replacing("app.became_active", with: "ad.danced")
        .replacing("\"v\":1", with: "\"v\":3").replacing(
          "\"seq\":3,\"t\":200", with: "\"seq\":11,\"t\":2000"))
    let whole = Journal.readAll(
      bytes: lines.replacing(4, lines.text(4).replacing("rewarded", with: "billboard")))
    #expect(whole.summary.unknownKinds == ["ad.danced": 1])
    #expect(whole.summary.unknownValues == ["format": 1])
    #expect(whole.summary.highestVersion == 3)
    #expect(whole.sessions.first?.recordCount == 11)
    #expect(whole.sessions.first?.damage.isEmpty == true)
    #expect(whole.sessions.first?.trace.events[3].format == .unrecognised)
    #expect(whole.sessions.first?.trace.events.last?.kind == .unknown)
  }

  @Test(arguments: [#""20""#, "-1", "0.5", "true", "[]", "{}", "1e999"])
  func `what can be no threshold is kept, counted and unknown`(value: String) throws {
    var lines = Lines()
    lines.begin([(.policy, .json(Array(#"{"daily_cap":\#(value),"decision_s":null}"#.utf8)))])
    lines.add(.configChanged, [(.policy, .json(Array(#"{"unused_returns":\#(value)}"#.utf8)))])
    let whole = Journal.readAll(bytes: lines.bytes)
    #expect(whole.summary.unknownValues == ["policy": 2])
    let session = try #require(whole.sessions.first)
    #expect(session.damage.isEmpty)
    var policy = Policy.defaults
    policy.apply(session.trace.header?.policy ?? [])
    policy.apply(session.trace.policyChanges[1] ?? [])
    #expect(policy.count(.dailyCap) == nil && policy.count(.unusedReturns) == nil)
    #expect(policy.milliseconds(.decisionSeconds) == 2000)
    // Written again it is no threshold either.
    var encoder = TraceEncoder()
    let again = Journal.readAll(bytes: encoder.bytes(of: session.trace))
    #expect(again.summary.unknownValues == ["policy": 2])
  }
}

/// Records of every kind.
enum Sample {
  static func fields(of entry: VocabularyEntry) -> [(FieldName, FieldValue)] {
    entry.fields.map { field in
      let word = field.values.first?.text
      switch field.type {
      case .string: return (field.name, .string(word ?? "x-\(field.name.name)"))
      case .integer: return (field.name, .integer(7))
      case .number: return (field.name, .number(1.25))
      case .boolean: return (field.name, .boolean(true))
      case .strings: return (field.name, .strings(["a", "b"]))
      case .objects: return (field.name, .json(Array("[{\"adapter\":\"A\"},{}]".utf8)))
      case .object: return (field.name, .json(Array("{\"daily_cap\":3}".utf8)))
      }
    }
  }

  static func wrong(_ type: FieldEntry.ValueType) -> FieldValue {
    switch type {
    case .string: .integer(1)
    case .integer: .json(Array("1.0".utf8))
    case .number: .string("1")
    case .boolean: .string("true")
    case .strings: .json(Array("[\"a\",1]".utf8))
    case .objects: .strings(["a"])
    case .object: .json(Array("[]".utf8))
    }
  }

  /// The first damage of a session with one such record.
  static func damage(_ kind: EventKind, _ fields: [(FieldName, FieldValue)]) -> Damage? {
    var lines = Lines()
    lines.begin()
    lines.add(kind, fields)
    return Journal.read(bytes: lines.bytes).first?.damage.first
  }
}
