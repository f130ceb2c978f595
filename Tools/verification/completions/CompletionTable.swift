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

/// How many undecided activations and verdicts of random cut sessions have completions on both sides.
///
///     CompletionTable [JOURNALS [SEED [EFFORT]]] [--rule ID] [--show N]
///
/// Sessions of the simulator with all faults lose one to three ranges of 1 to 50 records. For each
/// undecided activation the command searches lost or later records with which the rule is violated, and
/// others with which it is not. It prints a row per rule. An activation for which only one side is found
/// is needlessly undecided, or its completion needs more than EFFORT attempts.
@main
enum CompletionTable {
  static func main() {
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    var table = Table(options)
    table.fill()
    table.print()
  }
}

/// The arguments.
struct Options {
  var journals = 1_000
  var seed: UInt64 = 1
  var effort = 2_000
  var rule: String?
  var show = 0

  init(_ arguments: [String]) {
    var numbers: [Int] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--rule": rule = rest.popFirst()
      case "--show": show = rest.popFirst().flatMap { Int($0) } ?? 0
      default: numbers.append(Int(word) ?? 0)
      }
    }
    if numbers.count > 0 { journals = numbers[0] }
    if numbers.count > 1 { seed = UInt64(numbers[1]) }
    if numbers.count > 2 { effort = numbers[2] }
  }
}
