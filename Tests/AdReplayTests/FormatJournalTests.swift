import JournalFormat
@testable import AdReplay
@testable import JournalInput
import AdSession
import Foundation
import Testing

/// The example journals of `Journals/FORMAT.md` and what a reader must find in each of them.
struct FormatJournalTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Journals")
  private static let folders = ["format", "damaged"]

  /// One journal, or one folder of segments, read in one call.
  struct Example: Hashable, CustomTestStringConvertible {
    var folder: String
    var journal: String
    /// `key`, `keyed` or `-`, as `expected.tsv` explains.
    var options: String

    var testDescription: String { "\(folder)/\(journal) \(options)" }
  }

  /// The rows of `expected.tsv` that belong to each example.
  private static let expected: [Example: [String]] = {
    var rows: [Example: [String]] = [:]
    for folder in folders {
      let table = root.appendingPathComponent("\(folder)/expected.tsv")
      let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
      for row in text.split(separator: "\n").dropFirst() {
        let cells = row.split(separator: "\t").map(String.init)
        guard cells.count == 9 else { continue }
        let example = Example(folder: folder, journal: cells[0], options: cells[1])
        rows[example, default: []].append(cells[2...].joined(separator: " | "))
      }
    }
    return rows
  }()

  private static let examples = expected.keys.sorted { $0.testDescription < $1.testDescription }

  @Test(arguments: examples)
  func `an example journal has the sessions, gaps, damage and notes of its table`(
    example: Example
  ) throws {
    #expect(try Self.rows(of: example) == Self.expected[example])
  }

  @Test(arguments: folders)
  func `every journal of the folder is in its table`(folder: String) throws {
    let path = Self.root.appendingPathComponent(folder).path
    let others: Set = ["README.md", "expected.tsv", "key.hex"]
    let found = try Set(FileManager.default.contentsOfDirectory(atPath: path)).subtracting(others)
    #expect(found == Set(Self.examples.filter { $0.folder == folder }.map(\.journal)))
    #expect(found.count > 20)
  }

  /// Reads an example and renders it as its table does.
  private static func rows(of example: Example) throws -> [String] {
    let path = root.appendingPathComponent("\(example.folder)/\(example.journal)").path
    var reader = JournalReader()
    reader.isKeyed = example.options == "keyed"
    if example.options == "key" {
      let key = try Data(contentsOf: root.appendingPathComponent("format/key.hex"))
      reader.sealKey = try SealKey(file: Array(key))
    }
    var rows: [String] = []
    for delivery in reader.read([path], judge: { row(of: $0) }) {
      switch delivery {
      case .session(let row): rows.append(row)
      case .journal(let summary) where summary.damage.isEmpty && summary.notes.isEmpty: break
      case .journal(let summary):
        rows.append(render(["-", "-", "-", "-", "-", list(summary.damage), list(summary.notes)]))
      case .failure(let error): throw error
      }
    }
    return rows
  }

  private static func row(of reading: SessionReading) -> String {
    render([
      reading.id, "\(reading.recordCount)", reading.trace.end.rawValue,
      "\(reading.seals.count)" + (reading.seals.coverTheEnd ? "+" : ""), gaps(of: reading.trace),
      list(reading.damage), list(reading.notes),
    ])
  }

  private static func render(_ cells: [String]) -> String { cells.joined(separator: " | ") }

  private static func gaps(of trace: Trace) -> String {
    joined(
      trace.gaps.map { gap in
        let isAtEnd = gap.position == trace.events.count
        let position = isAtEnd ? "end" : "\(trace.events[gap.position].seq)"
        return "\(position):" + (gap.dropped.map(String.init) ?? "?")
      })
  }

  private static func list<Code>(_ findings: [Finding<Code>]) -> String {
    let sorted = findings.sorted { one, other in
      (one.path ?? "", one.line, one.code.rawValue)
        < (other.path ?? "", other.line, other.code.rawValue)
    }
    return joined(
      sorted.map { finding in
        let file = finding.path.map { ":" + URL(fileURLWithPath: $0).lastPathComponent } ?? ""
        return "\(finding.code.rawValue)@\(finding.line)\(file)"
      })
  }

  private static func joined(_ items: [String]) -> String {
    items.isEmpty ? "-" : items.joined(separator: " ")
  }
}
