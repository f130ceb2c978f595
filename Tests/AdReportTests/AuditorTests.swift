import AdJournal
import AdReport
import AdRules
import Foundation
import Testing

struct AuditorTests {
  private func audit(_ folder: String, jobs: Int) throws -> (lines: [String], tally: Tally) {
    var lines: [String] = []
    var total = Tally()
    let auditor = Auditor(reader: JournalReader(jobs: jobs))
    try auditor.audit(["\(Samples.root)/\(folder)"], render: Samples.line) { output in
      switch output {
      case .session(let report, let tally, _, _):
        lines.append(String(decoding: report, as: UTF8.self))
        total.add(tally)
      case .journal(let summary): lines.append("end of \(summary.path)")
      case .failure(let error): lines.append("\(error)")
      }
    }
    return (lines, total)
  }

  @Test(arguments: ["sessions", "damaged"])
  func `What comes out does not depend on the number of jobs`(folder: String) throws {
    let alone = try audit(folder, jobs: 1)
    for jobs in [2, 5] {
      let together = try audit(folder, jobs: jobs)
      #expect(together.lines == alone.lines)
      #expect(together.tally == alone.tally)
    }
  }

  @Test func `Sessions come in the order in which they begin, and before their journal`() throws {
    let path = "sessions/fleet-two-installs-interleaved.jsonl"
    let wanted = try Samples.audited(path).map(\.reading.id)
    let lines = try audit(path, jobs: 2).lines
    let found = try lines.dropLast().map { try Samples.object(Array($0.utf8)).text("session") }
    #expect(found == wanted)
    #expect(lines.last == "end of \(Samples.root)/\(path)")
  }

  @Test func `A file that is not there is a failure in its turn, and the others are judged`() throws
  {
    var events: [String] = []
    let paths = ["missing.jsonl", "\(Samples.root)/\(Samples.unlock)"]
    try Auditor(reader: JournalReader()).audit(paths, render: { _ in [] }) { output in
      switch output {
      case .session: events.append("session")
      case .journal: events.append("journal")
      case .failure(let error): events.append(error.description)
      }
    }
    #expect(
      events == ["missing.jsonl: there is no such file or folder", "session", "journal"])
  }

  @Test func `Progress counts every record once`() throws {
    let count = Counter()
    var auditor = Auditor(reader: JournalReader(jobs: 2))
    auditor.onProgress = { count.add($0) }
    var total = Tally()
    try auditor.audit(["\(Samples.root)/incidents"], render: { _ in [] }) { output in
      if case .session(_, let tally, _, _) = output { total.add(tally) }
    }
    #expect(count.value == total.records)
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var sum = 0

  func add(_ count: Int) { lock.withLock { sum += count } }

  var value: Int { lock.withLock { sum } }
}
