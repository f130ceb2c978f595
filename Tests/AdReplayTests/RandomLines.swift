import TestJournals
import JournalEncoding
@testable import JournalFormat
@testable import Platform
import AdSession
import Foundation

/// The factor for the number of random cases: `ADJOURNAL_ROUNDS`, 1 by default.
let replayRounds = ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

/// Numbers from a seed (SplitMix64, Steele and others 2014).
struct Numbers {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed &>> 31) % UInt64(limit))
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}

/// Lines of the writer with random fields.
///
/// Sessions, clocks and texts repeat and differ as in a journal, so that a cached value is right
/// for some lines and wrong for others.
struct RandomLines {
  private(set) var numbers: Numbers
  private var seq: Int64 = 0
  private var t: Int64 = 0

  init(seed: UInt64) { numbers = Numbers(state: seed) }

  private static let sessions = [
    "3893ec8d-b524-e583-aa7c-b81a456ce771", "3893ec8d-b524-e583-aa7c-b81a456ce772",
    "4893ec8d-b524-e583-aa7c-b81a456ce771", "s", "s-1", "s-12", "session-", "session-1",
    String(repeating: "x", count: 48), String(repeating: "x", count: 49),
    String(repeating: "y", count: 64), String(repeating: "y", count: 65), "s 1", "",
  ]

  private static let texts = [
    "a-1", "a-2", "a-12", "", "sevenby", "eightbyt", "ninebytes", "scroll list", "main", "USD",
    "ca-app-pub-7300164502281956/4190226831", "ca-app-pub-7300164502281956/4190226832",
    "ca-app-pub-7300164502281957/4190226831", String(repeating: "k", count: 31),
    String(repeating: "k", count: 32), String(repeating: "k", count: 33),
    String(repeating: "l", count: 48), String(repeating: "l", count: 49),
    String(repeating: "m", count: 70), "ä", "täxt of ä länguage", "a\"b", "tab\t", "é\\", "日本",
  ]

  private static let integers: [Int64] = [
    0, 1, 7, 10, 480, -180, -1, 1234, 99_999_999, 12_345_678, 100_000_000, 999_999_999_999_999,
    1_000_000_000_000_000, .max, .min,
  ]

  /// A line of a random kind; one of ten is damaged or laid out in another way.
  mutating func line() -> [UInt8] {
    let entry = numbers.one(of: Vocabulary.entries)
    var fields: [(FieldName, FieldValue)] = []
    for field in entry.fields where field.isRequired || numbers.below(2) == 0 {
      fields.append((field.name, value(of: field)))
    }
    var encoder = RecordEncoder(addsChecksums: numbers.below(3) == 0)
    var line = encoder.line(entry.kind, envelope(), fields)
    if numbers.below(10) == 0 { disturb(&line) }
    return line
  }

  private mutating func envelope() -> Envelope {
    seq = numbers.below(3) == 0 ? numbers.one(of: Self.integers) : seq &+ 1
    t = numbers.below(5) == 0 ? numbers.one(of: Self.integers) : t &+ Int64(numbers.below(9_000))
    let clock = numbers.one(of: [0, 59_999, 599_999, 3_600_000, 86_399_999, 31_536_000_000])
    return Envelope(
      session: numbers.below(3) > 0 ? Self.sessions[0] : numbers.one(of: Self.sessions), seq: seq,
      t: t, wall: 1_790_000_000_000 + Int64(clock + numbers.below(2)))
  }

  private mutating func value(of field: FieldEntry) -> FieldValue {
    switch field.type {
    case .string:
      let words = field.values.compactMap(\.text)
      let isListed = !words.isEmpty && numbers.below(20) > 0
      return .string(numbers.one(of: isListed ? words : Self.texts))
    case .integer: return .integer(numbers.one(of: Self.integers))
    case .number: return .number(numbers.one(of: [0, 1, 2.5, -1, 1e300, 0.1, 1e-7, 123_456_789]))
    case .boolean: return .boolean(numbers.below(2) == 0)
    case .strings: return .strings(numbers.one(of: [["app", "load"], ["app"], [], ["x", "app"]]))
    case .objects: return .json(Array(numbers.one(of: ["[]", #"[{"a":1}]"#, "[1]"]).utf8))
    case .object:
      if numbers.below(4) == 0 { return .json(Array(#"{"daily_cap":1,"x":[{}]}"#.utf8)) }
      return .policy(numbers.below(2) == 0 ? [] : [PolicySetting(.dailyCap, 5)])
    }
  }

  private mutating func disturb(_ line: inout [UInt8]) {
    let pieces = [" ", "0", "\"", "\\", ",", ":", "-", "\n", "é", "null"]
    let place = numbers.below(line.count)
    switch numbers.below(4) {
    case 0: line[place] ^= 1 << UInt8(numbers.below(8))
    case 1: line.remove(at: place)
    case 2: line.insert(contentsOf: Array(numbers.one(of: pieces).utf8), at: place)
    default:
      let colons = line.indices.filter { line[$0] == 0x3A }
      line.insert(0x20, at: numbers.one(of: colons) + 1)
    }
  }
}
