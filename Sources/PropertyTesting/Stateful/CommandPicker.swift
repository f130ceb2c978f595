/// Draws the sequence of commands of one case.
///
/// Each command is a span: whether to continue, the index of the command, its arguments. The index
/// does not depend on which commands are valid, so a recording keeps its meaning while it shrinks.
/// New draws pick only valid commands. A replayed command that is not valid becomes a discarded
/// span, which shrinking removes first.
public struct CommandPicker {
  private let choices: Choices
  private let weights: [Int]
  private let maximumCommands: Int
  private var count = 0
  private var firstChoice = 0

  /// Creates a picker for commands with some weights.
  ///
  /// Swarm testing turns off a random subset of the commands in half of the cases, because a bug
  /// that needs many repetitions of one command is rare in a mixture of all. The subset is not part
  /// of the recording.
  public init(
    _ choices: Choices, weights: [Int], maximumCommands: Int = 50, usesSwarm: Bool = true
  ) {
    self.choices = choices
    self.maximumCommands = maximumCommands
    self.weights = usesSwarm ? choices.swarm(weights) : weights
  }

  /// Begins the next command, which ``end()`` ends; returns its index, or nil at the end of the
  /// case.
  ///
  /// - Parameter isValid: Whether the command with an index can run now.
  public mutating func begin(where isValid: (Int) -> Bool) -> Int? {
    while count < maximumCommands && !choices.isRejected {
      count += 1
      choices.begin(.command)
      let continues = choices.bool(probability: 1 - 1 / Double(max(maximumCommands, 2)))
      guard continues else { break }
      let number = choices.weighted(available(isValid))
      firstChoice = choices.recorded.count
      if weights.indices.contains(number) && isValid(number) { return number }
      choices.end(discarding: true)
    }
    choices.end()
    return nil
  }

  /// Ends the command that began last; returns the numbers that it drew.
  public mutating func end() -> [Int64] {
    choices.end()
    return choices.recorded[min(firstChoice, choices.recorded.count)...].map(\.value)
  }

  /// The weights of the valid commands; equal weights if swarm testing turned all of them off.
  private func available(_ isValid: (Int) -> Bool) -> [Int] {
    guard choices.isGenerating else { return weights.map { _ in 1 } }
    let valid = weights.indices.map { isValid($0) }
    let open = weights.indices.map { valid[$0] ? weights[$0] : 0 }
    return open.contains { $0 > 0 } ? open : valid.map { $0 ? 1 : 0 }
  }
}

extension Choices {
  /// Sets a random subset of the weights to 0 in half of the cases, without recording it.
  fileprivate func swarm(_ weights: [Int]) -> [Int] {
    guard isGenerating, random.below(2) == 1 else { return weights }
    let kept = weights.map { random.below(2) == 1 ? $0 : 0 }
    return kept.contains { $0 > 0 } ? kept : weights
  }
}
