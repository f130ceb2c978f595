/// The outcome of a search.
public enum PropertyVerdict: Sendable {
  /// Every case passed, at least one check was reached, and every requirement was met.
  case passed(Coverage)
  /// A case failed; the counterexample is the smallest one found with the same reason.
  case failed(Counterexample)
  /// A case failed, but not in every one of `runs` repetitions with the same choices.
  case flaky(Counterexample, runs: Int, failures: Int)
  /// No case reached a check, so the property would pass whatever the code does.
  case vacuous(Coverage)
  /// Some requirements were met in too few cases.
  case notCovered([Requirement], Coverage)
  /// Too many cases were rejected for the accepted ones to be conclusive.
  case rejectedTooOften(Coverage)
}

/// The cases of one check, counted by label and by the checks that they reached.
public struct Coverage: Sendable {
  /// The number of accepted cases.
  public internal(set) var cases = 0
  /// The number of rejected cases.
  public internal(set) var rejected = 0
  /// The number of cases that reached each check, in order of first occurrence.
  public internal(set) var reached: [(name: String, cases: Int)] = []
  /// The number of cases with each label, in order of first occurrence.
  public internal(set) var labels: [(name: String, cases: Int)] = []

  /// The number of cases that had a label.
  public func count(of label: String) -> Int {
    labels.first { $0.name == label }?.cases ?? 0
  }

  /// The number of cases that reached a check, by the reason of the check.
  public func reachedCount(of reason: String) -> Int {
    reached.first { $0.name == reason }?.cases ?? 0
  }

  /// The number of cases that had a label, or reached a check of that name.
  func count(for requirement: Requirement) -> Int {
    max(count(of: requirement.label), reachedCount(of: requirement.label))
  }

  mutating func add(_ trial: Trial) {
    cases += 1
    Coverage.count(trial.reached, in: &reached)
    Coverage.count(trial.labels, in: &labels)
  }

  private static func count(_ names: [String], in counts: inout [(name: String, cases: Int)]) {
    for name in names {
      if let index = counts.firstIndex(where: { $0.name == name }) {
        counts[index].cases += 1
      } else {
        counts.append((name, 1))
      }
    }
  }
}

/// The error for a property that did not pass, with a message for people.
public struct PropertyError: Error, Sendable, CustomStringConvertible {
  /// The verdict; never ``PropertyVerdict/passed(_:)``.
  public let verdict: PropertyVerdict
  /// The property, the reason and the counterexample, in several lines.
  public let description: String

  /// The smallest failing case; nil if no case failed.
  public var counterexample: Counterexample? {
    switch verdict {
    case .failed(let found), .flaky(let found, _, _): found
    default: nil
    }
  }

  /// Returns nil for a property that passed.
  init?(_ verdict: PropertyVerdict, of sentence: String) {
    self.verdict = verdict
    switch verdict {
    case .passed: return nil
    case .failed(let counterexample): description = counterexample.description
    case .flaky(let counterexample, let runs, let failures):
      description =
        "flaky: the same choices failed in \(failures) of \(runs) runs; the property depends on "
        + "something other than its choices\n\(counterexample)"
    case .vacuous(let coverage):
      description =
        "vacuous: \(sentence)\nno check was reached in \(coverage.cases) cases; call trial.expect, "
        + "or trial.reach beside an assertion of a test framework"
    case .notCovered(let missing, let coverage):
      description = PropertyError.describe(missing, coverage, sentence)
    case .rejectedTooOften(let coverage):
      description =
        "too many rejected cases: \(sentence)\n\(coverage.rejected) cases were rejected and "
        + "\(coverage.cases) accepted; draw valid values instead of filtering"
    }
  }

  private static func describe(
    _ missing: [Requirement], _ coverage: Coverage, _ sentence: String
  ) -> String {
    let lines = missing.map { requirement in
      "  '\(requirement.label)': \(coverage.count(for: requirement)) cases, at least "
        + "\(requirement.count) required"
    }
    return (["coverage too low in \(coverage.cases) cases: \(sentence)"] + lines)
      .joined(separator: "\n")
  }
}
