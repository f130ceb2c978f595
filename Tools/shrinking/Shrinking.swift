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
    | problem | smallest found | different results | evaluations, mean | most | found after | \
    published (evaluations) |
    |---|---|---|---|---|---|---|
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
      + "| \(most) | \(after / 10).\(after % 10) | \(problem.published) |"
    others = counts.filter { !problem.smallest.contains($0.text) }.sorted { $0.count > $1.count }
      .map { "\($0.count) × \($0.text)" }
  }
}
