import AdRecording
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting
import Testing

@testable import AdLive

/// Live audits of simulated sessions, with all faults and one bug of the app in two of three.
struct LiveLawTests {
  static let rounds = max(
    1, Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1)
  static let seed =
    ProcessInfo.processInfo.environment["ADJOURNAL_SEED"].flatMap { UInt64($0) } ?? 40_000

  /// The simulated sessions of a seed.
  static func sessions(_ seed: UInt64) -> [Trace] {
    let mutants = Mutant.allCases
    let mutant = seed % 3 == 0 ? nil : mutants[Int(seed / 3) % mutants.count]
    return Simulation(faults: .all, mutant: mutant).sessions(Choices(seed: seed))
  }

  @Test func `the verdicts at the end are those of the audit, and each violation is found once`() {
    var (sessions, violations, deadlines, early) = (0, 0, 0, 0)
    var seed = Self.seed
    while sessions < 15 * Self.rounds {
      for trace in Self.sessions(seed) {
        let live = FollowedSession(trace, Choices(seed: seed))
        let differences = live.differences
        sessions += 1
        violations += live.findings.count
        deadlines += live.findings.filter { $0.missing != nil }.count
        early += live.earlyDeadlines
        if !differences.isEmpty {
          Issue.record("seed \(seed), session \(trace.id): \(differences.joined(separator: "; "))")
        }
      }
      seed += 1
    }
    print(
      "LiveLawTests: seeds \(Self.seed)..<\(seed), \(sessions) sessions, \(violations) "
        + "violations, \(deadlines) deadlines, \(early) before the next record")
    #expect(violations > 15 && deadlines > 2 && early > 1)
  }
}

/// A session that is audited while it is recorded: after some records, and at each deadline.
struct FollowedSession {
  private(set) var findings: [LiveFinding] = []
  /// The number of deadlines that were reported before a record showed that they had passed.
  private(set) var earlyDeadlines = 0
  /// What differs from the audit of the whole journal.
  private(set) var differences: [String] = []

  init(_ trace: Trace, _ choices: Choices) {
    let session = ReplayedSession(trace)
    let recorder = session.recorder
    let audit = SessionAudit(
      folder: recorder.journalFolder, session: recorder.session, rules: RuleBook.all)
    var deadline: Int64?
    while let t = session.nextT {
      var rounds = 0
      while let due = deadline, due <= t {
        session.wait(until: due)
        let before = findings.count
        deadline = look(audit, session)
        earlyDeadlines += findings[before...].filter { $0.missing != nil }.count
        rounds += 1
        if rounds > 100 { differences.append("endless deadlines at \(due)"); break }
      }
      session.recordNext()
      if choices.bool(probability: 0.3) { deadline = look(audit, session) }
    }
    session.close()
    let end = audit.audit(at: nil)
    findings += end.findings
    compare(end.verdicts, session.audit())
  }

  /// Audits all records so far; returns the next deadline.
  private mutating func look(_ audit: SessionAudit, _ session: ReplayedSession) -> Int64? {
    let point = session.recorder.point
    session.recorder.writeAndWait()
    let outcome = audit.audit(at: point)
    findings += outcome.findings
    return outcome.deadline
  }

  private mutating func compare(_ live: LiveVerdicts, _ audit: [String: AuditedRule]) {
    let byRule = live.byRule
    for (id, result) in byRule.sorted(by: { $0.key < $1.key }) {
      guard let expected = audit[id] else {
        differences.append("\(id) is not in the audit")
        continue
      }
      if result != expected { differences.append("\(id): live \(result), audit \(expected)") }
      let found = findings.filter { $0.rule.id == id }
      if found.count != expected.violations {
        differences.append(
          "\(id): \(found.count) findings, \(expected.violations) violations: "
            + found.map { "\($0.t) \($0.because)" }.joined(separator: " | "))
      }
    }
  }
}
