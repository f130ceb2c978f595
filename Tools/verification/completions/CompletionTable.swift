import AdRules
import AdSession
import AdSimulator
import PropertyTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many undecided activations and verdicts of random cut sessions have completions on both
/// sides.
///
///     CompletionTable [JOURNALS [SEED [EFFORT]]] [--all] [--rule ID] [--show N] [--limit PERCENT]
///
/// Sessions of the simulator with all faults lose one to three ranges of 1 to 50 records. For the
/// undecided activations of each `inconclusive` verdict the command searches lost or later records
/// with which the rule is violated there, and others with which it is not. A verdict is one-sided
/// if none of its activations has both; then it is needlessly undecided, or the search needs more
/// than EFFORT attempts. The command prints a row per rule, and the activations that it looked at:
/// with `--all` every one. `--show` prints the first sessions in which it found only one side. With
/// `--limit` the exit status is 1 if more verdicts are one-sided.
@main
enum CompletionTable {
  static func main() {
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    var table = Table(options)
    table.fill()
    let share = table.print()
    if let limit = options.limit, share > limit { exit(1) }
  }
}

/// The arguments.
struct Options {
  var journals = 1_000
  var seed: UInt64 = 1
  var effort = 2_000
  var rule: String?
  var show = 0
  /// Whether every activation is counted, not only enough of them to decide about the verdict.
  var countsAll = false
  var limit: Double?

  init(_ arguments: [String]) {
    var numbers: [Int] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--rule": rule = rest.popFirst()
      case "--all": countsAll = true
      case "--limit": limit = rest.popFirst().flatMap { Double($0) }
      case "--show": show = rest.popFirst().flatMap { Int($0) } ?? 0
      default: numbers.append(Int(word) ?? 0)
      }
    }
    if numbers.count > 0 { journals = numbers[0] }
    if numbers.count > 1 { seed = UInt64(numbers[1]) }
    if numbers.count > 2 { effort = numbers[2] }
  }
}
