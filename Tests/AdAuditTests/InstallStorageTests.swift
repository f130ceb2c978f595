import AdAudit
import AdReplay
import JournalInput
import AdRules
import AdSession
import AdSimulator
import Foundation
import JournalEncoding
import JournalFormat
import PropertyTesting
import TestReports
import Testing

/// Sessions of installs, stored in files in any way.
private struct Sessions {
  var all: [(name: String, bytes: [UInt8])] = []

  /// The sessions of some simulated installs with a daily cap of one to three.
  init(_ seed: UInt64, faults: FaultSet, mutant: Mutant?) {
    for number in 0..<4 {
      let choices = Choices(seed: seed &* 1000 &+ UInt64(number))
      var simulation = Simulation(faults: faults, mutant: mutant)
      simulation.maximumSessions = 5
      simulation.profile = Profile.all.first { $0.name == ["splash", "app-open"][number % 2] }
      for trace in simulation.sessions(choices) {
        if let header = trace.header, !header.policy.contains(where: { $0.key == .dailyCap }) {
          header.policy.append(PolicySetting(.dailyCap, Double(1 + seed % 3)))
        }
        var encoder = TraceEncoder()
        all.append((trace.id, encoder.bytes(of: trace)))
      }
    }
  }

  /// Puts each session into one of some files, by a seed.
  func distributed(over count: Int, _ seed: UInt64) -> [[UInt8]] {
    var state = seed
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var files = Array(repeating: [UInt8](), count: count)
    for index in all.indices.sorted(by: { _, _ in below(2) == 0 }) {
      files[below(count)] += all[index].bytes
    }
    return files
  }
}

/// The same sessions have the same verdicts, however they are stored.
struct InstallStorageTests {
  /// The verdict of each rule by session, with what is violated and what is undecided.
  private static func verdicts(
    _ files: [[UInt8]], jobs: Int = 1
  ) throws -> [String: [String: String]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, bytes) in files.enumerated() where !bytes.isEmpty {
      try Data(bytes).write(to: folder.appendingPathComponent("\(number).jsonl"))
    }
    var found: [String: [String: String]] = [:]
    for output in Auditor(reader: JournalReader(jobs: jobs)).audit([folder.path], render: text) {
      switch output {
      case .session(let report, _, _, _):
        let lines = String(decoding: report, as: UTF8.self).split(separator: "\n").map(String.init)
        let rules = lines.dropFirst().map { $0.split(separator: "|").map(String.init) }
        let verdicts = Dictionary(uniqueKeysWithValues: rules.map { ($0[0], $0[1]) })
        if let other = found[lines[0]] { #expect(other == verdicts, "two copies of \(lines[0])") }
        found[lines[0]] = verdicts
      case .journal: break
      case .failure(let error): Issue.record(error)
      }
    }
    return found
  }

  private static let text: @Sendable (AuditedSession) -> [UInt8] = { audited in
    var lines = [audited.reading.id]
    for (rule, result) in zip(audited.rules, audited.results) {
      let violations = result.violations.map { "\($0.certainAt) \($0.witness) \($0.because)" }
      let undecided = result.undecided.map { "\($0.seq) \($0.why) \($0.because ?? "")" }
      let verdict = "\(result.verdict.rawValue) \(result.activations) \(violations) \(undecided)"
      lines.append("\(rule.id)|\(verdict.replacingOccurrences(of: "|", with: "/"))")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The first difference, as a sentence.
  private static func difference(
    _ one: [String: [String: String]], _ other: [String: [String: String]]
  ) -> String? {
    for (session, rules) in one.sorted(by: { $0.key < $1.key }) {
      for (rule, verdict) in rules.sorted(by: { $0.key < $1.key }) {
        let found = other[session]?[rule] ?? "nothing"
        if found != verdict { return "\(session), \(rule): \(verdict), then \(found)" }
      }
    }
    return one.count == other.count ? nil : "\(one.count) sessions, then \(other.count)"
  }

  private static let mutants: [Mutant?] = [nil, .capNotPersisted, nil, .capOffByOne]

  private static func sessions(_ seed: UInt64, faults: FaultSet) -> Sessions {
    Sessions(seed, faults: faults, mutant: mutants[Int(seed) % mutants.count])
  }

  @Test(arguments: 1...8)
  func `Sessions in one file, in one file each and in any mixture have the same verdicts`(
    seed: UInt64
  ) throws {
    let sessions = Self.sessions(seed, faults: seed % 2 == 0 ? .all : [])
    let whole = try Self.verdicts([sessions.all.flatMap(\.bytes)])
    #expect(whole.count == sessions.all.count)
    let single = try Self.verdicts(sessions.all.map(\.bytes), jobs: 2)
    #expect(Self.difference(whole, single) == nil, "seed \(seed), one file each")
    let backwards = try Self.verdicts([sessions.all.reversed().flatMap(\.bytes)])
    #expect(Self.difference(whole, backwards) == nil, "seed \(seed), backwards")
    for count in [2, 5] {
      let mixture = try Self.verdicts(
        sessions.distributed(over: count, seed), jobs: Int(seed % 3) + 1)
      #expect(Self.difference(whole, mixture) == nil, "seed \(seed), \(count) files")
    }
    let twice = try Self.verdicts(
      sessions.distributed(over: 3, seed) + sessions.distributed(over: 2, seed &+ 1))
    #expect(Self.difference(whole, twice) == nil, "seed \(seed), each session twice")
  }

  /// In sessions without faults the clocks and the numbers of launches agree.
  @Test(arguments: 1...8)
  func `Sessions in several calls have the same verdicts, or inconclusive ones`(seed: UInt64) throws
  {
    let sessions = Self.sessions(seed, faults: [])
    let whole = try Self.verdicts([sessions.all.flatMap(\.bytes)])
    var open = 0
    for call in sessions.distributed(over: 3, seed) where !call.isEmpty {
      for (session, rules) in try Self.verdicts([call]) {
        for (rule, verdict) in rules {
          let wanted = whole[session]?[rule]?.split(separator: " ").first ?? "nothing"
          let found = verdict.split(separator: " ").first ?? "nothing"
          if found == "inconclusive" { open += 1 }
          #expect(
            found == wanted || found == "inconclusive",
            "seed \(seed), \(session), \(rule): \(wanted), and in another call \(found)")
        }
      }
    }
    #expect(open > 0, "seed \(seed): nothing is open, so the law says little")
  }
}
