@testable import AdAudit
import Testing

/// What the ledger of daily caps keeps of a session comes back as it was.
struct CapRecordTests {
  private static let numbers: [Int64?] = [
    nil, 0, 1, -1, 63, 64, -64, -65, 1 << 14, 1_700_000_000_000, .max, .min + 1,
  ]

  private static func read(_ entries: [CapEntry], order: Int, archive: Int64) -> [CapEntry] {
    CapRecord.withBytes(
      of: entries, install: "i", session: 1 << 63, order: order, archive: archive
    ) { record in
      #expect(CapRecord.size(record) == record.count)
      let bytes = Array(record) + Array(repeating: 0xFF, count: CapRecord.room)
      var found: [CapEntry] = []
      bytes.withUnsafeBytes {
        let record = UnsafeRawBufferPointer(rebasing: $0[..<record.count])
        CapRecord.read(record, call: 7, to: &found)
      }
      return found
    }
  }

  private static func text(_ entry: CapEntry) -> String {
    let numbers = [entry.wall, entry.lost, entry.cap, entry.slack, entry.openZone, entry.began]
    return "\(entry.day) \(numbers.map { $0.map(String.init) ?? "-" })"
  }

  @Test func `whatever its numbers are`() {
    var entries: [CapEntry] = []
    for first in Self.numbers {
      for second in Self.numbers {
        var entry = CapEntry(
          day: second ?? .min, wall: first, lost: second, slack: first, openZone: second)
        entry.cap = second
        entries.append(entry)
        entries.append(CapEntry(day: first ?? .max, wall: second, lost: first))
      }
    }
    for place in entries.indices { entries[place].began = 1_700_000_000_000 }
    let found = Self.read(entries, order: 1 << 31, archive: -1)
    #expect(found.map(Self.text) == entries.map(Self.text))
    #expect(found.allSatisfy { $0.order == 1 << 31 && $0.archive == -1 && $0.call == 7 })
    #expect(found.allSatisfy { $0.session == 1 << 63 })
  }

  @Test func `in few bytes`() {
    var show = CapEntry(day: 20_000, wall: 1_728_000_000_000)
    show.cap = 20
    var decision = CapEntry(day: 20_000, wall: 1_728_000_060_000, slack: 0)
    decision.cap = 20
    decision.began = 1_728_000_000_000
    show.began = decision.began
    CapRecord.withBytes(
      of: [decision, show], install: "i", session: 3, order: 70_000, archive: -1
    ) { #expect($0.count == 45) }
  }
}
