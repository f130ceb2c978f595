/// The settings of a check: its size, its seed, and the coverage that it must reach.
public struct CheckSettings: Sendable {
  /// The number of accepted cases that must pass.
  public var cases = 100
  /// The random seed; the same seed gives the same search.
  public var seed: UInt64 = 0xAD10_0A17
  /// A single case to run instead of searching.
  public var replay: Replay?
  /// The maximum number of executions used to shrink a failing case.
  public var maximumEvaluations = 20_000
  /// The maximum cost of the executions used to shrink a failing case; see ``Trial/cost``.
  public var maximumCost = Int.max
  /// The maximum number of rejected cases for each accepted one.
  public var maximumRejectionsPerCase = 10
  /// The number of times the smallest case is repeated to detect flakiness; at least 1.
  public var confirmations = 2
  /// Numbers near which bugs are likely, such as the limits of a policy, in the unit that is drawn.
  public var interesting: [Int64] = []
  /// The minimum number of cases for some labels or checks.
  public var requirements: [Requirement] = []
  /// The checks that at least one case must reach; see ``Trial/reach(_:)``.
  public var requiredChecks: [String] = []
  /// The stored counterexamples; they run before new cases, and a new counterexample is added.
  public var corpus: (any Corpus)?
  /// Whether the attachments of stored counterexamples run too, as ``Trial/savedAttachment``.
  public var replaysAttachments = false
  /// The shell command that runs the test, printed with a counterexample.
  public var command: String?

  /// Creates settings for a number of cases; without a seed the default seed is used.
  public init(cases: Int = 100, seed: UInt64? = nil) {
    self.cases = cases
    if let seed { self.seed = seed }
  }
}

/// The minimum number of cases that must have a label or reach a check.
public struct Requirement: Sendable, Hashable {
  /// The label, or the reason of a check.
  public let label: String
  /// The minimum number of cases.
  public let count: Int

  /// Requires a label in at least `count` cases.
  public init(_ label: String, atLeast count: Int = 1) {
    self.label = label
    self.count = count
  }
}

/// A single case to run again.
public enum Replay: Sendable, Hashable {
  /// The case drawn from a seed; exact until the property or its generators change.
  case seed(UInt64)
  /// The case drawn from a recording, for example the shrunk one.
  case choices([UInt64])

  /// Parses a ``description``; nil for any other text.
  public init?(_ text: String) {
    if let digits = Replay.rest(of: text, after: "seed:") {
      guard let seed = UInt64(digits) else { return nil }
      self = .seed(seed)
    } else if let words = Replay.rest(of: text, after: "choices:") {
      var indexes: [UInt64] = []
      for word in words.split(separator: ".") {
        guard let index = UInt64(word, radix: 16) else { return nil }
        indexes.append(index)
      }
      self = .choices(indexes)
    } else {
      return nil
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }
}

extension Replay: CustomStringConvertible {
  /// `seed:` and a decimal number, or `choices:` and hexadecimal indexes separated by dots.
  public var description: String {
    switch self {
    case .seed(let seed): "seed:\(seed)"
    case .choices(let indexes):
      "choices:" + indexes.map { String($0, radix: 16) }.joined(separator: ".")
    }
  }
}
