import AdRedaction
import AdReplay
import JournalInput
import AdSession
import Foundation
import JournalFormat
import TestJournals
import Testing

/// Nothing of a planted secret is in the output: no value, no key, no order, no length.
struct SecretTests {
  /// A journal with a secret in every text of every kind of event, with every key in reverse order.
  private struct Planted {
    let secret: String
    private(set) var lines: [String] = []

    init(_ secret: String, reversed: Bool = false) {
      self.secret = secret
      for (number, entry) in Vocabulary.entries.enumerated() {
        var members = [
          #""v":1"#, #""session":"session-\#(secret)""#, #""seq":\#(number + 1)"#,
          #""t":\#(number * 10)"#, #""wall":"2026-03-02T01:02:03.\#(100 + number)Z""#,
          #""event":"\#(entry.name)""#, #""unknown_\#(secret)":{"a \#(secret)":["\#(secret)"]}"#,
        ]
        members += entry.fields.map { "\"\($0.name.name)\":\(value(of: $0))" }
        if reversed { members.reverse() }
        lines.append("{" + members.joined(separator: reversed ? " , " : ",") + "}")
      }
      add(#""event":"kind.\#(secret)","what":"\#(secret)""#)
      add(#""event":"note","text":null,"\#(secret)":1"#)
      lines.append(#"{"v":1,"session":"session-\#(secret)","seq":900,"text":"\#(secret)"#)
      lines.append("\(secret) is no JSON")
    }

    private mutating func add(_ members: String) {
      let seq = lines.count + 1
      lines.append(
        #"{"v":1,"session":"session-\#(secret)","seq":\#(seq),"t":\#(seq * 10),"#
          + #""wall":"2026-03-02T01:03:00.000Z",\#(members)}"#)
    }

    private func value(of field: FieldEntry) -> String {
      switch field.type {
      case .string: field.name == .unit ? "\"/21775744923/\(secret)\"" : "\"\(secret)\""
      case .integer: "7"
      case .number: "1.5"
      case .boolean: "true"
      case .strings: "[\"\(secret)\",\"load\"]"
      case .objects:
        "[{\"adapter\":\"\(secret)\",\"latency_ms\":5,\"error_code\":3,\"\(secret)\":\"\(secret)\"}]"
      case .object:
        "{\"\(secret)\":\"\(secret)\",\"daily_cap\":\"\(secret)\",\"min_background_s\":9}"
      }
    }

    var bytes: [UInt8] { lines.flatMap { Array("\($0)\n".utf8) } }
  }

  private static func redacted(_ planted: Planted, _ name: String = "a.jsonl") throws -> [UInt8] {
    try RedactedJournals([(name, planted.bytes)]).output()
  }

  @Test func `A secret in any text, key, kind or damaged line does not survive`() throws {
    let planted = Planted("Geheimnis7")
    let journals = try RedactedJournals([("a.jsonl", planted.bytes)])
    let text = String(decoding: try journals.output(), as: UTF8.self)
    #expect(text.split(separator: "\n").count == planted.lines.count)
    #expect(!text.lowercased().contains("geheim"))
    #expect(!text.contains("2026-03-02"))
    #expect(!text.contains("unknown_"))
    // The note without a text, the line without an end and the one that is no JSON.
    #expect(journals.counts.map(\.marks) == [3])
    #expect(journals.counts.map(\.records) == [planted.lines.count - 3])
  }

  @Test func `The lengths of names and the order of keys do not survive`() throws {
    let output = try Self.redacted(Planted("a"))
    #expect(try Self.redacted(Planted("a", reversed: true)) == output)
    let long = try Self.redacted(Planted("a-much-longer-name-of-something"))
    #expect(
      long.split(separator: 10).map(\.count) == output.split(separator: 10).map(\.count))
  }

  @Test func `The name of a file in the header of an archive does not survive`() throws {
    let folder = try TemporaryFolder()
    let planted = Planted("Geheimnis7")
    let packed = try folder.gzip(planted.bytes)
    #expect(packed.starts(with: [0x1F, 0x8B]))
    let output = try RedactedJournals([("Geheimnis7.jsonl.gz", packed)]).output()
    #expect(output == (try Self.redacted(planted)))
  }

  @Test func `Names are the same under one key and others under another key`() throws {
    let bytes = Planted("x").bytes
    let first = try RedactedJournals([("a", bytes)], key: RedactedJournals.key(1)).output()
    let again = try RedactedJournals([("b", bytes)], key: RedactedJournals.key(1)).output()
    let other = try RedactedJournals([("a", bytes)], key: RedactedJournals.key(2)).output()
    #expect(first == again)
    let names = [first, other].map { bytes in
      Set(
        String(decoding: bytes, as: UTF8.self).matches(
          of: #/"(?=[a-z0-9-]{10}")[a-z]{1,4}-([0-9a-v]+)"/#
        )
        .map { String($0.output.1) })
    }
    #expect(names[0].count > 15)
    #expect(names[0].isDisjoint(with: names[1]))
  }

  @Test func `A field that is kept has its text, and no other field has it`() throws {
    let kept = try RedactedJournals(
      [("a.jsonl", Planted("Geheimnis7").bytes)], keeping: [.adapter]
    ).output()
    let text = String(decoding: kept, as: UTF8.self)
    let all = text.matches(of: #/Geheimnis7/#).count
    #expect(all > 0)
    #expect(text.matches(of: #/"adapter":"Geheimnis7"/#).count == all)
  }

  @Test func `A wall clock keeps its time of day and its day of the week`() throws {
    let lines = Lines.sample()
    let output = try RedactedJournals([("a.jsonl", lines.bytes)]).output()
    let before = Journal.read(bytes: lines.bytes)[0].trace.events
    let after = Journal.read(bytes: output)[0].trace.events
    let shifts = Set(zip(before, after).map { $0.wall - $1.wall })
    let week = 7 * WallClock.day
    #expect(shifts.count == 1)
    #expect(shifts.allSatisfy { $0 % week == 0 && (1...256).contains($0 / week) })
  }

  @Test func `A clock at the beginning of the calendar stays a clock, at the same time of day`()
    throws
  {
    let line =
      #"{"v":1,"session":"s","seq":1,"t":0,"wall":"0000-01-01T03:04:05.006Z","event":"app.launched","#
      + #""cold":true}"# + "\n"
    let output = try RedactedJournals([("a.jsonl", Array(line.utf8))]).output()
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.contains("T03:04:05.006Z"))
    #expect(Journal.read(bytes: output)[0].damage.map(\.code) == [.noHeader])
  }

  @Test func `Public names stay: systems, SDKs, versions, currencies, test units`() throws {
    var lines = Lines.sample()
    lines.add(
      .adPaid,
      [
        (.ad, .string("a-1")), (.unit, .string("ca-app-pub-3940256099942544/1712485313")),
        (.format, .string("rewarded")), (.valueMicros, .integer(5)), (.currency, .string("EUR")),
        (.precision, .string("precise")),
      ])
    let output = try RedactedJournals([("a.jsonl", lines.bytes)]).output()
    let text = String(decoding: output, as: UTF8.self)
    for name in [
      #""app_version":"1.0""#, #""os":"iOS""#, #""os_version":"19.0""#,
      #""sdk":"google-mobile-ads""#,
      #""sdk_version":"12.9.0""#, #""currency":"EUR""#, #""precision":"precise""#,
      #""unit":"ca-app-pub-3940256099942544/unit-"#,
    ] { #expect(text.contains(name), "\(name)") }
    #expect(!text.contains("1712485313"))
  }
}
