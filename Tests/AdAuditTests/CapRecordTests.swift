@testable import AdAudit
import AdRules
import Platform
import Testing

struct CapRecordTests {
  private static let numbers: [Int64?] = [
    nil, 0, 1, -1, 63, 64, -64, -65, 1 << 14, 1_700_000_000_000, .max, .min + 1,
  ]

  private static func read(_ note: CapNote) -> CapNote {
    let record = CapRecord.bytes(of: note, install: "i")
    #expect(record.integer(at: 0, as: UInt32.self) == UInt32(record.count))
    let bytes = [9, 9] + record + Array(repeating: 0xFF, count: CapRecord.room)
    return CapRecord.note(bytes, 2..<(2 + record.count))
  }

  private static func note(_ entries: [CapEntry], launchCount: Int64? = 7) -> CapNote {
    let wall: Int64 = 1_700_000_000_000
    var note = CapNote(
      InstallOrder.Span(
        first: wall, last: wall + 5, latestFirst: wall - 5, launchCount: launchCount))
    note.session = 1 << 63
    note.records = 12
    note.entries = entries
    return note
  }

  private static func text(_ entry: CapEntry) -> String {
    let numbers = [entry.wall, entry.cap, entry.slack, entry.openZone]
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
    var note = Self.note(entries)
    note.question = 1 << 20
    note.input = 800_000
    note.order = 1 << 31
    note.archive = archive
    let found = Self.read(note)
    #expect(found.entries.map(Self.text) == entries.map(Self.text))
    #expect(found.question == 1 << 20 && found.input == 800_000 && found.order == 1 << 31)
    #expect(found.archive == archive && found.session == 1 << 63 && found.records == 12)
  }

  @Test(arguments: numbers)
  func `The beginning and the launch of a session are read back unchanged`(number: Int64?) {
    var note = Self.note([], launchCount: number)
    note.span.first = number ?? 0
    note.span.last = number ?? 1
    note.span.latestFirst = number ?? .max
    let found = Self.read(note)
    #expect(found.span.first == note.span.first && found.span.last == note.span.last)
    #expect(found.span.latestFirst == note.span.latestFirst)
    #expect(found.span.launchCount == number && found.question == nil && found.entries.isEmpty)
  }

  @Test func `The record of a launch without app-open ads has 32 bytes`() {
    #expect(CapRecord.bytes(of: Self.note([]), install: "i").count == 32)
  }
}
