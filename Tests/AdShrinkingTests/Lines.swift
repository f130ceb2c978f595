import AdReplay
import JournalInput
import AdRules
import AdSession
import Foundation

/// The records of a journal, parsed by Foundation instead of the reader under test.
struct Lines {
  var records: [[String: Any]]

  init(_ bytes: [UInt8]) throws {
    records = try bytes.split(separator: 0x0A).map {
      try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:]
    }
  }

  init(_ records: [[String: Any]]) { self.records = records }

  /// Encodes the records with `seq` from 1.
  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, record) in records.enumerated() {
      var record = record
      record["seq"] = index + 1
      record["crc"] = nil
      if index == 0 { record["checksums"] = nil }
      bytes += try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])
      bytes.append(0x0A)
    }
    return bytes
  }

  /// The header and the records whose bit is set; bit 0 is the record after the header.
  func keeping(_ set: Int) -> Lines {
    Lines(
      [records[0]]
        + records.indices.dropFirst().filter { set & 1 << ($0 - 1) != 0 }.map { records[$0] })
  }

  /// The journal without one record.
  func without(_ number: Int) -> Lines {
    Lines(records.indices.filter { number != $0 }.map { records[$0] })
  }

  /// All versions without one optional field, or without one member of a list or of the thresholds
  /// of the header.
  var withoutOneOption: [(String, Lines)] {
    var versions: [(String, Lines)] = []
    for (number, record) in records.enumerated() {
      let entry = Vocabulary.entry(of: Vocabulary.kind(named: record["event"] as? String ?? ""))
      for field in entry?.fields ?? [] where record[field.name.name] != nil {
        let name = field.name.name
        if !field.isRequired {
          versions.append(("\(number + 1).\(name)", setting(name, nil, number)))
        }
        for (member, rest) in members(of: record[name]) {
          versions.append(("\(number + 1).\(name).\(member)", setting(name, rest, number)))
        }
      }
    }
    return versions
  }

  private func setting(_ name: String, _ value: Any?, _ number: Int) -> Lines {
    var changed = self
    changed.records[number][name] = value
    return changed
  }

  private func members(of value: Any?) -> [(String, Any)] {
    if let list = value as? [String] {
      return list.map { member in (member, list.filter { $0 != member }) }
    }
    if let table = value as? [String: Any] {
      return table.keys.sorted().map { key in (key, table.filter { $0.key != key }) }
    }
    return []
  }
}

/// Why a journal violates a rule, without values; implemented independently of AdShrinking.
struct Finding: Equatable {
  var kinds: [String]
  var missing: String?
  var isLate: Bool
  var thresholds: [String]
  var isMeasured: Bool

  /// The reason of the first violation; nil if there is none or the journal is damaged.
  init?(_ bytes: [UInt8], _ rule: Rule) {
    self.init(bytes, rule, at: 0)
  }

  /// Whether any violation of a journal has this reason.
  func isFound(in bytes: [UInt8], _ rule: Rule) -> Bool {
    var number = 0
    while let finding = Finding(bytes, rule, at: number) {
      if finding == self { return true }
      number += 1
    }
    return false
  }

  private init?(_ bytes: [UInt8], _ rule: Rule, at number: Int) {
    let sessions = Journal.read(bytes: bytes)
    guard sessions.count == 1, sessions[0].damage.isEmpty,
      case let violations = Judge(rules: [rule]).judge(sessions[0].trace)[0].violations,
      number < violations.count
    else { return nil }
    let violation = violations[number]
    let hidden = violation.missing.map { _ in [violation.certainAt, violation.late?.answer] } ?? []
    kinds = violation.witness.filter { !hidden.contains($0) }
      .map { sessions[0].trace.events[$0].kind.name }
    missing = violation.missing?.kind.name
    isLate = violation.late != nil
    thresholds = violation.policy.map(\.key.name)
    isMeasured = violation.measured != nil
  }
}

/// The journals in the repository.
enum Samples {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(path)))
  }

  static func trace(_ path: String) throws -> Trace {
    Journal.read(bytes: try bytes(path))[0].trace
  }

  /// The factor by which to increase the number of cases.
  static var rounds: Int {
    ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap { Int($0) } ?? 1
  }
}
