import Foundation
import JSONLines
import JournalEncoding
import JournalFormat
import Platform
import Testing

struct PackedLinesTests {
  private static let beginning = "adjournal packed lines 1\n"

  private func packed(_ text: [UInt8], piece: Int = 1 << 16) -> [UInt8] {
    var packer = LinePacker()
    var packed: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      packed += packer.add(Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
    }
    return packed + packer.finish()
  }

  private func packed(_ text: String) -> String {
    String(decoding: packed(Array(text.utf8)), as: UTF8.self)
  }

  private func unpacked(_ packed: [UInt8], most: Int = 1 << 30) -> [UInt8]? {
    ByteView.with(packed) { PackedLines.unpacked($0, most: most) }
  }

  private func unpacked(_ packed: String) -> String? {
    unpacked(Array(packed.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func line(
    _ seq: Int, _ t: Int, _ wall: String, _ rest: String = #""event":"user.acted"}"#
  ) -> String {
    #"{"v":1,"session":"s","seq":\#(seq),"t":\#(t),"wall":"\#(wall)",\#(rest)"#
  }

  private static let checked = [
    #"{"v":1,"session":"ended","seq":1,"t":0,"wall":"2026-11-20T09:15:02.123Z","#
      + #""event":"session.began","app":"com.example.game","app_version":"1.0","build":"release","#
      + #""os":"iOS","os_version":"26.0","sdk":"google-mobile-ads","sdk_version":"13.0.0","#
      + #""utc_offset_min":60,"checksums":true,"crc":"5774ffb2"}"#,
    #"{"v":1,"session":"ended","seq":2,"t":100,"wall":"2026-11-20T09:15:02.223Z","#
      + #""event":"app.launched","cold":true,"crc":"a3dc4fd3"}"#,
    #"{"v":1,"session":"ended","seq":3,"t":60200,"wall":"2026-11-20T09:16:02.323Z","#
      + #""event":"app.became_active","crc":"00000000"}"#,
  ]

  @Test func `A record that follows its predecessor loses its envelope and its right checksum`() {
    let text = Self.checked.joined(separator: "\n") + "\n"
    #expect(
      packed(text) == Self.beginning + Self.checked[0] + "\n"
        + #"100"event":"app.launched","cold":true"# + "\n"
        + #"60100,"event":"app.became_active","crc":"00000000"}"# + "\n")
    #expect(unpacked(packed(text)) == text)
  }

  /// Lines after the first one, and how they are packed; nil as they are.
  private static let lines: [(line: String, packed: String?)] = [
    (line(2, 5, "2026-01-05T08:00:00.005Z"), #"5,"event":"user.acted"}"#),
    (line(2, 0, "2026-01-05T08:00:00.000Z", ""), "0,"),
    (line(2, 0, "2026-01-05T08:00:00.000Z", "12"), "0,12"),
    (line(2, 0, "2026-01-05T08:00:00.000Z", ","), "0,,"),
    // Another seq, clocks that differ, another name, a number that is not canonical.
    (line(3, 5, "2026-01-05T08:00:00.005Z"), nil),
    (line(2, 5, "2026-01-05T08:00:00.006Z"), nil),
    (line(2, 5, "2026-01-05T08:00:00.005z"), nil),
    (line(2, 5, "2026-01-05T08:00:00.005Z").replacing(#""s""#, with: #""t""#), nil),
    (line(2, 5, "2026-01-05T08:00:00.005Z").replacing(":5,", with: ":05,"), nil),
    (line(2, 5, "2026-01-05T08:00:00.005Z").replacing(":2,", with: ":02,"), nil),
    ("", "="), ("=", "=="), ("12", "=12"), ("{", nil),
    ("\r", nil), (" 1", nil), ("adjournal packed lines 1", nil),
  ]

  @Test(arguments: lines.indices) func `Each line is packed as its form demands`(index: Int) {
    let first = Self.line(1, 0, "2026-01-05T08:00:00.000Z")
    let (line, form) = Self.lines[index]
    let text = "\(first)\n\(line)\n"
    #expect(packed(text) == "\(Self.beginning)\(first)\n\(form ?? line)\n")
    #expect(unpacked(packed(text)) == text)
  }

  @Test func `A text keeps its last line feed, or that it has none`() {
    for text in ["", "\n", "\n\n", "a", "a\n", "1", "1\n", "=\n=", "a\n\nb"] {
      #expect(unpacked(packed(text)) == text, "\(text.debugDescription)")
    }
  }

  @Test func `Damage between two records changes neither of them`() {
    let (first, second) = (
      Self.line(1, 0, "2026-01-05T08:00:00.000Z"), Self.line(2, 7, "2026-01-05T08:00:00.007Z")
    )
    let text = "\(first)\nnoise\n\(second)"
    #expect(packed(text) == Self.beginning + first + "\nnoise\n" + #"7,"event":"user.acted"}"#)
    #expect(unpacked(packed(text)) == text)
  }

  @Test func `Bytes that no packer writes are refused`() {
    let first = Self.beginning + Self.line(1, 0, "2026-01-05T08:00:00.000Z") + "\n"
    for bytes in [
      "", "{}", "adjournal packed lines 2\n", Self.beginning + "0\"event\"", first + "01,",
      first + "9999999999999999,", first + "999999999999999,",
    ] {
      #expect(unpacked(bytes) == nil, "\(bytes)")
    }
  }

  @Test func `More bytes than asked for are refused before they are in memory`() {
    let first = Self.line(1, 0, "2026-01-05T08:00:00.000Z").replacing(
      #""s""#, with: "\"\(String(repeating: "s", count: 1 << 20))\"")
    let bomb = Self.beginning + first + "\n" + String(repeating: "0,\n", count: 1 << 20)
    #expect(unpacked(Array(bomb.utf8), most: 1 << 24) == nil)
    #expect(unpacked(packed(Array("ab".utf8)), most: 2) != nil)
    #expect(unpacked(packed(Array("ab".utf8)), most: 1) == nil)
  }

  @Test func `Every journal of the repository is the same after packing`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Journals")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let journals = names.filter { $0.hasSuffix(".jsonl") }
    #expect(journals.count > 1000)
    var sizes = (text: 0, packed: 0)
    for name in journals {
      let text = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      let packed = packed(text, piece: 1000)
      #expect(unpacked(packed) == text, "\(name)")
      sizes = (sizes.text + text.count, sizes.packed + packed.count)
    }
    #expect(sizes.packed * 4 < sizes.text * 3)
  }

  /// 2,000 texts; more with ADJOURNAL_ROUNDS.
  @Test func `Random changes of journals are the same after packing`() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var numbers = Numbers(state: seed)
    let later = (4..<40).map { Self.line($0, $0 * 9, "2026-01-05T08:00:00.000Z") }
    let source = Array((Self.checked + later).joined(separator: "\n").utf8)
    for round in 0..<(2000 * replayRounds) {
      var text = source
      for _ in 0...numbers.below(8) {
        let place = numbers.below(text.count)
        switch numbers.below(4) {
        case 0: text[place] ^= 1 << UInt8(numbers.below(8))
        case 1: text.remove(at: place)
        case 2: text.insert(numbers.one(of: Array("\n=,0129\"{}".utf8)), at: place)
        default:
          let start = numbers.below(source.count)
          text.insert(contentsOf: source[start..<min(source.count, start + 200)], at: place)
        }
      }
      let piece = 1 + numbers.below(300)
      if unpacked(packed(text, piece: piece)) == text { continue }
      Issue.record("seed \(seed), round \(round), pieces of \(piece)")
      return
    }
  }
}
