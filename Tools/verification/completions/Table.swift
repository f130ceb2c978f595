import AdRules
import AdSession
import AdSimulator
import PropertyTesting

/// The counts of all rules.
struct Table {
  private let options: Options
  private let rules: [Rule]
  private let judge: Judge
  private let judges: [Judge]
  private var rows: [Row]
  private var journals = 0
  private var shown: [String: Int] = [:]
  private let successes = Successes()

  /// The counts of one rule, or of all.
  struct Row {
    var verdicts = 0
    var activations = 0
    /// Activations by the sides that were found, and verdicts without a violating or a holding
    /// side.
    var both = 0
    var onlyViolating = 0
    var onlyHolding = 0
    var neither = 0
    var oneSidedVerdicts = 0
    var openVerdicts = 0

    mutating func add(_ other: Row) {
      verdicts += other.verdicts
      activations += other.activations
      both += other.both
      onlyViolating += other.onlyViolating
      onlyHolding += other.onlyHolding
      neither += other.neither
      oneSidedVerdicts += other.oneSidedVerdicts
      openVerdicts += other.openVerdicts
    }

    mutating func add(_ sides: Sides) {
      activations += 1
      switch sides {
      case .both: both += 1
      case .violating: onlyViolating += 1
      case .holding: onlyHolding += 1
      default: neither += 1
      }
    }

    static let heading = [
      "rule", "inconclusive", "one-sided", "open", "activations", "both", "only holding",
      "only violating", "neither",
    ].joined(separator: "\t")

    func line(_ name: String) -> String {
      [
        name, "\(verdicts)", "\(oneSidedVerdicts)", "\(openVerdicts)", "\(activations)", "\(both)",
        "\(onlyHolding)", "\(onlyViolating)", "\(neither)",
      ].joined(separator: "\t")
    }
  }

  init(_ options: Options) {
    self.options = options
    rules = RuleBook.all
    judge = Judge()
    judges = rules.map { Judge(rules: [$0]) }
    rows = rules.map { _ in Row() }
  }

  /// Cuts one session after the other until there are enough.
  mutating func fill() {
    var simulation = Simulation(faults: .all)
    var seed = options.seed
    while journals < options.journals {
      simulation.manager = seed % 2 == 0 ? .deciding : .handwritten
      var dice = Dice(seed: seed)
      let sessions = simulation.sessions(Choices(seed: seed))
      for (number, session) in sessions.enumerated() where journals < options.journals {
        guard session.gaps.isEmpty, session.header?.captures != nil, !session.cannotHaveHappened,
          let cut = session.cut(&dice)
        else { continue }
        journals += 1
        let others = OtherShows.ofProcesses(before: number, in: sessions)
        classify(cut, session, others, seed, &dice)
      }
      seed += 1
    }
  }

  private mutating func classify(
    _ cut: Trace, _ whole: Trace, _ others: OtherShows, _ seed: UInt64, _ dice: inout Dice
  ) {
    let results = judge.judge(cut, otherShows: others)
    let completer = Completer(cut, of: whole, others, effort: options.effort, successes)
    for (number, result) in results.enumerated() where result.verdict == .inconclusive {
      if let only = options.rule, only != rules[number].id { continue }
      var row = Row()
      row.verdicts = 1
      for open in result.undecided {
        let sides = completer.sides(of: open, rules[number], judges[number], &dice)
        row.add(sides)
        // One activation that both sides are found for decides about the verdict.
        if sides == .both && !options.countsAll { break }
        if sides != .both { show(open, sides, number, cut, whole, seed) }
      }
      // Nothing breaks it, or something breaks it whatever was lost.
      let isOneSided = row.both == 0 && row.onlyHolding + row.onlyViolating > 0
      row.oneSidedVerdicts = isOneSided ? 1 : 0
      row.openVerdicts = row.both == 0 && !isOneSided ? 1 : 0
      rows[number].add(row)
    }
  }

  private mutating func show(
    _ open: Undecided, _ sides: Sides, _ number: Int, _ cut: Trace, _ whole: Trace, _ seed: UInt64
  ) {
    let name = rules[number].id
    guard shown[name, default: 0] < options.show else { return }
    shown[name, default: 0] += 1
    Swift.print("# \(name) at \(open.seq) (\(open.why)), seed \(seed), sides \(sides.rawValue)")
    let policy = whole.header?.policy.map { "\($0.key.name) \($0.value)" } ?? []
    Swift.print("# policy: \(policy.joined(separator: ", "))")
    let kept = Set(cut.events.map(\.seq))
    for event in whole.events {
      let names = [event.ad, event.request, event.load, event.scene, event.unit].map(
        whole.symbols.text)
      let mark = event.seq == open.seq ? ">" : kept.contains(event.seq) ? " " : "-"
      let texts = names.filter { !$0.isEmpty } + [event.format.text].compactMap { $0 }
      Swift.print(
        "# \(mark) \(event.seq) \(event.t) \(event.kind.name) \(texts.joined(separator: " "))")
    }
  }

  /// Prints the rows, the rule with the most one-sided verdicts first, and the sum; returns the
  /// percentage of one-sided verdicts.
  func print() -> Double {
    Swift.print(Row.heading)
    var sum = Row()
    for row in rows { sum.add(row) }
    let order = rows.indices.sorted {
      (-rows[$0].oneSidedVerdicts, -rows[$0].verdicts, $0)
        < (-rows[$1].oneSidedVerdicts, -rows[$1].verdicts, $1)
    }
    for number in order where rows[number].verdicts > 0 {
      Swift.print(rows[number].line(rules[number].id))
    }
    Swift.print(sum.line("all"))
    let share = 100 * Double(sum.oneSidedVerdicts) / Double(max(1, sum.verdicts))
    let hundredths = Int((share * 100).rounded())
    let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
    Swift.print(
      "# \(journals) journals, seed \(options.seed), effort \(options.effort): "
        + "\(hundredths / 100).\(digits) % of the inconclusive verdicts are one-sided")
    return share
  }
}
