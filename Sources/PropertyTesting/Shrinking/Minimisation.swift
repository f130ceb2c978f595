/// Makes numbers smaller: one choice at a time, or all equal choices together.
///
/// For each it tries the nine simplest values, then divides by small primes (collisions in hash
/// tables and unit conversions often need a multiple of some number), then flips the sign, and
/// finally searches for the largest step towards the origin.
struct Minimisation: ShrinkingPass {
  private enum Stage {
    case simplest(UInt64)
    case dividing(Int)
    case flippingSign
    case stepping(StepSearch, from: Int64)
  }

  /// The sets of choices that change together; nil if each choice changes alone.
  private var sets: [[Int]]?
  private let isTogether: Bool
  private var number = 0
  private var stage = Stage.simplest(0)
  private static let primes: [Int64] = [2, 3, 5, 7]

  init(together: Bool) { isTogether = together }

  mutating func propose(_ best: Execution) -> [UInt64]? {
    if isTogether && sets == nil { sets = Minimisation.equalChoices(best) }
    while number < (sets?.count ?? best.choices.count) {
      if let proposal = step(best) { return proposal }
    }
    return nil
  }

  mutating func learn(_ isAccepted: Bool, _ best: Execution) {
    switch stage {
    case .simplest: if isAccepted { leave() }
    case .dividing(let prime): if !isAccepted { stage = .dividing(prime + 1) }
    case .flippingSign: startStepping(best)
    case .stepping(var search, let start):
      search.learn(isAccepted)
      stage = .stepping(search, from: start)
    }
  }

  private var positions: [Int] { sets.map { $0[number] } ?? [number] }

  private mutating func leave() {
    number += 1
    stage = .simplest(0)
  }

  /// Returns the next proposal of the current stage; nil if it has none and the next stage begins.
  private mutating func step(_ best: Execution) -> [UInt64]? {
    let positions = positions
    guard let last = positions.last, last < best.choices.count,
      case let choice = best.choices[positions[0]], choice.index > 0
    else {
      leave()
      return nil
    }
    switch stage {
    case .simplest(let value):
      if value < 9 && value < choice.index {
        stage = .simplest(value + 1)
        return setting(positions, to: value, best)
      }
      stage = .dividing(0)
    case .dividing(let prime):
      return dividing(choice, by: prime, positions, best)
    case .flippingSign:
      if choice.value < choice.domain.origin {
        return setting(positions, to: choice.index - 1, best)
      }
      startStepping(best)
    case .stepping(var search, let start):
      guard let distance = search.next() else {
        leave()
        return nil
      }
      stage = .stepping(search, from: start)
      let down = Int64(bitPattern: distance)
      let value = start > choice.domain.origin ? start &- down : start &+ down
      return setting(positions, to: choice.domain.index(of: value), best)
    }
    return nil
  }

  private mutating func dividing(
    _ choice: Choice, by prime: Int, _ positions: [Int], _ best: Execution
  ) -> [UInt64]? {
    guard prime < Minimisation.primes.count else {
      stage = .flippingSign
      return nil
    }
    let divisor = Minimisation.primes[prime]
    let quotient = choice.domain.index(of: choice.value / divisor)
    if choice.value % divisor == 0 && choice.value != 0 && quotient < choice.index {
      return setting(positions, to: quotient, best)
    }
    stage = .dividing(prime + 1)
    return nil
  }

  private mutating func startStepping(_ best: Execution) {
    guard let first = positions.first, first < best.choices.count else { return leave() }
    let choice = best.choices[first]
    let distance = ChoiceDomain.distance(choice.value, choice.domain.origin)
    stage = .stepping(StepSearch(upTo: distance), from: choice.value)
  }

  private func setting(_ positions: [Int], to index: UInt64, _ best: Execution) -> [UInt64] {
    var indexes = best.indexes
    for position in positions { indexes[position] = index }
    return indexes
  }

  /// Sets of at least two positions whose choices are equal and not yet the simplest.
  private static func equalChoices(_ best: Execution) -> [[Int]] {
    var numbers: [Choice: Int] = [:]
    var sets: [[Int]] = []
    for (position, choice) in best.choices.enumerated()
    where choice.index > 0 && choice.domain.lastIndex > 1 {
      if let number = numbers[choice] {
        sets[number].append(position)
      } else {
        numbers[choice] = sets.count
        sets.append([position])
      }
    }
    return sets.filter { $0.count > 1 }
  }
}
