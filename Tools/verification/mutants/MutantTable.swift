import AdRules
import AdSimulator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes the table of mutants: which rule catches which bug, how soon, and how small its journal gets.
///
/// usage: swift run -c release MutantTable [MUTANT…] > Tools/verification/mutants/mutants.tsv
///
/// Or holds the managers that come with the simulator to their law, in so many sessions:
/// usage: swift run -c release MutantTable --law SESSIONS [deciding|handwritten [SEED [FAULT,…|-FAULT,…]]]
///
/// Or counts what came in which phase:
/// usage: swift run -c release MutantTable --phases SESSIONS > Tools/verification/mutants/phases.tsv
@main
enum MutantTable {
  static func main() {
    let names = Array(CommandLine.arguments.dropFirst())
    if names.first == "--law" { return holdLaw(names) }
    if names.first == "--phases" {
      return PhaseRows.write(sessions: names.count > 1 ? Int(names[1]) ?? 1_000 : 1_000)
    }
    let mutants = names.isEmpty ? Mutant.allCases : names.compactMap { Mutant.named($0) }
    print("mutant\trule\tsessions\trecords\tshrunk\talso\tbecause\tsource")
    var catches: [Caught] = []
    for mutant in mutants {
      let caught = Hunt(mutant).catchIt()
      print(caught.row)
      catches.append(caught)
    }
    if names.isEmpty { summarize(catches) }
  }

  private static func holdLaw(_ words: [String]) {
    let count = words.count > 1 ? Int(words[1]) ?? 1_000 : 1_000
    let manager = words.count > 2 ? ManagerKind(rawValue: words[2]) ?? .deciding : .deciding
    let seed = words.count > 3 ? UInt64(words[3]) ?? 1 : 1
    var law = Law(manager, words.count > 4 ? faults(words[4]) : .all)
    if !law.hold(sessions: count, from: seed) { exit(1) }
  }

  /// The faults of a list with commas; names with a minus are left out of all.
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
