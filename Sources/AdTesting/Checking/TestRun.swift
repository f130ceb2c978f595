import Foundation
internal import PropertyTesting

/// The size of a run, as the caller and the environment want it.
struct TestRun {
  let sessions: Int
  let seeds: [UInt64]
  /// A case to run alone.
  let replay: String?
  /// Cases to run before the search.
  let replays: [String]

  /// - Throws: An error with the first reason why the run makes no sense.
  init(
    _ sessions: Int, _ seeds: [UInt64], _ replay: String?, replays: [String] = [],
    problem: String?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(AdTestFailure) {
    if let problem { throw AdTestFailure(message: problem) }
    if sessions < 1 { throw AdTestFailure(message: "'sessions' is \(sessions); at least 1") }
    guard let first = seeds.first else {
      throw AdTestFailure(message: "'seeds' is empty; pass at least one")
    }
    let seed = try Self.number("ADJOURNAL_SEED", environment)
    let rounds = try Self.number("ADJOURNAL_ROUNDS", environment) ?? 1
    let (product, overflows) = sessions.multipliedReportingOverflow(
      by: Int(clamping: max(1, rounds)))
    self.sessions = overflows ? .max / 8 : min(product, .max / 8)
    self.seeds = seed.map { seed in seeds.map { $0 &- first &+ seed } } ?? seeds
    self.replay = Self.replay(environment) ?? replay
    self.replays = replays
  }

  /// The case to run; a recording of a property test is not one.
  private static func replay(_ environment: [String: String]) -> String? {
    let text = environment["ADJOURNAL_REPLAY"]
    return text.flatMap { Replay($0) == nil ? $0 : nil }
  }

  private static func number(
    _ name: String, _ environment: [String: String]
  ) throws(AdTestFailure) -> UInt64? {
    guard let text = environment[name] else { return nil }
    if let number = UInt64(text) { return number }
    throw AdTestFailure(message: "invalid value '\(text)' for \(name) (a whole number)")
  }
}
