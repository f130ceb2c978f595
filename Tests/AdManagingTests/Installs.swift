import AdRecording
import AdReplay
import JournalInput
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting

/// Simulated installs with the real recorder; evaluates the rules on the journals that it wrote.
struct Installs {
  var simulation: Simulation
  private let judge = Judge()
  /// The violations, except those that a fault causes by itself.
  private(set) var violations: [String] = []
  private(set) var activations: [String: Int] = [:]
  private(set) var sessions = 0
  /// The number of app-open ads shown, by trigger.
  private(set) var shows: [Word: Int] = [:]

  static let rounds = max(
    1, Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1)

  init(_ simulation: Simulation) { self.simulation = simulation }

  mutating func run(_ installs: Int, from seed: UInt64) throws {
    for number in 0..<installs { try run(seed: seed &+ UInt64(number)) }
  }

  mutating func run(seed: UInt64) throws {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var apps: [SimulatedApp] = []
    let worlds = simulation.worlds(Choices(seed: seed)) { world in
      apps.last?.recorder.recorder.closeAndWait()
      let app = SimulatedApp(world, folder: folder)
      apps.append(app)
      return app
    }
    apps.last?.recorder.recorder.closeAndWait()
    let traces = try apps.map { try Self.trace($0.recorder.session, folder) }
    let exemptions = Set(worlds.flatMap { $0.drawnFaults.breaks })
    for number in traces.indices { judge(number, traces, exemptions, seed) }
  }

  private mutating func judge(
    _ number: Int, _ traces: [Trace], _ exemptions: Set<String>, _ seed: UInt64
  ) {
    sessions += 1
    let others = OtherShows.ofProcesses(before: number, in: traces)
    for (rule, result) in zip(judge.rules, judge.judge(traces[number], otherShows: others)) {
      activations[rule.id, default: 0] += result.activations
      guard let first = result.violations.first, !exemptions.contains(rule.id) else { continue }
      violations.append("\(rule.id) seed \(seed) session \(number): \(first.because)")
    }
    for event in traces[number].events where event.kind == .adWillPresent {
      guard event.format == .appOpen else { continue }
      let call = traces[number].events.last { $0.kind == .adPresentRequested && $0.ad == event.ad }
      shows[call?.trigger ?? .absent, default: 0] += 1
    }
  }

  /// Reads a session from all of its segments.
  static func trace(_ session: String, _ folder: String) throws -> Trace {
    var bytes: [UInt8] = []
    for number in 1... {
      let path = "\(folder)/\(session)\(number == 1 ? "" : "-\(number)").jsonl"
      guard let file = FileManager.default.contents(atPath: path) else { break }
      bytes += file
    }
    let read = Journal.readAll(bytes: bytes)
    guard let trace = read.sessions.first?.trace, read.sessions.count == 1, trace.gaps.isEmpty
    else { throw PropertyFailure(reason: "a session must have one journal without gaps") }
    return trace
  }
}
