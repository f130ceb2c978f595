/// What became of a property.
public enum PropertyVerdict: Sendable {
  /// Every case passed, something was armed, and every requirement was met.
  case kept(Coverage)
  /// A case failed; this is the smallest that fails so.
  case broken(Counterexample)
  /// A case failed, and passed when it was run again with the same choices.
  case flaky(Counterexample, runs: Int, failures: Int)
  /// Nothing was armed: the property would pass whatever the code did.
  case nothingArmed(Coverage)
  /// Something that was required was not met often enough.
  case notCovered([Requirement], Coverage)
  /// So many cases were rejected that the rest says little.
  case rejectedTooOften(Coverage)
}

/// What was met in the cases of one check.
public struct Coverage: Sendable {
  /// The cases that counted.
  public internal(set) var cases = 0
  /// The cases that were rejected.
  public internal(set) var rejected = 0
  /// What was armed in how many cases, in the order in which it was first armed.
  public internal(set) var armed: [(name: String, cases: Int)] = []
  /// Which label how many cases had, in the order in which they were first met.
  public internal(set) var labels: [(name: String, cases: Int)] = []

  /// How many cases had a label.
  public func count(of label: String) -> Int {
    labels.first { $0.name == label }?.cases ?? 0
  }

  /// In how many cases something was armed.
  public func armedCount(of name: String) -> Int {
    armed.first { $0.name == name }?.cases ?? 0
  }

  mutating func add(_ trial: Trial) {
    cases += 1
    Coverage.count(trial.armed, in: &armed)
    Coverage.count(trial.labels, in: &labels)
  }

  private static func count(_ names: [String], in counts: inout [(name: String, cases: Int)]) {
    for name in names {
      if let place = counts.firstIndex(where: { $0.name == name }) {
        counts[place].cases += 1
      } else {
        counts.append((name, 1))
      }
    }
  }
}

/// A property that did not hold up, as one error with everything a person needs.
public struct PropertyError: Error, Sendable, CustomStringConvertible {
  /// What became of it.
  public let verdict: PropertyVerdict
  /// The sentence and the reason.
  public let description: String

  /// The smallest case, where there is one.
  public var counterexample: Counterexample? {
    switch verdict {
    case .broken(let found), .flaky(let found, _, _): found
    default: nil
    }
  }

  /// Nothing for a property that was kept.
  init?(_ verdict: PropertyVerdict, of sentence: String) {
    self.verdict = verdict
    switch verdict {
    case .kept: return nil
    case .broken(let counterexample): description = counterexample.description
    case .flaky(let counterexample, let runs, let failures):
      description =
        "flaky: the same choices failed in \(failures) of \(runs) runs; something else than the "
        + "choices decides\n\(counterexample)"
    case .nothingArmed(let coverage):
      description =
        "empty: \(sentence)\nnothing was armed in \(coverage.cases) cases; use expect, or arm where "
        + "something could fail"
    case .notCovered(let missing, let coverage):
      description = PropertyError.describe(missing, coverage, sentence)
    case .rejectedTooOften(let coverage):
      description =
        "starved: \(sentence)\n\(coverage.rejected) cases were rejected for \(coverage.cases) that "
        + "counted; draw what fits instead of filtering"
    }
  }

  private static func describe(
    _ missing: [Requirement], _ coverage: Coverage, _ sentence: String
  ) -> String {
    let lines = missing.map { requirement in
      let met = max(
        coverage.count(of: requirement.label), coverage.armedCount(of: requirement.label))
      return "  '\(requirement.label)' in \(met) cases, required in \(requirement.count)"
    }
    return (["not covered in \(coverage.cases) cases: \(sentence)"] + lines).joined(separator: "\n")
  }
}
