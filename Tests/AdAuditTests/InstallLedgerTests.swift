import AdRules
import Platform
import Testing

@testable import AdAudit

/// Notes of sessions keep their content and their install while they wait on disk.
struct InstallLedgerTests {
  private static let numbers: [Int64] = [
    0, 1, -1, 63, 64, -64, -65, 1 << 14, 1_700_000_000_000, .max, .min,
  ]

  private static func note(_ number: Int64, optional: Int64?) -> InstallNote {
    let span = InstallOrder.Span(
      first: number, last: number &+ 5, latestFirst: number &- 5, launchCount: optional)
    let entries = numbers.map {
      InstallCalendar.Entry(day: number, wall: $0, records: optional, openZone: optional)
    }
    return InstallNote(
      session: InstallSession(
        name: UInt64(bitPattern: number), records: 12, span: span, shows: entries,
        losses: entries.reversed()))
  }

  private static func text(_ note: InstallNote) -> String {
    "\(note.session) \(note.archived.map { "\($0)" } ?? "-")"
  }

  @Test(arguments: numbers)
  func `A note with any numbers is read back unchanged`(number: Int64) {
    for optional in [nil, number == .min ? 7 : number] {
      var note = Self.note(number, optional: optional)
      #expect(InstallNote(note.bytes).map(Self.text) == Self.text(note))
      note.archived = InstallNote.Archived(
        number: 1 << 20, offset: 1 << 40, count: 800_000, hash: UInt64(bitPattern: number))
      #expect(InstallNote(note.bytes).map(Self.text) == Self.text(note))
      for count in 0..<note.bytes.count {
        #expect(InstallNote(Array(note.bytes.prefix(count))) == nil, "\(count) bytes")
      }
    }
  }

  /// The names of the sessions of each install, sorted.
  private static func groups(_ ledger: borrowing InstallLedger, jobs: Int) -> [[UInt64]] {
    let groups = Lock<[[UInt64]]>([])
    ledger.forEachPart(jobs: jobs, loss: DiskLoss()) { part in
      part.forEachInstall { notes in
        groups.locked { $0.append(notes.map { $0.session.name }) }
      }
    }
    return groups.locked { $0 }.sorted { $0[0] < $1[0] }
  }

  @Test(arguments: [(1, 4 << 20), (3, 4 << 20), (1, 512), (2, 512)])
  func `The sessions of each install come together and in order, in any number of parts`(
    jobs: Int, partSize: Int
  ) {
    var ledger = InstallLedger(partSize: partSize, few: 0)
    for number in 0..<60 {
      let note = Self.note(Int64(number), optional: nil)
      ledger.add(InstallLedger.record(note, install: "i-\(number % 7)"))
    }
    let wanted = (0..<7).map { install in
      stride(from: install, to: 60, by: 7).map { UInt64($0) }
    }
    #expect(Self.groups(ledger, jobs: jobs) == wanted)
  }

  @Test func `Lost notes are recorded as a loss`() {
    let loss = DiskLoss()
    var installs = 0
    InstallPart(0, of: 1, .unreadable(count: 100), loss).forEachInstall { _ in installs += 1 }
    #expect(installs == 0 && loss.happened)
  }

  @Test func `The note of a launch without app-open ads is short`() {
    var note = Self.note(1_700_000_000_000, optional: 7)
    note.session.shows = []
    note.session.losses = []
    #expect(InstallLedger.record(note, install: "i").count == 33)
  }
}
