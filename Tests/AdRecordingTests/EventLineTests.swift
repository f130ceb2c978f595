import AdRecording
import AdSession
import Testing

/// Events that are given as lines of JSON.
struct EventLineTests {
  private static func fault(_ line: String) -> String? {
    do throws(EventLine.Fault) {
      _ = try EventLine(Array(line.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    arguments: [
      (
        "nonsense",
        "`nonsense` is not a JSON object; expected a line such as "
          + #"{"event":"app.launched","cold":true}"#
      ),
      (
        #"{"event":"note","text":"a""#,
        "the line is not valid: at byte 26, expected `,` or `}`, found the end of the line"
      ),
      (
        #"{"event":"note","text":"a","text":"b"}"#,
        "the line is not valid: at byte 27, duplicate key; the first one is at byte 16"
      ),
      (
        "[]",
        #"`[]` is not a JSON object; expected a line such as {"event":"app.launched","cold":true}"#
      ),
      ("{}", "the line has no field `event`"),
      (#"{"event":3}"#, "`event` is the number 3, but must be a string"),
      (#"{"event":"ad.teleported"}"#, #"unknown event "ad.teleported""#),
      (
        #"{"event":"recorder.gap","dropped":1,"reason":"disk_full"}"#,
        "only the recorder writes `recorder.gap`"
      ),
      (#"{"event":"note"}"#, "the event has no `text`, which every `note` must have"),
      (#"{"event":"note","text":null}"#, "the event has no `text`, which every `note` must have"),
      (#"{"event":"note","text":7}"#, "`text` is the number 7, but must be a string"),
      (
        #"{"event":"app.launched","cold":"yes"}"#,
        #"`cold` is the string "yes", but must be true or false"#
      ),
      (
        #"{"event":"window.shown","window":"w","level":1.5}"#,
        "`level` is the number 1.5, but must be an integer that fits in 64 bits"
      ),
      (
        #"{"event":"config.changed","policy":[]}"#,
        "`policy` is the array [], but must be an object"
      ),
    ] as [(String, String)])
  func `a line that is not an event is rejected with a message`(line: String, sentence: String) {
    #expect(Self.fault(line) == sentence)
  }

  @Test func `the fault of an unknown event contains its name`() {
    do throws(EventLine.Fault) {
      _ = try EventLine(Array(#"{"event":"ad.lodaed"}"#.utf8))
      Issue.record("it was taken")
    } catch {
      #expect(error.unknownKind == "ad.lodaed")
    }
  }

  @Test func `fields outside the vocabulary are left out and listed`() throws {
    let line = try EventLine(
      Array(
        #"{"idfa":"x","event":"note","text":"a","seq":7,"crc":"0","unit":"u","app":null}"#.utf8))
    #expect(line.kind == .note)
    #expect(line.leftOut == ["idfa", "unit"])
  }

  @Test func `random lines never cause a trap`() {
    var random = SplitMix64(seed: 7)
    let seeds = RecordedLines.all
    for round in 0..<3000 {
      var line = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) where !line.isEmpty {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line.remove(at: place)
        default: line.insert(contentsOf: line[place...].prefix(9), at: place)
        }
      }
      if let event = try? EventLine(line) { #expect(event.kind != .unknown) }
    }
  }
}

/// A generator of random numbers with a seed.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Valid lines of several kinds.
enum RecordedLines {
  static let all: [[UInt8]] = [
    #"{"event":"app.launched","cold":true}"#,
    #"{"event":"ad.loaded","unit":"u","format":"native","request":"r","ad":"a","response":"x","waterfall":[{"adapter":"A","latency_ms":1}]}"#,
    #"{"event":"config.changed","policy":{"daily_cap":3,"splash_max_s":2.5},"source":"remote"}"#,
    #"{"event":"session.began","app":"a","app_version":"1","build":"debug","os":"iOS","os_version":"1","sdk":"s","sdk_version":"1","utc_offset_min":0,"captures":["load"],"redacted":[]}"#,
    #"{"event":"ad.reward_earned","ad":"a","unit":"u","amount":2.5e3}"#,
  ].map { Array($0.utf8) }
}
