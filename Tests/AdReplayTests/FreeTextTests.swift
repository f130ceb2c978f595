import TestJournals
@testable import AdReplay
@testable import JournalInput
import AdSession
import JournalFormat
import Testing

/// What the app or a person wrote, which a session keeps beside its records.
struct FreeTextTests {
  private static let unit = "\"unit\":\"u-1\",\"format\":\"rewarded\""
  private static let load = "\"event\":\"ad.loaded\",\(unit),\"request\":\"r-1\",\"ad\":\"a-1\""
  private static let records: [(fields: String, texts: [String])] = [
    (
      #""event":"note","text":"a \"quoted\" text\nof two lines""#,
      ["text=a \"quoted\" text\nof two lines"]
    ),
    (#""event":"note","text":"""#, ["text="]),
    (#""event":"user.acted","what":"open album""#, ["what=open album"]),
    (#""event":"user.acted","what":"share""#, []),
    (#""event":"user.acted""#, []),
    (
      #""event":"ad.failed_to_load",\#(unit),"request":"r-1","error_code":3,"error_message":"No fill.","adapter":"A""#,
      ["error_message=No fill."]
    ),
    (
      #""event":"ad.failed_to_present","ad":"a-1",\#(unit),"error_code":1,"error_message":"Ümlaut\u0021""#,
      ["error_message=Ümlaut!"]
    ),
    (
      #"\#(load),"adapter":"A","network":"Example \"Network\"","creative":"cr-1","again":true"#,
      ["network=Example \"Network\"", "creative=cr-1"]
    ),
    (#"\#(load),"creative":"cr-\u0032""#, ["creative=cr-2"]),
    (#"\#(load),"network":"share""#, ["network=share"]),
    (#"\#(load),"network":null"#, []),
  ]

  private static func lines() -> Lines {
    var lines = Lines(session: "s-1")
    lines.begin()
    for (index, record) in records.enumerated() {
      lines.append(
        raw: #"{"v":1,"session":"s-1","seq":\#(index + 2),"t":\#(index * 100 + 100),"#
          + #""wall":"2026-11-20T09:15:02.123Z",\#(record.0)}"#)
    }
    return lines
  }

  /// `seq field=text` for each free text of a record.
  private static func texts(_ trace: Trace) -> [String] {
    trace.events.indices.flatMap { index in
      FieldName.allCases.compactMap { field in
        trace.freeText(field, ofEvent: index).map {
          "\(trace.events[index].seq) \(field.name)=\($0)"
        }
      }
    }
  }

  private static let expected = records.enumerated().flatMap { index, record in
    record.texts.map { "\(index + 2) \($0)" }
  }

  @Test
  func `notes, acts of the user, messages of failures, networks and creatives are free texts`()
    throws
  {
    let trace = try #require(Journal.read(bytes: Self.lines().bytes).first).trace
    #expect(Self.texts(trace) == Self.expected)
    #expect(trace.freeTexts.count == 9)
    #expect(trace.freeText(.text, ofEvent: -1) == nil)
    #expect(trace.events.first { $0.kind == .adFailedToLoad }?.adapter.isPresent == true)
  }

  @Test func `both passes read the same free texts`() {
    #expect(ParserPair().agree(on: Self.lines().bytes))
  }

  @Test func `free texts belong to their records in whatever order the lines stand`() throws {
    let lines = Self.lines()
    let bytes = lines.bytes([1, 8, 2, 12, 9, 7, 3, 11, 6, 4, 10, 5])
    let trace = try #require(Journal.read(bytes: bytes).first).trace
    #expect(Self.texts(trace) == Self.expected)
  }

  @Test func `free texts of later segments belong to their records`() throws {
    var lines = Self.lines()
    let first = lines.bytes
    lines.add(.sessionContinued, seq: 13, [(.segment, .integer(2))])
    lines.add(.note, seq: 14, [(.text, .string("of the second file"))])
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write("a.jsonl", first), try folder.write("b.jsonl", lines.bytes([13, 14])),
    ]
    var found: [String] = []
    for delivery in JournalReader(jobs: 1).read(paths, judge: { Self.texts($0.trace) }) {
      if case .session(let texts) = delivery { found += texts }
    }
    #expect(found == Self.expected + ["14 text=of the second file"])
  }
}
