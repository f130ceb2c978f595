import AdSession
import AdSimulator
import Foundation
import PropertyTesting
import Testing

/// The committed phase table: which kind of event comes in which phase of its ad and of the app, how
/// often in as many sessions as its last line says, and why the others never come.
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
    let table = root.appendingPathComponent("Tools/verification/mutants/phases.tsv")
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

  @Test func `The table has every pair once, visited or with the reason why it cannot be`() throws {
    let rows = try rows()
    #expect(rows.map(\.pair) == PhasePair.all.map(name))
    for (row, pair) in zip(rows, PhasePair.all) {
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
    for (row, pair) in zip(try rows(), PhasePair.all) where visits.count(pair) > 0 {
      count += 1
      #expect(row.count >= visits.count(pair), "\(row.pair)")
      #expect(Set(visits.phases(after: pair)).isSubset(of: row.becomes), "\(row.pair)")
    }
    #expect(count > 300, "\(count)")
  }
}
