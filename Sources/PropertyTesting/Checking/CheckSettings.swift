/// How a property is checked: how long, from where, and what must have been met on the way.
public struct CheckSettings: Sendable {
  /// How many cases must pass.
  public var cases = 100
  /// Where the search begins; equal seeds search alike.
  public var seed: UInt64 = 0xAD10_0A17
  /// One case to run instead of searching.
  public var replay: Replay?
  /// How often a failing case is replayed at the most to make it smaller.
  public var evaluations = 20_000
  /// How many cases may be rejected for each one that counts.
  public var rejectionsPerCase = 10
  /// How often the smallest case is run once more to see whether it always fails.
  public var confirmations = 2
  /// Numbers near which mistakes live: limits of a policy, in the unit in which they are drawn.
  public var interesting: [Int64] = []
  /// How many cases of which label there must be.
  public var requirements: [Requirement] = []
  /// What must be armed at least once, beside anything at all.
  public var mustArm: [String] = []
  /// Where counterexamples are kept; those that are there are run first.
  public var corpus: (any Corpus)?
  /// Whether what was attached to kept counterexamples is run, too: the property gets it as
  /// ``Trial/saved``.
  public var replaysAttachments = false
  /// The command that runs the test alone, as a person types it; shown with a counterexample.
  public var command: String?

  /// The settings of a search of a number of cases from a seed.
  public init(cases: Int = 100, seed: UInt64? = nil) {
    self.cases = cases
    if let seed { self.seed = seed }
  }
}

/// How many cases must have had a label.
public struct Requirement: Sendable, Hashable {
  /// The label.
  public let label: String
  /// The fewest cases.
  public let count: Int

  /// At least so many cases of a label.
  public init(_ label: String, atLeast count: Int = 1) {
    self.label = label
    self.count = count
  }
}

/// One case to run again.
public enum Replay: Sendable, Hashable {
  /// What a seed draws: exact as long as neither the property nor the generators change.
  case seed(UInt64)
  /// What a recording draws: the shrunk case.
  case choices([UInt64])

  /// Reads what ``description`` wrote; nil for anything else.
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
  /// `seed:` and a number, or `choices:` and the indexes in base 16 between dots.
  public var description: String {
    switch self {
    case .seed(let seed): "seed:\(seed)"
    case .choices(let indexes):
      "choices:" + indexes.map { String($0, radix: 16) }.joined(separator: ".")
    }
  }
}
