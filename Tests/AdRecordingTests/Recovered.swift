import TestJournals
@testable import AdReplay
@testable import JournalInput
import AdSession
import Foundation

/// The content of a recorder's folder, as the package's reader reads it.
struct Recovered {
  /// The texts of the notes by their numbers.
  var notes: [Int64: String] = [:]
  /// The numbers of all records.
  var seqs: Set<Int64> = []
  /// The numbers of notes that two records have with different texts.
  var conflicts: [Int64] = []
  var readings: [SessionReading] = []
  var files: [String] = []
  var gapRecords: [(dropped: Int64, reason: String)] = []

  /// An empty folder.
  init() {}

  init(folder: String, session: String? = nil) throws {
    let manager = FileManager.default
    files = try manager.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
      .sorted { ($0.count, $0) < ($1.count, $1) }
    let paths = files.map { folder + "/" + $0 }
    readings = try Self.read(paths)
    for path in paths {
      try addRecords([UInt8](Data(contentsOf: URL(fileURLWithPath: path))), session)
    }
  }

  private static func read(_ paths: [String]) throws -> [SessionReading] {
    var readings: [SessionReading] = []
    for delivery in JournalReader(jobs: 1).read(paths, judge: { $0 }) {
      if case .session(let reading) = delivery { readings.append(reading) }
    }
    return readings
  }

  private mutating func addRecords(_ bytes: [UInt8], _ session: String?) throws {
    var lines: [[UInt8]] = []
    try Journal.forEachLine(of: bytes) { line in
      if case .record(let record) = line.content, session == nil || record.session == session {
        lines.append(Array(line.bytes))
      }
    }
    for line in lines { try add(line) }
  }

  private mutating func add(_ line: [UInt8]) throws {
    let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
    guard let seq = (object["seq"] as? NSNumber)?.int64Value else { return }
    seqs.insert(seq)
    switch object["event"] as? String {
    case "note":
      let text = object["text"] as? String ?? ""
      if let known = notes[seq], known != text { conflicts.append(seq) }
      notes[seq] = text
    case "recorder.gap":
      let dropped = (object["dropped"] as? NSNumber)?.int64Value ?? -1
      gapRecords.append((dropped, object["reason"] as? String ?? ""))
    default: break
    }
  }

  var damage: [DamageCode] { readings.flatMap(\.damageCodes) }
}
