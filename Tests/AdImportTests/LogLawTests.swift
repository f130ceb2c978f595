import AdAudit
@testable import AdImport
import AdReplay
import AdRules
import AdSession
import AdSimulator
import PropertyTesting
import TestReports
import Testing

/// Imports of console logs that are printed from simulated sessions.
struct LogLawTests {
  /// The rules with this verdict, by their ids.
  private static func rules(_ verdict: Verdict, _ trace: Trace) -> Set<String> {
    let judge = Judge()
    return Set(
      zip(judge.rules, judge.judge(trace)).filter { $1.verdict == verdict }.map { $0.0.id })
  }

  /// A log has no other clock than that of the wall, and no recorder that loses what was logged.
  private static let faults = FaultSet.all.subtracting(FaultSet([.wallJumps, .lostRecords]))

  private static func sessions(_ seed: UInt64, _ mutant: String) -> [Trace] {
    let simulation = Simulation(
      faults: seed % 2 == 0 ? faults : FaultSet([.longAbsences]), mutant: Mutant.named(mutant))
    return simulation.sessions(Choices(seed: seed)).map { trace in
      // A log contains no thresholds: both sessions are judged by the defaults.
      trace.header?.policy = []
      trace.policyChanges = [:]
      return trace
    }
  }

  private static func imported(_ lines: [String]) -> [Trace] {
    var log = LogImport(LogImport.Options())
    for line in lines { log.take(Array(line.utf8)) }
    log.finish()
    var journal: [String] = []
    log.journal { line, _ in journal.append(String(decoding: line.dropLast(), as: UTF8.self)) }
    return Samples.audited(lines: journal).map { session in
      #expect(session.reading.damage.isEmpty)
      return session.reading.trace
    }
  }

  @Test(arguments: ["", "age-never-checked", "four-hours-for-all", "present-called-twice"])
  func `The import of a session's log has no verdict that the session does not have`(
    mutant: String
  ) {
    var found: Set<String> = []
    // Each layout with the words of each SDK; of the mutants, a quarter of them.
    for seed in 1...(mutant.isEmpty ? 60 : 15) as ClosedRange<UInt64> {
      for trace in Self.sessions(seed, mutant) {
        var log = RenderedLog(seed: seed)
        var lines = log.lines(of: trace, process: 7).map { $0.text }
        if seed % 3 == 0 { lines = log.damaged(lines) }
        // The codes of errors mean what they mean for the SDK of the words.
        if let sdk = log.words.sdk { trace.header?.sdk = sdk }
        let violated = Self.rules(.violated, trace)
        for session in Self.imported(lines) {
          let place = "seed \(seed), \(log.layout.name), \(log.words.name)"
          let here = Self.rules(.violated, session)
          found.formUnion(here)
          #expect(here.isSubset(of: violated), "\(place): \(here.subtracting(violated))")
        }
      }
    }
    #expect(mutant != "age-never-checked" || found.contains("app-open-max-age"))
  }

  @Test func `Two processes in one log are two sessions, each with its own verdicts`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let traces = Self.sessions(seed, "present-called-twice").prefix(2)
      var log = RenderedLog(seed: seed)
      guard traces.count == 2, log.layout.isTimed else { continue }
      var lines: [(wall: Int64, text: String)] = []
      // Both begin at the same time.
      let shift = (traces[0].events.first?.wall ?? 0) - (traces[1].events.first?.wall ?? 0)
      for (number, trace) in traces.enumerated() {
        for line in log.lines(of: trace, process: 7 + number) {
          lines.append((line.wall + Int64(number) * shift, line.text))
        }
      }
      let violated = traces.reduce(into: Set<String>()) { $0.formUnion(Self.rules(.violated, $1)) }
      for session in Self.imported(lines.sorted { $0.wall < $1.wall }.map { $0.text }) {
        let here = Self.rules(.violated, session)
        #expect(here.isSubset(of: violated), "seed \(seed): \(here.subtracting(violated))")
      }
    }
  }
}
