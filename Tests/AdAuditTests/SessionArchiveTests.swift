import AdReplay
import JournalInput
import AdRules
import AdSession
import TestReports
import Testing

@testable import AdAudit

/// Sessions that wait for the other ones of their install keep their content.
struct SessionArchiveTests {
  private static let folders = [
    "sessions", "damaged", "format", "incidents", "counterexamples", "google-sample",
  ]

  @Test(arguments: folders)
  func `Every session is archived and read back without a difference`(folder: String) throws {
    var lines: [(read: String, back: String?)] = []
    let sessions = JournalReader(jobs: 1).read(["\(Samples.root)/\(folder)"]) { reading in
      let back = SessionArchive.reading(of: SessionArchive.bytes(of: reading))
      return (Self.text(reading), back.map(Self.text))
    }
    for case .session(let found) in sessions { lines.append(found) }
    #expect(lines.count > 5)
    for (read, back) in lines { #expect(back == read) }
  }

  /// All that a judge and a report can see of a session.
  private static func text(_ reading: SessionReading) -> String {
    let trace = reading.trace
    let events = trace.events.enumerated().map { index, event in
      let symbols = [event.unit, event.scene, event.ad, event.request, event.load, event.text]
      return "\(event) \(symbols.map(trace.symbols.text)) \(reading.path(ofEvent: index) ?? "-")"
    }
    let header = trace.header.map { "\($0.parts)" } ?? "-"
    let changes = trace.policyChanges.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let freeTexts = trace.freeTexts.map {
      "\($0.event) \($0.field) \(trace.symbols.text($0.text))"
    }
    let reused = trace.reusedNames.map(trace.symbols.text).sorted()
    let findings = "\(reading.damage) \(reading.notes)"
    return
      ([
        trace.id, reading.path, "\(reading.ordinal)", "\(trace.end) \(trace.hasBadSeal)", header,
        "\(trace.gaps)", "\(reused)", findings,
      ] + changes + freeTexts + events).joined(separator: "\n")
  }

  @Test(arguments: [UInt64(0), 1])
  func `A session whose bytes the disk changed is not judged, and recorded as a loss`(
    change: UInt64
  ) throws {
    let loss = DiskLoss()
    let waiting = WaitingSessions(loss)
    let reading = try #require(Samples.audited(Samples.unlock).first).reading
    var archived = waiting.add(reading)
    archived.hash ^= change
    let session = try #require(InstallSession(reading.trace))
    waiting.note(
      InstallLedger.record(InstallNote(session: session, archived: archived), install: "i"))
    waiting.judge(jobs: 1) { { _, _ in .spooled(7) } }
    #expect(waiting.report(0) == (change == 0 ? .spooled(7) : nil))
    #expect(loss.happened == (change != 0))
  }
}
