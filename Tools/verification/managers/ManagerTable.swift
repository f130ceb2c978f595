import AdTesting
import ReferenceManagers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Four checks of the library `AdTesting`.
///
///     ManagerTable --references SESSIONS FIRST LAST [MANAGER]…
///                                   The reference managers keep all rules at each seed from FIRST to
///                                   LAST. Exit status 1 if one does not.
///     ManagerTable [MUTANT…]        Which rule catches which mutant, how soon, and how long its replay
///                                   and its timeline are; without arguments this is the content of
///                                   managers.tsv.
///     ManagerTable --reach SESSIONS SEED…
///                                   The sessions until each mutant is found, with each seed alone.
///     ManagerTable --failures [MUTANT…]
///                                   What a test of each mutant prints.
///     ManagerTable --measure MANAGER
///                                   The time and the peak memory of a test of a demanding manager.
@main
enum ManagerTable {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--references" {
      let numbers = arguments.dropFirst().prefix(3).compactMap { UInt64($0) }
      guard numbers.count == 3, numbers[1] <= numbers[2] else {
        print("usage: ManagerTable --references SESSIONS FIRST LAST [MANAGER]…")
        exit(2)
      }
      let named = arguments.dropFirst(4).compactMap { ReferenceManager(rawValue: $0) }
      let managers = named.isEmpty ? ReferenceManager.allCases : named
      if !keepsRules(managers, Int(numbers[0]), numbers[1]...numbers[2]) { exit(1) }
    } else if arguments.first == "--reach" {
      let numbers = arguments.dropFirst().compactMap { UInt64($0) }
      guard numbers.count >= 2 else {
        print("usage: ManagerTable --reach SESSIONS SEED…")
        exit(2)
      }
      measureReach(Int(numbers[0]), Array(numbers.dropFirst()))
    } else if arguments.first == "--measure" {
      let name = arguments.dropFirst().first ?? ""
      guard let manager = DemandingManager(rawValue: name) else {
        print("usage: ManagerTable --measure (large|showsInLoadCallback|loadsWithoutPause)")
        exit(2)
      }
      measure(manager)
    } else if arguments.first == "--failures" {
      for mutant in mutants(Array(arguments.dropFirst())) {
        print("# \(mutant.name)\n\(mutant.failure(sessions: 10_000)?.description ?? "-")\n")
      }
    } else {
      hunt(arguments)
    }
  }

  /// The mutants with some names; without names, all of them.
  private static func mutants(_ names: [String]) -> [ClientMutant] {
    names.isEmpty ? ClientMutant.all : ClientMutant.all.filter { names.contains($0.name) }
  }

  /// Prints what a test of 10,000 sessions finds, its duration, and the peak memory of the process.
  private static func measure(_ manager: DemandingManager) {
    let clock = ContinuousClock()
    var failure: AdTestFailure?
    let duration = clock.measure { failure = manager.failure(sessions: 10_000) }
    var usage = rusage()
    // 0 is RUSAGE_SELF, which is of another type in each system.
    getrusage(0, &usage)
    // Linux counts in KiB, Darwin in bytes.
    #if canImport(Darwin)
      let peak = usage.ru_maxrss >> 20
    #else
      let peak = usage.ru_maxrss >> 10
    #endif
    print("\(manager.rawValue)\t\(duration)\t\(peak) MiB\t\(failure?.sentence ?? "no failure")")
  }

  /// Tests reference managers at each of the seeds; returns whether no rule was broken.
  private static func keepsRules(
    _ managers: [ReferenceManager], _ sessions: Int, _ seeds: ClosedRange<UInt64>
  ) -> Bool {
    var isGreen = true
    for manager in managers {
      var total = 0
      var broken = 0
      for seed in seeds {
        do { total += try manager.check(sessions: sessions, seeds: [seed]).sessions } catch {
          broken += 1
          print("# \(manager.rawValue), seed \(seed): \(error)\n")
        }
      }
      print("\(manager.rawValue)\t\(seeds.count) seeds\t\(total) sessions\t\(broken) broken")
      isGreen = isGreen && broken == 0
    }
    return isGreen
  }

  /// Prints how soon each mutant is found.
  private static func measureReach(_ sessions: Int, _ seeds: [UInt64]) {
    var all: [Int] = []
    for mutant in ClientMutant.all {
      let found = seeds.map { seed in
        mutant.failure(sessions: sessions, seeds: [seed])?.sessions
      }
      all += found.map { $0 ?? .max }
      let cells = found.map { $0.map { "\($0)" } ?? "-" }
      print("\(mutant.name)\t\(cells.joined(separator: "\t"))")
    }
    all.sort()
    let marks = [50, 90, 99, 100].map { percent in
      let sessions = all[(all.count - 1) * percent / 100]
      return "\(percent) %: \(sessions == .max ? "-" : "\(sessions)")"
    }
    print(
      "# sessions until found: \(marks.joined(separator: ", ")); "
        + "\(all.count { $0 == .max }) of \(all.count) not found")
  }

  private static func hunt(_ names: [String]) {
    let mutants = mutants(names)
    print("mutant\trule\tsessions\tnames the cause\treplay\tlines\tbecause")
    var killed = 0
    var named = 0
    var replays = Lengths(limit: 200)
    var timelines = Lengths(limit: 60)
    for mutant in mutants {
      guard let failure = mutant.failure(sessions: 10_000) else {
        print("\(mutant.name)\t-\t-\t-\t-\t-\t-")
        continue
      }
      killed += 1
      let isCause = mutant.isCause(failure)
      if isCause { named += 1 }
      let length = replays.add(failure.replay?.utf8.count ?? 0)
      let lines = timelines.add(failure.timeline.split(separator: "\n").count)
      print(
        "\(mutant.name)\t\(failure.rule ?? "-")\t\(failure.sessions)\t\(isCause ? "yes" : "no")"
          + "\t\(length)\t\(lines)\t\(failure.because)")
    }
    print(
      "# \(mutants.count) mutants, \(killed) killed, \(named) by a rule that names the cause; "
        + "replays: \(replays.summary("characters")); timelines: \(timelines.summary("lines"))")
  }

  /// The lengths of some texts.
  private struct Lengths {
    let limit: Int
    private var all: [Int] = []

    init(limit: Int) { self.limit = limit }

    mutating func add(_ length: Int) -> Int {
      all.append(length)
      return length
    }

    func summary(_ unit: String) -> String {
      let sorted = all.sorted()
      let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
      return "median \(median) \(unit), \(sorted.count { $0 > limit }) of more than \(limit), "
        + "longest \(sorted.last ?? 0)"
    }
  }
}
