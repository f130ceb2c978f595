import PropertyTesting

/// Measures the engine on the shrinking benchmark and prints the table of SHRINKING.md.
@main
enum Shrinking {
  /// `shrinking [SEEDS [FIRST [PROBLEM]]]`.
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

    Made by `swift run -c release ShrinkingBenchmark \(seeds) \(first) >
    Tests/PropertyTestingTests/SHRINKING.md`: each problem with \(seeds) seeds from \(first) on, which
    were not looked at while the engine was made. The problems were: its passes have seen them all, so
    expect less of others. *Evaluations* are runs of the property while a case is made smaller, without
    those that were remembered. *Found after* is the mean number of cases until the first failure.
    The generators differ from those of the published figures, so only results and evaluations are
    comparable. The digest is of the first three seeds; a test compares it with a build without
    optimisation.

    | problem | smallest found | different results | evaluations, mean | most | found after | \
    published: results (evaluations) | digest |
    |---|---|---|---|---|---|---|---|
    """
  }
}

/// One problem's line of the table.
struct Row {
  let text: String
  /// The results that were not the smallest, the most frequent first.
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
      if let place = counts.firstIndex(where: { $0.text == solution.text }) {
        counts[place].count += 1
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

  /// A digest of all that the first three seeds from 0 on end with.
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
