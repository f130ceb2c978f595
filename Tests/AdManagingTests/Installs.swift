import AdRecording
import AdReplay
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting

/// Simulated installs whose sessions a real recorder wrote; their files are read and judged.
struct Installs {
  var simulation: Simulation
  private let judge = Judge()
  /// What was violated and is excused by no fault.
  private(set) var violations: [String] = []
  private(set) var activations: [String: Int] = [:]
  private(set) var sessions = 0
  /// How many app-open ads came up, by what led to it.
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
    let excuses = Set(worlds.flatMap { $0.drawnFaults.breaks })
    for number in traces.indices { judge(number, traces, excuses, seed) }
  }

  private mutating func judge(
    _ number: Int, _ traces: [Trace], _ excuses: Set<String>, _ seed: UInt64
  ) {
    sessions += 1
    let others = OtherShows.shows(besides: number, in: traces)
    for (rule, result) in zip(judge.rules, judge.judge(traces[number], otherShows: others)) {
      activations[rule.id, default: 0] += result.activations
      guard let first = result.violations.first, !excuses.contains(rule.id) else { continue }
      violations.append("\(rule.id) seed \(seed) session \(number): \(first.because)")
    }
    for event in traces[number].events where event.kind == .adWillPresent {
      guard event.format == .appOpen else { continue }
      let call = traces[number].events.last { $0.kind == .adPresentRequested && $0.ad == event.ad }
      shows[call?.trigger ?? .absent, default: 0] += 1
    }
  }

  /// A session from all of its files: it goes on in a new one after an hour.
  static func trace(_ session: String, _ folder: String) throws -> Trace {
    var bytes: [UInt8] = []
    for number in 1... {
      let path = "\(folder)/\(session)\(number == 1 ? "" : "-\(number)").jsonl"
      guard let file = FileManager.default.contents(atPath: path) else { break }
      bytes += file
    }
    let read = Journal.readAll(bytes: bytes)
    guard let trace = read.sessions.first?.trace, read.sessions.count == 1, trace.gaps.isEmpty
    else { throw PropertyFailure(reason: "a session has one journal without gaps") }
    return trace
  }
}

extension OtherShows {
  /// The app-open shows of the other processes of an install: they share its daily cap.
  static func shows(besides number: Int, in traces: [Trace]) -> OtherShows {
    let shows = traces.enumerated().filter { $0.offset != number }.flatMap { $0.element.shows }
    return OtherShows(shows: shows)
  }
}

extension Trace {
  fileprivate var shows: [OtherShows.Show] {
    var session = Session()
    session.begin(self)
    for (index, event) in events.enumerated() {
      session.evolve(event, at: index, session.facts(of: event, at: index), self)
    }
    return zip(session.shows.appOpen, session.shows.appOpenDays).map {
      OtherShows.Show(wall: events[Int($0)].wall, day: $1)
    }
  }
}
