import AdJournal
import AdReport
import AdRules
import Foundation

/// A folder for snapshots and the journal beside it; removed when nobody needs it any more.
final class SnapshotPlace {
  let folder: URL
  let journal: String
  let snapshots: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    journal = folder.appendingPathComponent("journal.jsonl").path
    snapshots = folder.appendingPathComponent("kept").path
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("kept"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: journal))
  }

  /// The files that are kept.
  var kept: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: snapshots), includingPropertiesForKeys: nil)
    }
  }

  func audit(
    with snapshots: AuditSnapshots?, jobs: Int = 1, blockSize: Int = 4096
  ) throws -> [String] {
    var auditor = Auditor(reader: JournalReader(jobs: jobs, blockSize: blockSize))
    auditor.snapshots = snapshots
    var told: [String] = []
    try auditor.audit([journal], render: Samples.json) { output in
      switch output {
      case .session(let report, let tally, let damage, let notes):
        told.append(String(decoding: report, as: UTF8.self))
        told.append("\(tally) \(damage) \(notes)")
      case .journal(let summary):
        var summary = summary
        let (kinds, values) = (summary.unknownKinds, summary.unknownValues)
        summary.unknownKinds = [:]
        summary.unknownValues = [:]
        told.append("\(summary) \(kinds.sorted { $0 < $1 }) \(values.sorted { $0 < $1 })")
      case .failure(let error): told.append("\(error)")
      }
    }
    return told
  }

  func store(purpose: String = "a program\u{0}its options", jobs: Int = 1) -> AuditSnapshots {
    AuditSnapshots(
      folder: snapshots, purpose: Array(purpose.utf8), jobs: jobs, leastGrowth: 1)
  }
}

/// Numbers from a seed.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state &>> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word &>> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word &>> 31
  }
}

/// Journals of the project, mixed line by line: whole and damaged, of one name twice, of one install.
enum MixedJournal {
  private static let files: [[[UInt8]]] = {
    let folders = ["sessions", "damaged", "incidents"]
    let paths = folders.flatMap { (try? Samples.paths(in: $0)) ?? [] }
    return paths.compactMap { path in
      (try? Data(contentsOf: URL(fileURLWithPath: "\(Samples.root)/\(path)"))).map { data in
        [UInt8](data).split(separator: 0x0A, omittingEmptySubsequences: false).map {
          Array($0) + [0x0A]
        }
      }
    }
  }()

  /// The lines of some journals, those of each in their order.
  static func lines(of count: Int, _ random: inout SeededNumbers) -> [[UInt8]] {
    var left = (0..<count).map { _ in files[Int.random(in: files.indices, using: &random)][...] }
    var lines: [[UInt8]] = []
    while !left.isEmpty {
      let index = Int.random(in: left.indices, using: &random)
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        if let line = left[index].popFirst() { lines.append(line) }
      }
      if left[index].isEmpty { left.remove(at: index) }
    }
    return lines
  }
}
