import AdRules
import AdSimulator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Three long checks of the simulator against the rules.
///
///     MutantTable [MUTANT…]         Which rule catches which bug, how soon, and its smallest journal;
///                                   without arguments this is the content of mutants.tsv.
///     MutantTable --law SESSIONS [deciding|handwritten [SEED [FAULT,…|-FAULT,…]]]
///                                   The managers of the simulator break no rule but those that faults
///                                   break by themselves. Exit status 1 if one does.
///     MutantTable --phases SESSIONS Every pair of the phase table is visited, or marked impossible with
///                                   a reason. Exit status 1 if a pair is not; a million sessions visit
///                                   all of them.
@main
enum MutantTable {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "--law": holdLaw(arguments)
    case "--phases": checkPhases(arguments)
    default: hunt(arguments)
    }
  }

  private static func hunt(_ names: [String]) {
    let mutants = names.isEmpty ? Mutant.allCases : names.compactMap { Mutant.named($0) }
    print("mutant\trule\tsessions\trecords\tshrunk\talso\tbecause\treference")
    var catches: [Caught] = []
    for mutant in mutants {
      let caught = Hunt(mutant).catchIt()
      print(caught.row)
      catches.append(caught)
    }
    if names.isEmpty { summarize(catches) }
  }

  private static func checkPhases(_ arguments: [String]) {
    let sessions = arguments.count > 1 ? Int(arguments[1]) ?? 1_000 : 1_000
    if !PhaseRows(sessions: sessions).report() { exit(1) }
  }

  private static func holdLaw(_ arguments: [String]) {
    let count = arguments.count > 1 ? Int(arguments[1]) ?? 1_000 : 1_000
    let manager = arguments.count > 2 ? ManagerKind(rawValue: arguments[2]) ?? .deciding : .deciding
    let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1
    var law = Law(manager, arguments.count > 4 ? faults(arguments[4]) : .all)
    if !law.hold(sessions: count, from: seed) { exit(1) }
  }

  /// The faults of a comma-separated list; a list of names with a minus is all faults without
  /// these.
  private static func faults(_ text: String) -> FaultSet {
    let names = text.split(separator: ",").map(String.init)
    let left = names.filter { $0.hasPrefix("-") }.compactMap { Fault.named(String($0.dropFirst())) }
    let named = names.compactMap { Fault.named($0) }
    return named.isEmpty ? FaultSet.all.subtracting(FaultSet(left)) : FaultSet(named)
  }

  private static func summarize(_ catches: [Caught]) {
    let sizes = catches.compactMap(\.shrunk).sorted()
    let survivors = catches.filter { $0.rule == nil }.map(\.mutant.name)
    print("# \(catches.count) mutants, \(survivors.count) survive")
    if !survivors.isEmpty { print("# survivors: \(survivors.joined(separator: " "))") }
    if !sizes.isEmpty {
      print(
        "# records after the header: median \(sizes[sizes.count / 2]), most \(sizes[sizes.count - 1])"
      )
    }
    let catchers = Set(catches.flatMap { [$0.rule].compactMap { $0 } + $0.also })
    let groups: [Rule.Group] = [
      .freshness, .presentation, .coldStart, .backgroundLockCaps, .adWindow,
    ]
    let idle = RuleBook.all.filter {
      groups.contains($0.group) && $0.severity == .error && !catchers.contains($0.id)
    }
    print("# error rules of these groups that catch none: \(idle.map(\.id).joined(separator: " "))")
  }
}
