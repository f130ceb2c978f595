@testable import AdAudit
import Platform
import Testing

struct CapRecordTests {
  private static let numbers: [Int64?] = [
    nil, 0, 1, -1, 63, 64, -64, -65, 1 << 14, 1_700_000_000_000, .max, .min + 1,
  ]

  private static func read(_ entries: [CapEntry], order: Int, archive: UInt64?) -> [CapEntry] {
    let record = CapRecord.bytes(
      of: entries, install: "i", session: 1 << 63, order: order, archive: archive)
    #expect(record.integer(at: 0, as: UInt32.self) == UInt32(record.count))
    let bytes = [9, 9] + record + Array(repeating: 0xFF, count: CapRecord.room)
    var found: [CapEntry] = []
    CapRecord.read(bytes, 2..<(2 + record.count), call: 7, to: &found)
    return found
  }

  private static func text(_ entry: CapEntry) -> String {
    let numbers = [entry.wall, entry.cap, entry.slack, entry.openZone, entry.began]
    return
      "\(entry.day) \(String(describing: entry.lost)) \(numbers.map { $0.map(String.init) ?? "-" })"
  }

  @Test(arguments: [nil, 0, 1 << 40] as [UInt64?])
  func `Cap entries with any numbers are read back unchanged`(archive: UInt64?) {
    var entries: [CapEntry] = []
    for first in Self.numbers {
      for second in Self.numbers {
        var entry = CapEntry(
          day: second ?? .min, wall: first, lost: second.map { .records($0) }, slack: first,
          openZone: second)
        entry.cap = second
        entries.append(entry)
        let lost: CapEntry.Loss = first.map { .records($0) } ?? .unknown
        entries.append(CapEntry(day: first ?? .max, wall: second, lost: lost))
      }
    }
    for index in entries.indices { entries[index].began = 1_700_000_000_000 }
    let found = Self.read(entries, order: 1 << 31, archive: archive)
    #expect(found.map(Self.text) == entries.map(Self.text))
    #expect(found.allSatisfy { $0.order == 1 << 31 && $0.archive == archive && $0.call == 7 })
    #expect(found.allSatisfy { $0.session == 1 << 63 })
  }

  @Test func `The record of a decision and a show has 45 bytes`() {
    var show = CapEntry(day: 20_000, wall: 1_728_000_000_000)
    show.cap = 20
    var decision = CapEntry(day: 20_000, wall: 1_728_000_060_000, slack: 0)
    decision.cap = 20
    decision.began = 1_728_000_000_000
    show.began = decision.began
    let record = CapRecord.bytes(
      of: [decision, show], install: "i", session: 3, order: 70_000, archive: nil)
    #expect(record.count == 45)
  }
}
