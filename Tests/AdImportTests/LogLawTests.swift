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
  /// What an app of the simulation logs: some kinds of events of some formats, each of them always.
  private struct Console {
    let source: LogSource
    var random: Chance
    private var choices: [String: Bool] = [:]

    init(seed: UInt64) {
      random = Chance(state: seed)
      source = Bool.random(using: &random) ? .logcat : .admobIOS
    }

    /// The log of a session.
    mutating func lines(of trace: Trace) -> [String] {
      var formats: [Symbol: Word] = [:]
      return trace.events.compactMap { event in
        if event.format != .absent { formats[event.ad] = event.format }
        let format = event.format == .absent ? formats[event.ad] : event.format
        guard let sentence = sentence(event, format?.text ?? "") else { return nil }
        let time = WallClock.text(event.wall).dropLast().replacing("T", with: " ")
        return source == .logcat
          ? "\(time)  7  7 D Ads\(format?.text ?? ""): \(sentence)"
          : "\(time)+0000 A[7:1] \(sentence)"
      }
    }

    private mutating func sentence(_ event: Event, _ format: String) -> String? {
      if let app = Self.callbacks[event.kind] { return source == .admobIOS ? app : nil }
      guard let said = Self.sentences[event.kind], !format.isEmpty,
        choose("\(event.kind.name) \(format)", 0.9)
      else { return nil }
      let name = format.replacing("_", with: " ").replacing("app open", with: "app open ad")
      let subject = choose(format, 0.7) ? name : "ad"
      return said.replacing("AD", with: subject)
        .replacing("CODE", with: "\(event.errorCode ?? 0)")
    }

    /// The same answer whenever it is asked.
    private mutating func choose(_ name: String, _ share: Double) -> Bool {
      if let before = choices[name] { return before }
      let choice = Double.random(in: 0..<1, using: &random) < share
      choices[name] = choice
      return choice
    }

    private static let sentences: [EventKind: String] = [
      .adRequested: "Start loading AD", .adLoaded: "AD was loaded.",
      .adFailedToLoad: "AD failed to load: Code=CODE", .adPresentRequested: "AD will be displayed",
      .adWillPresent: "AD will present full screen content",
      .adFailedToPresent: "AD failed to present: Code=CODE", .adDismissed: "AD was dismissed",
      .adImpression: "AD did record an impression", .adClicked: "AD was clicked",
    ]

    private static let callbacks: [EventKind: String] = [
      .appEnteredBackground: "applicationDidEnterBackground",
      .appEnteringForeground: "applicationWillEnterForeground",
      .appBecameActive: "applicationDidBecomeActive",
      .appResignedActive: "applicationWillResignActive",
    ]
  }

  /// The ids of the rules that a session breaks.
  private static func broken(_ trace: Trace) -> [String] {
    let judge = Judge()
    return zip(judge.rules, judge.judge(trace)).filter { $1.verdict == .violated }.map { $0.0.id }
  }

  /// A log has no other clock than that of the wall, and no recorder that loses what was logged.
  private static let faults = FaultSet.all.subtracting(FaultSet([.wallJumps, .lostRecords]))

  @Test(arguments: ["", "age-never-checked", "four-hours-for-all", "present-called-twice"])
  func `The import of a session's log violates no rule that the session keeps`(mutant: String)
    throws
  {
    var found: [String] = []
    for seed in 1...60 as ClosedRange<UInt64> {
      let simulation = Simulation(
        faults: seed % 2 == 0 ? Self.faults : FaultSet([.longAbsences]),
        mutant: Mutant.named(mutant))
      for trace in simulation.sessions(Choices(seed: seed)) {
        // A log contains no thresholds: both sessions are judged by the defaults.
        trace.header?.policy = []
        trace.policyChanges = [:]
        var console = Console(seed: seed)
        var log = LogImport(LogImport.Options(source: console.source))
        for line in console.lines(of: trace) { log.take(Array(line.utf8)) }
        log.finish()
        var lines: [String] = []
        log.journal { lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
        let broken = Self.broken(trace)
        for session in Samples.audited(lines: lines) {
          #expect(session.reading.damage.isEmpty)
          let imported = Self.broken(session.reading.trace)
          found += imported
          #expect(imported.allSatisfy(broken.contains), "seed \(seed): \(imported), but \(broken)")
        }
      }
    }
    #expect(mutant != "age-never-checked" || found.contains("app-open-max-age"))
  }
}
