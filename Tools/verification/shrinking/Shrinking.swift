import PropertyTesting

/// Measures the engine on the shrinking benchmark and prints the article of `AdTesting` about it.
@main
enum Shrinking {
  /// Arguments: `[SEEDS [FIRST [PROBLEM]]]`.
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let seeds = words.first.flatMap { Int($0) } ?? 100
    let first = words.dropFirst().first.flatMap { UInt64($0) } ?? 900_000
    let name = words.dropFirst(2).first
    print(heading(seeds, first))
    for problem in Problem.all where name == nil || problem.name == name {
      let row = Row(problem, seeds: seeds, from: first)
      print(row.text)
      if name != nil { for line in row.others { print("    \(line)") } }
    }
  }

  private static func heading(_ seeds: Int, _ first: UInt64) -> String {
    """
    # How small counterexamples become

    The results of PropertyTesting on published shrinking problems, beside those of other libraries.

    ## Overview

    A case shrinks by its choices: whole parts of it are left out first, such as a process of an app
    or its recovery, then single steps, then numbers become small. What is repeated often becomes
    alike, so that a case with twenty ads has few different ones. A long case does not shrink to the
    end: a test of an ad manager stops when its cases had 400,000 records.

    Each problem is a property that fails. For each of \(seeds) seeds, starting at \(first), the
    benchmark searches for a failing case and shrinks it. The seeds were not used while the shrinker
    was developed, but the problems were, so expect less of your own properties.

    The generators differ from those of the other libraries. Therefore only the results and the
    number of evaluations are comparable.

    | Column | Meaning |
    |---|---|
    | Minimal | Seeds whose result is the smallest possible one |
    | Distinct | Number of distinct results |
    | Mean, maximum | Executions of the property while shrinking |
    | Cases | Mean number of cases until the first failure |
    | Published | Results and evaluations of other libraries |
    | Digest | Hash of the results for the seeds 0 to 2; a test compares it with a debug build |

    To update this page, run:

    ```
    swift run -c release ShrinkingBenchmark \(seeds) \(first) > \
    Sources/AdTesting/AdTesting.docc/HowSmallCounterexamplesBecome.md
    ```

    ## Results

    | Problem | Minimal | Distinct | Mean | Maximum | Cases | Published | Digest |
    |---|---|---|---|---|---|---|---|
    """
  }
}

/// The table row of one problem.
struct Row {
  let text: String
  /// The results that are not minimal, the most frequent first.
  let others: [String]

  init(_ problem: Problem, seeds: Int, from first: UInt64) {
    var counts: [(text: String, count: Int)] = []
    var (evaluations, most, foundAfter, found) = (0, 0, 0, 0)
    for number in 0..<UInt64(seeds) {
      guard let solution = problem.solve(seed: first + number) else { continue }
      found += 1
      evaluations += solution.evaluations
      most = max(most, solution.evaluations)
      foundAfter += solution.foundAfter
      if let index = counts.firstIndex(where: { $0.text == solution.text }) {
        counts[index].count += 1
      } else {
        counts.append((solution.text, 1))
      }
    }
    let smallest = counts.filter { problem.smallest.contains($0.text) }.reduce(0) { $0 + $1.count }
    let mean = found == 0 ? 0 : (evaluations * 10 / found)
    let after = found == 0 ? 0 : foundAfter * 10 / found
    text =
      "| \(problem.name) | \(smallest)/\(seeds) | \(counts.count) | \(mean / 10).\(mean % 10) "
      + "| \(most) | \(after / 10).\(after % 10) | \(problem.published) "
      + "| `\(Row.digest(problem))` |"
    others = counts.filter { !problem.smallest.contains($0.text) }.sorted { $0.count > $1.count }
      .map { "\($0.count) × \($0.text)" }
  }

  /// A hash of the results for the seeds 0 to 2.
  static func digest(_ problem: Problem) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for seed: UInt64 in 0..<3 {
      guard let solution = problem.solve(seed: seed) else { continue }
      let text = "\(solution.text) \(solution.evaluations) \(solution.foundAfter);"
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }
}
