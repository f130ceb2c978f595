import TestJournals
@testable import AdReplay
import JournalEncoding
@testable import JournalFormat
@testable import Platform
import AdSession
import JSONLines
import Testing

/// The pass for canonical lines only accepts lines; the checked decoder defines what a line means.
struct CanonicalLineTests {
  private func filled(_ bytes: [UInt8]) -> ParsedBlock {
    let block = ParsedBlock(capacity: bytes.count)
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        block.buffer.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    block.count = bytes.count
    return block
  }

  /// The parsed content of a block as text, with texts instead of their numbers.
  private func parsed(_ bytes: [UInt8], readsCanonicalLayout: Bool) -> String {
    let block = filled(bytes)
    var parser = BlockParser(readsCanonicalLayout: readsCanonicalLayout)
    parser.parse(block)
    var text = (0..<block.lineCount).map { describe(block.lines[$0], block) }
    text += block.faults.map {
      "\($0.code) \($0.byte) \($0.because) \($0.session ?? "-") \($0.seqs)"
    }
    text.append("\(block.unknownKinds) \(block.unknownValues) \(block.highestVersion)")
    text.append("\(block.policies) \(block.endsInTail)")
    text += block.headers.map(HeaderText.init).map(\.text)
    return text.joined(separator: "\n")
  }

  private func describe(_ line: ParsedLine, _ block: ParsedBlock) -> String {
    let event = line.event
    let symbols = [event.unit, event.scene, event.ad, event.request, event.load, event.text]
    let texts = symbols.map { $0.isPresent ? block.text($0.id).string : "-" }
    let session = line.session == 0 ? "-" : block.text(line.session).string
    let freeTexts = [line.freeTexts[1], line.freeTexts[2]]
      .map { $0 == 0 ? "-" : block.text($0).string }
    if line.status != .record { return "\(line.status) \(line.offset) \(line.length)" }
    return """
      \(line.offset) \(line.length) \(session) \(String(describing: line.extra)) \(line.hasChecksum) \
      \(line.sameSession) \(texts) \(freeTexts) \(event.seq) \(event.t) \(event.wall) \(event.kind) \
      \(event.words) \(event.numbers) \(event.flags) \(event.flagsPresent)
      """
  }

  private func expectSame(_ bytes: [UInt8], _ comment: @autoclosure () -> String) {
    let own = parsed(bytes, readsCanonicalLayout: true)
    let general = parsed(bytes, readsCanonicalLayout: false)
    if own != general {
      Issue.record("\(comment()) \(String(decoding: bytes, as: UTF8.self))\n\(own)\n\(general)")
    }
  }

  /// A line of each kind with all its fields, with and without a checksum.
  private static let lines: [[UInt8]] = [false, true].flatMap { hasChecksum in
    var encoder = RecordEncoder(addsChecksums: hasChecksum)
    return Vocabulary.entries.enumerated().map { index, entry in
      let fields = entry.fields.map { ($0.name, value(of: $0)) }
      let envelope = Envelope(
        session: "s-\(index % 3)", seq: Int64(index) + 1, t: Int64(index) * 12_345,
        wall: 1_790_000_000_000 + Int64(index) * 12_345)
      return encoder.line(entry.kind, envelope, fields)
    }
  }

  private static func value(of field: FieldEntry) -> FieldValue {
    switch field.type {
    case .string: .string(field.values.first?.text ?? "x-\(field.name.name)")
    case .integer: .integer(field.name == .utcOffsetMin ? -180 : 480)
    case .number: .number(1.5)
    case .boolean: .boolean(true)
    case .strings: .strings(["app", "load"])
    case .objects:
      .json(Array(#"[{"adapter":"a","latency_ms":71},{"adapter":"b","x":[{"y":null}]}]"#.utf8))
    case .object: .policy([PolicySetting(.dailyCap, 5)])
    }
  }

  @Test func `the pass for canonical lines reads most lines of the writer but headers`() {
    let others = Self.lines.filter { line in
      let text = String(decoding: line, as: UTF8.self)
      return !text.contains("session.began") && !text.contains("config.changed")
    }
    let taken = others.count { line in
      let block = filled(line)
      block.buffer.storeBytes(of: 0, toByteOffset: line.count, as: UInt8.self)
      let reader = CanonicalParser()
      let parsed = block.nextLine()
      parsed.value = ParsedLine()
      return reader.decode(lineAt: 0, of: block, into: parsed) == line.count - 1
    }
    #expect(taken > others.count - 4, "\(taken) of \(others.count)")
  }

  @Test func `the canonical parser and the checked decoder agree on every kind, cut at every byte`()
  {
    for (number, line) in Self.lines.enumerated() {
      let pair = ParserPair()
      for end in 0...line.count {
        let part = Array(line[..<end])
        // The pair remembers the lines before; a new parser does not.
        if end % 8 == number % 8 { expectSame(part, "cut at \(end)") }
        if pair.agree(on: part) { continue }
        Issue.record("cut at \(end) behind shorter parts: \(String(decoding: part, as: UTF8.self))")
      }
      expectSame(line + Self.lines[0] + line, "between others")
    }
  }

  @Test(arguments: [
    "[]", "[{}]", "[{},1]", "[1]", "[{} ]", "[ {}]", "{}", "null", "[{]}", "[{}", #"["a"]"#,
    #"[{"a":1,"a":2}]"#, #"[{"\u0061":1}]"#, #"[{"a":"}]"},{"b":"\""}]"#, "[{}],\"adapter\":1",
    String(repeating: "[", count: 31) + String(repeating: "]", count: 31),
    #"[{"a":"# + String(repeating: "[", count: 28) + String(repeating: "]", count: 28) + "}]",
    #"[{"a":"# + String(repeating: "[", count: 29) + String(repeating: "]", count: 29) + "}]",
    #"[{"a":"# + String(repeating: "[", count: 30) + String(repeating: "]", count: 30) + "}]",
  ])
  func `the canonical parser and the checked decoder agree on containers`(value: String) {
    for (key, kind) in [("waterfall", "ad.failed_to_load"), ("extras", "native.mapped")] {
      let required = #""unit":"u","format":"native","request":"r","ad":"a","error_code":3"#
      let line = """
        {"v":1,"session":"s","seq":1,"t":0,"wall":"2026-01-05T08:00:28.344Z","event":"\(kind)",\
        \(required),"\(key)":\(value)}

        """
      expectSame(Array(line.utf8), key)
    }
  }

  @Test func `the checked decoder finds every kind and every word by its bytes`() {
    let canonical = CanonicalParser()
    for name in EventKind.allCases.map(\.name) + Word.allCases.compactMap(\.text) + ["", "ad.load"]
    {
      let line = Array("\"\(name)\"".utf8) + [UInt8](repeating: 0, count: 64)
      line.withUnsafeBytes { bytes in
        let text = UnsafeRawBufferPointer(rebasing: bytes[1..<1 + name.utf8.count])
        let value = JSONValue(text, type: .string)
        #expect(canonical.kind(value) == Vocabulary.kind(named: name))
        #expect(canonical.word(value) == Word.named(name))
      }
    }
  }

  @Test func `an empty session name is a wrong type, also in the first line`() {
    let line = Array(
      (#"{"v":1,"session":"","seq":1,"t":0,"wall":"2026-01-05T08:00:00.000Z","#
        + #""event":"user.acted"}"# + "\n").utf8)
    for bytes in [line, Self.lines[0] + line, line + Self.lines[0] + line] {
      for readsCanonicalLayout in [true, false] {
        let found = parsed(bytes, readsCanonicalLayout: readsCanonicalLayout)
        #expect(found.contains("wrongType 17 `session` is the string \"\""), "\(found)")
      }
    }
  }

  /// 20 000 mutants; ten million with ADJOURNAL_ROUNDS=500, best in a release build.
  @Test func `the canonical parser and the checked decoder agree on mutants`() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var numbers = Numbers(state: seed)
    let pair = ParserPair()
    for round in 0..<(200 * replayRounds) {
      var lines: [[UInt8]] = []
      for _ in 0..<100 {
        var line = Self.lines[numbers.below(Self.lines.count)]
        for _ in 0...numbers.below(3) { mutate(&line, &numbers) }
        lines.append(line)
      }
      if pair.agree(on: Array(lines.joined())) { continue }
      Issue.record("seed \(seed), round \(round)")
      for line in lines { expectSame(line, "alone") }
      return
    }
    #expect(pair.records > 1_000 * replayRounds, "too few mutants are records: \(pair.records)")
  }

  private func mutate(_ line: inout [UInt8], _ numbers: inout Numbers) {
    let place = numbers.below(line.count)
    let pieces = [
      "\"", "\\", ",", "0", "-1", "1.0", "\\u0041", "é", " ", "true", "{}", "null", "\n",
    ]
    let piece = Array(pieces[numbers.below(pieces.count)].utf8)
    switch numbers.below(6) {
    case 0: line[place] ^= 1 << UInt8(numbers.below(8))
    case 1: line[place] = UInt8(48 + numbers.below(10))
    case 2: line.remove(at: place)
    case 3: line.insert(contentsOf: piece, at: place)
    case 4: line.insert(line[place], at: place)
    default: line.removeSubrange(place..<min(line.count, place + numbers.below(40)))
    }
    if line.isEmpty { line = [0x0A] }
  }

  /// 20 000 lines; more with ADJOURNAL_ROUNDS.
  @Test func `all passes agree on random lines that repeat earlier ones`() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = RandomLines(seed: seed)
    let pair = ParserPair()
    for round in 0..<(200 * replayRounds) {
      let lines = (0..<100).map { _ in random.line() }
      if pair.agree(on: Array(lines.joined())) { continue }
      Issue.record("seed \(seed), round \(round)")
      expectSame(Array(lines.joined()), "together")
      return
    }
    #expect(pair.records > 5_000 * replayRounds, "too few lines are records: \(pair.records)")
  }

  @Test func `the canonical layout contains every word and every kind`() {
    let follows = [UInt8](repeating: 0x22, count: 32)
    for entry in Vocabulary.entries {
      let required = entry.fields.first.map { $0.isRequired ? ",\"\($0.name.name)\":" : "}\n" }
      let text = Array("\(entry.name)\"\(required ?? "}\n")".utf8) + follows
      let kind = text.withUnsafeBufferPointer { text in
        text.baseAddress.flatMap { LineLayout.shared.kind($0)?.pointee.kind }
      }
      #expect(kind == entry.kind, "\(entry.name)")
    }
    for word in Word.allCases {
      guard let name = word.text else { continue }
      let found = (Array("\(name)\"".utf8) + follows).withUnsafeBufferPointer { text in
        text.baseAddress.flatMap { LineLayout.shared.word($0)?.pointee.word }
      }
      #expect(found == word)
    }
  }

  @Test func `lines with another byte or length have another hash`() {
    var numbers = Numbers(state: 7)
    for line in Self.lines + (0..<40).map({ [UInt8](repeating: 0x20, count: $0) }) {
      var hashes: [[UInt8]: UInt64] = [line: LineHash.of(line)]
      for _ in 0..<200 where !line.isEmpty {
        var changed = line
        changed[numbers.below(line.count)] = UInt8(32 + numbers.below(95))
        hashes[changed] = LineHash.of(changed)
      }
      for count in 0..<line.count {
        hashes[Array(line[..<count])] = LineHash.of(Array(line[..<count]))
      }
      #expect(Set(hashes.map(\.value)).count == hashes.count)
    }
  }
}
