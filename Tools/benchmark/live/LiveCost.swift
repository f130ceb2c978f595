import AdAudit
import AdLive
import AdRecording
import AdReplay
import AdRules
import AdSession
import Foundation
import JournalInput
import Platform

/// Measures what a live audit costs the recording thread, and what it misses under load.
///
///     swift run -c release LiveCost [events per second, default 100] [seconds, default 10] \
///       [rounds, default 3]
///
/// One line for each round, with and without a live audit in turn; then the verdicts of the live
/// audit are compared with those of an audit of the journal.
@main enum LiveCost {
  static func main() async {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let rate = numbers.first ?? 100
    let seconds = numbers.dropFirst().first ?? 10
    let rounds = numbers.dropFirst(2).first ?? 3
    for round in 1...max(1, rounds) {
      for isAudited in [false, true] {
        await Load(rate: rate, count: rate * seconds, isAudited: isAudited).run(round)
      }
    }
  }
}

/// A session with events at a steady rate, in bursts of a millisecond.
struct Load {
  var rate: Int
  var count: Int
  var isAudited: Bool

  func run(_ round: Int) async {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let facts = SessionFacts(
      app: "live", appVersion: "1", build: .debug, os: "iOS", osVersion: "26",
      sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    let session = SessionRecorder(folder: folder, facts: facts)
    let live = isAudited ? LiveAudit(session) : nil
    let before = Self.threadTime
    var costs = record(in: session)
    let used = (Self.threadTime - before) / Int64(count)
    costs.sort()
    let lost = session.status.lost
    _ = await session.end()
    var text = "round \(round) \(isAudited ? "live" : "bare"): "
    text += [0.5, 0.9, 0.99, 0.999].map { share in
      "p\(share * 100) \(costs[min(costs.count - 1, Int(Double(costs.count) * share))]) ns"
    }.joined(separator: ", ")
    text += ", processor \(used) ns, \(lost) lost, peak memory \(Self.peakMebibytes) MiB"
    if let live { text += ", " + (await compare(live, folder)) }
    print(text)
  }

  /// Records loads, shows and dismissals; returns the nanoseconds of each call.
  private func record(in session: SessionRecorder) -> [Int64] {
    let unit = "ca-app-pub-3940256099942544/1033173712"
    let start = SystemCalls.live.now()
    var costs: [Int64] = []
    costs.reserveCapacity(count)
    for number in 0..<count {
      let due = start + Int64(number) * 1_000_000_000 / Int64(rate)
      let early = due - SystemCalls.live.now()
      if early > 1_000_000 { usleep(UInt32(early / 1000)) }
      let ad = "a-\(number / 5)"
      let before = SystemCalls.live.now()
      switch number % 5 {
      case 0: session.record(.adRequested(unit: unit, format: .interstitial, request: "r-\(ad)"))
      case 1:
        session.record(.adLoaded(unit: unit, format: .interstitial, request: "r-\(ad)", ad: ad))
      case 2: session.record(.adPresentRequested(ad: ad, unit: unit, format: .interstitial))
      case 3: session.record(.adWillPresent(ad: ad, unit: unit, format: .interstitial))
      default: session.record(.adDismissed(ad: ad, unit: unit, format: .interstitial))
      }
      costs.append(SystemCalls.live.now() - before)
    }
    return costs
  }

  /// The rules whose live result is not that of the audit.
  private func compare(_ live: LiveAudit, _ folder: String) async -> String {
    let start = SystemCalls.live.now()
    for await _ in live {}
    let seconds = Double(SystemCalls.live.now() - start) / 1e9
    let verdicts = await live.verdicts()
    let expected = Lock<[String]>([])
    let outputs = Auditor(reader: JournalReader()).audit([folder]) { audited in
      let lines = audited.results.map(Self.line)
      expected.locked { $0 = lines }
      return []
    }
    for _ in outputs {}
    let audit = expected.locked { $0 }
    let differences = zip(verdicts.results.map(Self.line), audit).count { $0 != $1 }
    let gaps = verdicts.results.count { $0.verdict == .inconclusive }
    return "\(verdicts.records) records in the journal, \(live.findings.count) findings, "
      + "\(gaps) rules inconclusive, \(differences) of \(audit.count) rules differ from the audit, "
      + "last verdict after \((seconds * 1000).rounded()) ms"
  }

  private static func line(_ result: RuleResult) -> String {
    "\(result.verdict.rawValue) \(result.activations) \(result.violationCount) "
      + "\(result.undecidedCount)"
  }

  /// The processor time of the recording thread, in nanoseconds.
  private static var threadTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static var peakMebibytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss) >> 20
    #else
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) >> 10
    #endif
  }
}
