@testable import AdReplay
@testable import Platform
import AdSession
import Testing

/// Records in few bytes come back as they were, whatever they say.
struct PackedRecordsTests {
  private static let extremes: [Int64] = [
    0, 1, -1, 127, 128, 255, 256, 65_535, 65_536, 1 << 24, 1 << 32, -(1 << 40), 1 << 56, .max, .min,
  ]

  private static func symbol(_ numbers: inout Numbers) -> Symbol {
    Symbol(id: numbers.one(of: [0, 0, 0, 1, 2, 127, 128, 255, 256, 65_536, 1 << 24, .max]))
  }

  private static func record(_ numbers: inout Numbers, after last: StoredRecord) -> StoredRecord {
    var event = Event(numbers.one(of: EventKind.allCases))
    let step = numbers.one(of: extremes)
    event.t = last.event.t &+ step
    let isNext = numbers.below(3) > 0
    event.seq = isNext ? last.event.seq &+ 1 : numbers.one(of: extremes)
    event.wall = isNext ? last.event.wall &+ step : numbers.one(of: extremes)
    event.line = numbers.one(of: [0, last.event.line &+ 1, 1 << 30, .max])
    if numbers.below(3) > 0 {
      event.unit = symbol(&numbers)
      event.scene = symbol(&numbers)
      event.ad = symbol(&numbers)
      event.request = symbol(&numbers)
      event.load = symbol(&numbers)
      event.text = symbol(&numbers)
    }
    for slot in Event.NumberSlot.allCases where numbers.below(2) == 1 {
      event[slot] = numbers.one(of: extremes)
    }
    event.flagsPresent = numbers.one(of: [0, 0, 1, 0x80, 0x8001, .max])
    event.flags = event.flagsPresent & numbers.one(of: [0, 1, .max])
    event.format = numbers.one(of: Word.allCases)
    event[Event.WordSlot.first] = numbers.one(of: Word.allCases)
    event[Event.WordSlot.second] = numbers.one(of: [.absent, .unrecognised, .rendered])
    event[Event.WordSlot.third] = numbers.one(of: Word.allCases)
    let byte = UInt64(truncatingIfNeeded: numbers.one(of: extremes)) &>> 1
    return StoredRecord(event: event, mark: byte &<< 1 | UInt64(numbers.below(2)))
  }

  private static func records(_ numbers: inout Numbers, count: Int) -> [StoredRecord] {
    var records: [StoredRecord] = []
    var last = StoredRecord(event: Event(), mark: 0)
    for _ in 0..<count {
      last = record(&numbers, after: last)
      records.append(last)
    }
    return records
  }

  @Test(arguments: 0..<50)
  func `any records and texts are unpacked as they were`(seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let texts = (0..<numbers.below(300)).map { place in
      let more = numbers.one(of: [0, 1, 127, 128, 9000])
      return Array("\(place)".utf8) + [UInt8](repeating: 0x78, count: more)
    }
    let records = Self.records(&numbers, count: numbers.below(60))
    var session = OpenSession()
    for record in records { session.append(record) }
    for text in texts { text.withUnsafeBytes { session.symbols.append($0) } }
    let packed = PackedRecords(session.records, session.symbols)
    for packed in [packed, PackedRecords(serialized: packed.serialized[...])] {
      #expect(packed.count == records.count)
      var back: [String] = []
      var backTexts: [[UInt8]] = []
      packed.unpack {
        back.append("\($0)")
      } text: {
        backTexts.append(Array($0))
      }
      #expect(back == records.map { "\($0)" })
      #expect(backTexts == texts)
    }
  }
}
