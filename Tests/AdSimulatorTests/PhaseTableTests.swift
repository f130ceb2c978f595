import AdSession
import AdSimulator
import Foundation
import PropertyTesting
import Testing

/// The committed phase table: how often each event kind occurs in each phase of its ad and of the
/// app, and why it never occurs in the others.
///
/// The last line has the number of sessions counted. A new event kind needs no new count: its pairs
/// join the table with the next one.
struct PhaseTableTests {
  /// One row of the table.
  private struct Row {
    let pair: [String]
    let becomes: [String]
    let count: Int
    let reason: String
  }

  private func rows() throws -> [Row] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let table = root.appendingPathComponent("Tools/mutants/phases.tsv")
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.filter { !$0.hasPrefix("#") }.map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(columns.count == 7)
      return Row(
        pair: Array(columns.prefix(3)), becomes: columns[3].split(separator: " ").map(String.init),
        count: try #require(Int(columns[4])), reason: columns[6])
    }
  }

  private func name(_ pair: PhasePair) -> [String] {
    [pair.machine.rawValue, pair.phaseName, pair.kind.name]
  }

  /// The pairs of the kinds that the table counts.
  private func countedPairs(_ rows: [Row]) -> [PhasePair] {
    let kinds = Set(rows.map { $0.pair[2] })
    return PhasePair.all.filter { kinds.contains($0.kind.name) }
  }

  @Test func `The table has every pair once, visited or with the reason why it cannot be`() throws {
    let rows = try rows()
    let pairs = countedPairs(rows)
    #expect(Set(pairs.map(\.kind)).count >= 66, "the table lost an event kind")
    #expect(rows.map(\.pair) == pairs.map(name))
    for (row, pair) in zip(rows, pairs) {
      #expect(row.reason == pair.impossibleBecause ?? "", "\(row.pair)")
      #expect((row.count > 0) == row.reason.isEmpty, "\(row.pair)")
    }
  }

  @Test func `What sessions visit, and what phase follows, is in the table`() throws {
    var visits = PhaseVisits()
    for seed in UInt64(1)...UInt64(500 * Runs.rounds) {
      for trace in Simulation(faults: .all).sessions(Choices(seed: seed)) { visits.add(trace) }
    }
    var count = 0
    let rows = try rows()
    for (row, pair) in zip(rows, countedPairs(rows)) where visits.count(pair) > 0 {
      count += 1
      #expect(row.count >= visits.count(pair), "\(row.pair)")
      #expect(Set(visits.phases(after: pair)).isSubset(of: row.becomes), "\(row.pair)")
    }
    #expect(count > 300, "\(count)")
  }
}
