import TestJournals
@testable import AdReplay
@testable import JournalInput
import JournalEncoding
@testable import JournalFormat
import AdSession
import Testing

/// What is written is read as it was.
struct EncoderTests {
  @Test func `a record is the envelope and the fields in the order of the vocabulary`() {
    var encoder = RecordEncoder()
    let envelope = Envelope(session: "s-1", seq: 3, t: 1500, wall: 1_790_000_001_500)
    let line = encoder.line(
      .adRewardEarned, envelope,
      [
        (.amount, .number(3)), (.type, .string("a\n\"b\"")), (.unit, .string("u")),
        (.ad, .string("a")),
      ])
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"v":1,"session":"s-1","seq":3,"t":1500,"wall":"2026-09-21T14:13:21.500Z","#
        + #""event":"ad.reward_earned","ad":"a","unit":"u","type":"a\n\"b\"","amount":3}"# + "\n")
    encoder.addsChecksums = true
    let checked = encoder.line(.appBecameActive, envelope)
    #expect(String(decoding: checked, as: UTF8.self).hasSuffix("\"}\n"))
  }

  @Test func `every kind with all its fields reads back as what was written`() throws {
    for addsChecksums in [false, true] {
      var lines = Lines(checksums: addsChecksums)
      lines.begin()
      for entry in Vocabulary.entries
      where entry.kind != .sessionBegan && entry.kind != .sessionSealed {
        // What a person did is any text, which events do not keep.
        let fields = Sample.fields(of: entry).filter { entry.kind != .userActed || $0.0 != .what }
        lines.add(entry.kind, fields.reversed())
      }
      let reading = try #require(Journal.read(bytes: lines.bytes).first)
      #expect(reading.damage.filter { $0.code != .nameReused }.isEmpty)
      #expect(reading.recordCount == lines.lines.count)
      try Self.checkRoundTrip(reading, addsChecksums: addsChecksums)
    }
  }

  @Test func `a sample journal is written as it is but for what events do not keep`() throws {
    let sample = Lines.sample(checksums: true)
    let reading = try #require(Journal.read(bytes: sample.bytes).first)
    #expect(Self.encoded(reading, addsChecksums: true) == sample.bytes)
  }

  static func encoded(_ reading: SessionReading, addsChecksums: Bool) -> [UInt8] {
    var encoder = RecordEncoder(addsChecksums: addsChecksums)
    let trace = reading.trace
    return trace.events.enumerated().flatMap { position, event in
      encoder.line(
        event, of: trace.id, trace.symbols, header: trace.header,
        policy: trace.policyChanges[position] ?? []) ?? []
    }
  }

  static func checkRoundTrip(_ reading: SessionReading, addsChecksums: Bool) throws {
    let again = try #require(
      Journal.read(bytes: encoded(reading, addsChecksums: addsChecksums)).first)
    #expect(
      again.rendering.split(separator: "\n").dropLast(again.damage.count)
        == reading.rendering.split(separator: "\n").dropLast(reading.damage.count))
  }

  @Test func `each line is a record, damage or blank`() throws {
    let sample = Lines.sample()
    let bytes = sample.lines[0] + Array("\n{\"session\":\"s-1\"\n".utf8) + sample.bytes([2, 3])
    for blockSize in [1, 100, 1 << 20] {
      var found: [String] = []
      try Journal.forEachLine(of: Array(bytes.dropLast()), blockSize: blockSize) { line in
        switch line.content {
        case .record(let record):
          found.append(
            "\(line.line) \(line.byte) \(record.session) \(record.seq) \(record.kind.name)")
          #expect(line.bytes.first == 0x7B && line.bytes.last == 0x7D)
        case .damaged(let damage):
          found.append(
            "\(line.line) \(damage.code.rawValue) \(damage.session ?? "-") \(line.isTail)")
        case .blank: found.append("\(line.line) blank")
        }
      }
      #expect(
        found == [
          "1 0 s-1 1 session.began", "2 blank", "3 not-json s-1 false",
          "4 \(sample.lines[0].count + 18) s-1 2 app.launched", "5 torn-tail s-1 true",
        ])
    }
  }
}
