import AdReplay
import JournalInput
import JournalEncoding
import JournalFormat
import AdRules
import AdSession
import AdShrinking
import AdSimulator
import PropertyTesting

/// The outcome of the search for one mutant.
struct Caught {
  let mutant: Mutant
  /// The rule that detected the mutant first; nil if it survived.
  var rule: String?
  /// The number of sessions until then.
  var sessions = 0
  /// The number of records after the header in its smallest run.
  var records: Int?
  /// The number of records after the header in the smallest journal.
  var shrunk: Int?
  /// The other rules that it broke within the budget, sorted.
  var also: [String] = []
  var because = ""

  /// The row of the table.
  var row: String {
    let columns = [
      mutant.name, rule ?? "-", String(sessions), records.map(String.init) ?? "-",
      shrunk.map(String.init) ?? "-", also.joined(separator: " "), because, mutant.reference ?? "",
    ]
    return columns.joined(separator: "\t")
  }
}

/// The search for one mutant: 1000 sessions under all faults, then its smallest journal.
final class Hunt {
  private static let budget = 1_000
  private let mutant: Mutant
  private let simulation: Simulation
  private let judge = Judge()

  init(_ mutant: Mutant) {
    self.mutant = mutant
    simulation = Simulation(faults: .all, mutant: mutant)
  }

  func catchIt() -> Caught {
    var caught = Caught(mutant: mutant)
    guard let seed = findFirst(&caught) else { return caught }
    shrink(from: seed, &caught)
    return caught
  }

  /// Runs the budget; returns the seed of the first install that broke a rule no fault exempts.
  private func findFirst(_ caught: inout Caught) -> UInt64? {
    var first: UInt64?
    var broken: Set<String> = []
    var sessions = 0
    var seed: UInt64 = 1
    while sessions < Self.budget {
      let (findings, count) = findings(Choices(seed: seed))
      sessions += count
      if first == nil, let found = findings.first {
        first = seed
        caught.rule = found.rule.id
        caught.sessions = sessions
      }
      broken.formUnion(findings.map(\.rule.id))
      seed += 1
    }
    caught.also = broken.filter { $0 != caught.rule }.sorted()
    return first
  }

  private func shrink(from seed: UInt64, _ caught: inout Caught) {
    var settings = CheckSettings()
    settings.maximumEvaluations = 3_000
    settings.replay = .seed(seed)
    let verdict = search("the mutant keeps every rule", settings) { trial in
      let found = self.findings(trial.choices).found.first { $0.rule.id == caught.rule }
      trial.reach("rules")
      guard let found else { return }
      trial.attach(Self.bytes(found.trace))
      trial.fail(found.rule.id, because: found.because)
    }
    guard case .failed(let smallest) = verdict,
      let rule = RuleBook.all.first(where: { $0.id == caught.rule }),
      let trace = Journal.read(bytes: smallest.attachment ?? [], path: "mutant").first?.trace
    else { return }
    caught.records = trace.events.count - 1
    guard let shrunk = JournalShrinker(rule: rule).shrink(trace) else { return }
    caught.shrunk = shrunk.records - 1
    caught.because = shrunk.because
  }

  /// The rules that the mutant broke in one install without an exempting fault; and its sessions.
  private func findings(_ choices: Choices) -> (found: [Finding], sessions: Int) {
    let worlds = simulation.worlds(choices) { ManagerKind.handwritten.make($0, self.mutant) }
    let exemptRules = Set(worlds.flatMap(\.exemptRules))
    let traces = worlds.map { $0.journal() }
    var found: [Finding] = []
    for number in traces.indices {
      let others = OtherShows.ofProcesses(before: number, in: traces)
      for (rule, result) in zip(judge.rules, judge.judge(traces[number], otherShows: others)) {
        guard let first = result.violations.first, !exemptRules.contains(rule.id) else { continue }
        found.append(Finding(rule: rule, because: first.because, trace: traces[number]))
      }
    }
    return (found, traces.count)
  }

  private struct Finding {
    let rule: Rule
    let because: String
    let trace: Trace
  }

  private static func bytes(_ trace: Trace) -> [UInt8] {
    var encoder = TraceEncoder()
    return encoder.bytes(of: trace)
  }
}
