/// Picks the commands of one case, each as a part of its own: continue? which? arguments.
///
/// The number of a command never changes with what is valid, so that a recording keeps its meaning
/// while it is made smaller; only drawing anew is restricted to what is valid and not switched off.
/// A replayed command that is not valid is a part that had no effect, and goes first.
public struct CommandPicker {
  private let choices: Choices
  private let weights: [Int]
  private let most: Int
  private var count = 0
  private var firstChoice = 0

  /// A picker among commands of these weights.
  ///
  /// With swarm, each case switches some commands off at random: long runs of few commands find what
  /// a mixture of all hides. What is switched off leaves no trace in the recording.
  public init(_ choices: Choices, weights: [Int], most: Int = 50, usesSwarm: Bool = true) {
    self.choices = choices
    self.most = most
    self.weights = usesSwarm ? choices.swarm(weights) : weights
  }

  /// Begins the next command, which is to be ended; nil when there are enough.
  ///
  /// - Parameter isValid: Whether the command of a number can be done now.
  public mutating func begin(where isValid: (Int) -> Bool) -> Int? {
    while count < most && !choices.isRejected {
      count += 1
      choices.begin(.command)
      let goesOn = choices.bool(probability: 1 - 1 / Double(max(most, 2)))
      guard goesOn else { break }
      let number = choices.weighted(available(isValid))
      firstChoice = choices.recorded.count
      if weights.indices.contains(number) && isValid(number) { return number }
      choices.end(discarding: true)
    }
    choices.end()
    return nil
  }

  /// Ends the command that began; answers the numbers that it drew.
  public mutating func end() -> [Int64] {
    choices.end()
    return choices.recorded[min(firstChoice, choices.recorded.count)...].map(\.value)
  }

  /// The weights of what is valid; where nothing is that is switched on, of all that is valid.
  private func available(_ isValid: (Int) -> Bool) -> [Int] {
    guard choices.isGenerating else { return weights.map { _ in 1 } }
    let valid = weights.indices.map { isValid($0) }
    let open = weights.indices.map { valid[$0] ? weights[$0] : 0 }
    return open.contains { $0 > 0 } ? open : valid.map { $0 ? 1 : 0 }
  }
}

extension Choices {
  /// The weights with some of them 0, in every second case; drawn beside the recording.
  fileprivate func swarm(_ weights: [Int]) -> [Int] {
    guard isGenerating, random.below(2) == 1 else { return weights }
    let kept = weights.map { random.below(2) == 1 ? $0 : 0 }
    return kept.contains { $0 > 0 } ? kept : weights
  }
}
