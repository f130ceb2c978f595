@testable import AdRecording
import JournalEncoding
@testable import JournalFormat
import AdSession
import Foundation
import JSONLines
import Testing

/// The recorder's encoder and ``RecordEncoder`` write the same bytes, also for hostile text.
struct LineEncoderTests {
  private struct Event: RecordedEvent {
    var kind: EventKind
    var values: [(FieldName, FieldValue)]

    func write(to fields: inout FieldWriter) {
      for (name, value) in values {
        switch value {
        case .string(let text): fields.text(name, text)
        case .integer(let number): fields.integer(name, number)
        case .number(let number): fields.number(name, number)
        case .boolean(let truth): fields.boolean(name, truth)
        case .json(let bytes): bytes.withUnsafeBytes { fields.json(name, $0) }
        case .strings, .policy: break
        }
      }
    }
  }

  /// Returns the line of an event that went through the memory of the queue.
  private static func line(_ event: Event, seq: Int64, _ time: RecordTime, crc: Bool) -> [UInt8] {
    let ring = EventRing(capacity: 1 << 17)
    defer { ring.deallocate() }
    guard Self.put(event, seq, time.sinceStart, in: ring) else { return [] }
    ring.setWall(at: 0, behind: time.wall - time.sinceStart)
    var encoder = LineEncoder(
      session: "s-1", addsChecksums: crc, capacity: LineEncoder.longestLine)
    encoder.append(ring.record(at: 0))
    return Array(encoder.contents)
  }

  /// Writes an event to the start of the queue's memory; returns whether it fits.
  private static func put(
    _ event: some RecordedEvent, _ seq: Int64, _ time: Int64, in ring: EventRing
  ) -> Bool {
    var fields = ring.fields(at: 0, room: ring.capacity)
    event.write(to: &fields)
    return ring.append(event.kind, fields, seq, time, at: 0, room: ring.capacity) != nil
  }

  private static let hostile = [
    "", "a", "é", "\u{0}", "\n", "\r\n", "\"", "\\", "\u{1F}", "\u{7F}", "\u{2028}", "😀",
    "1234567\"", "12345678", "123456789", "\u{FFFD}", "e\u{301}", "\u{202E}abc", "\u{FFFF}",
    "ca-app-pub-3940256099942544/5575463023", "$(rm -rf /)", "</script>", "\u{1B}[31m",
  ]

  private static func text(_ random: inout RecorderRandom) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Self.hostile.randomElement(using: &random) ?? ""
    }.joined()
  }

  private static func value(_ type: FieldEntry.ValueType, _ random: inout RecorderRandom)
    -> FieldValue
  {
    switch type {
    case .string: return .string(text(&random))
    case .integer:
      return .integer(
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random))
    case .number:
      return .number(
        Bool.random(using: &random)
          ? Double(Int.random(in: -9...9, using: &random))
          : Double.random(in: -1e9...1e9, using: &random))
    case .boolean: return .boolean(Bool.random(using: &random))
    case .strings, .objects: return .json(Array(#"[{"adapter":"é","latency_ms":1}]"#.utf8))
    case .object: return .json(Array("{}".utf8))
    }
  }

  @Test func `both encoders write the same line for every kind with random values`() {
    for seed in 0..<UInt64(10 * recorderRounds) {
      var random = RecorderRandom(seed: seed)
      for entry in Vocabulary.entries {
        let values = entry.fields.filter { _ in Bool.random(using: &random) }.map {
          ($0.name, Self.value($0.type, &random))
        }
        let crc = Bool.random(using: &random)
        let milliseconds = Int64.random(in: 0...4_000_000_000_000, using: &random)
        let seq = Int64.random(in: 1...10_000, using: &random)
        let time = RecordTime(
          sinceStart: seq * 1_000_000 + 999_999, wall: milliseconds * 1_000_000 + 1)
        var other = RecordEncoder(addsChecksums: crc)
        let envelope = Envelope(session: "s-1", seq: seq, t: seq, wall: milliseconds)
        #expect(
          Self.line(Event(kind: entry.kind, values: values), seq: seq, time, crc: crc)
            == other.line(entry.kind, envelope, values), "seed \(seed), \(entry.name)")
      }
    }
  }

  @Test func `a text that is too long is truncated between scalars`() throws {
    for filler in 0..<8 {
      for scalar in ["a", "é", "€", "😀"] {
        let text = String(repeating: "x", count: filler) + String(repeating: scalar, count: 2000)
        let line = Self.line(
          Event(kind: .note, values: [(.text, .string(text))]), seq: 1,
          RecordTime(sinceStart: 0, wall: 0), crc: false)
        let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        let cut = try #require(object?["text"] as? String)
        #expect(text.hasPrefix(cut))
        #expect(cut.utf8.count <= FieldWriter.maximumText)
        #expect(cut.utf8.count > FieldWriter.maximumText - 4)
      }
    }
  }

  @Test func `an event with ten megabytes of text becomes one valid line`() throws {
    for text in [
      String(repeating: "\u{0}", count: 10_000_000), String(repeating: "\n", count: 10_000_000),
      String(repeating: "😀", count: 2_500_000),
    ] {
      let json = [UInt8](repeating: 0x20, count: 10_000_000)
      let line = Self.line(
        Event(
          kind: .adFailedToLoad,
          values: [(.errorMessage, .string(text)), (.waterfall, .json(json))]),
        seq: 1, RecordTime(sinceStart: 0, wall: 0), crc: true)
      #expect(line.count < 8000 && line.filter { $0 == 0x0A }.count == 1)
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      #expect(object?["waterfall"] == nil && object?["error_message"] != nil)
    }
  }

  @Test func `bytes that are not UTF-8 are replaced`() throws {
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0xED, 0xA0, 0x80, 0x22]
    let ring = EventRing(capacity: 4096)
    defer { ring.deallocate() }
    let event = AnyRecordedEvent(.note) { fields in
      bytes.withUnsafeBytes { fields.text(.text, $0) }
    }
    #expect(Self.put(event, 1, 0, in: ring))
    var encoder = LineEncoder(
      session: "s-1", addsChecksums: false, capacity: LineEncoder.longestLine)
    encoder.append(ring.record(at: 0))
    let line = Data(encoder.contents)
    let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    #expect(object?["text"] as? String == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `an event with the longest value in every field fits in a line`() {
    let long = String(repeating: "\u{1}", count: 5000)
    let json = Array(("[" + String(repeating: "1,", count: 6000) + "1]").utf8)
    for entry in Vocabulary.entries {
      let values = entry.fields.map { field -> (FieldName, FieldValue) in
        field.type == .string ? (field.name, .string(long)) : (field.name, .json(json))
      }
      let line = Self.line(
        Event(kind: entry.kind, values: values), seq: 1, RecordTime(sinceStart: 0, wall: 0),
        crc: true)
      #expect(!line.isEmpty && line.count < 1 << 20, "\(entry.name)")
    }
  }

  /// A typed event has fewer fields, but an ``AnyRecordedEvent`` can have this many.
  @Test func `an event that fills its memory with fields becomes one valid line`() throws {
    for form in 0..<4 {
      let event = AnyRecordedEvent(.note) { fields in
        for _ in 0..<40_000 {
          switch form {
          case 0: fields.boolean(.handlesImpressions, true)
          case 1: fields.word(.confidence, .unknown)
          case 2: fields.number(.latencyMs, -1.2345678901234567e-300)
          default: fields.text(.text, "\u{1}\u{1}")
          }
        }
      }
      let ring = EventRing(capacity: 1 << 17)
      defer { ring.deallocate() }
      #expect(Self.put(event, 1, 0, in: ring))
      var encoder = LineEncoder(
        session: "s-1", addsChecksums: true, capacity: LineEncoder.longestLine)
      encoder.append(ring.record(at: 0))
      let line = Array(encoder.contents)
      #expect(line.count > 100_000 && line.count <= LineEncoder.longestLine)
      #expect((try? JSONSerialization.jsonObject(with: Data(line))) != nil)
      var sum = CRC32C()
      sum.update(Array(line.dropLast(19)))
      let end = String(decoding: line.suffix(19), as: UTF8.self)
      #expect(end == ",\"crc\":\"\(CRC32C.hex(sum.value))\"}\n")
    }
  }

  @Test func `lines fit in the buffer for a session name of any length`() throws {
    let name = String(repeating: "\u{1}", count: 100_000)
    var encoder = LineEncoder(
      session: name, addsChecksums: true, capacity: LineEncoder.longestLine)
    encoder.append(.note, seq: 1, RecordTime(sinceStart: 0, wall: 0)) { $0.text(.text, "a") }
    let line = Data(encoder.contents)
    let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    #expect(object?["session"] as? String == name)
  }
}
