/// Makes numbers small: one choice at a time, or all equal choices together.
///
/// For each it tries 0, the next simplest eight, divisions by small primes (multiples are what hash
/// tables and units collide by), the other sign, and at last searches the greatest step down.
struct Minimisation: Pass {
  private enum Stage {
    case simplest(UInt64)
    case dividing(Int)
    case turning
    case stepping(StepSearch, from: Int64)
  }

  /// Which choices change together; nil for each alone.
  private var sets: [[Int]]?
  private let isTogether: Bool
  private var number = 0
  private var stage = Stage.simplest(0)
  private static let primes: [Int64] = [2, 3, 5, 7]

  /// A pass over each choice, or over the sets of equal choices.
  init(together: Bool) { isTogether = together }

  mutating func propose(_ best: Run) -> [UInt64]? {
    if isTogether && sets == nil { sets = Minimisation.equalChoices(best) }
    while number < (sets?.count ?? best.choices.count) {
      if let proposal = step(best) { return proposal }
    }
    return nil
  }

  mutating func learn(_ wasTaken: Bool, _ best: Run) {
    switch stage {
    case .simplest: if wasTaken { leave() }
    case .dividing(let prime): if !wasTaken { stage = .dividing(prime + 1) }
    case .turning: startStepping(best)
    case .stepping(var search, let start):
      search.learn(wasTaken)
      stage = .stepping(search, from: start)
    }
  }

  private var places: [Int] { sets.map { $0[number] } ?? [number] }

  private mutating func leave() {
    number += 1
    stage = .simplest(0)
  }

  /// The proposal of the present stage; nil where it has none, and the stage moves on.
  private mutating func step(_ best: Run) -> [UInt64]? {
    let places = places
    guard let last = places.last, last < best.choices.count,
      case let choice = best.choices[places[0]], choice.index > 0
    else {
      leave()
      return nil
    }
    switch stage {
    case .simplest(let value):
      if value < 9 && value < choice.index {
        stage = .simplest(value + 1)
        return setting(places, to: value, best)
      }
      stage = .dividing(0)
    case .dividing(let prime):
      return dividing(choice, by: prime, places, best)
    case .turning:
      if choice.value < choice.domain.origin { return setting(places, to: choice.index - 1, best) }
      startStepping(best)
    case .stepping(var search, let start):
      guard let distance = search.next() else {
        leave()
        return nil
      }
      stage = .stepping(search, from: start)
      let down = Int64(bitPattern: distance)
      let value = start > choice.domain.origin ? start &- down : start &+ down
      return setting(places, to: choice.domain.index(of: value), best)
    }
    return nil
  }

  private mutating func dividing(
    _ choice: Choice, by prime: Int, _ places: [Int], _ best: Run
  ) -> [UInt64]? {
    guard prime < Minimisation.primes.count else {
      stage = .turning
      return nil
    }
    let divisor = Minimisation.primes[prime]
    let quotient = choice.domain.index(of: choice.value / divisor)
    if choice.value % divisor == 0 && choice.value != 0 && quotient < choice.index {
      return setting(places, to: quotient, best)
    }
    stage = .dividing(prime + 1)
    return nil
  }

  private mutating func startStepping(_ best: Run) {
    guard let first = places.first, first < best.choices.count else { return leave() }
    let choice = best.choices[first]
    let distance = ChoiceDomain.distance(choice.value, choice.domain.origin)
    stage = .stepping(StepSearch(upTo: distance), from: choice.value)
  }

  private func setting(_ places: [Int], to index: UInt64, _ best: Run) -> [UInt64] {
    var indexes = best.indexes
    for place in places { indexes[place] = index }
    return indexes
  }

  /// The places of choices that are equal and not the simplest, where there are at least two.
  private static func equalChoices(_ best: Run) -> [[Int]] {
    var numbers: [Choice: Int] = [:]
    var sets: [[Int]] = []
    for (place, choice) in best.choices.enumerated()
    where choice.index > 0 && choice.domain.lastIndex > 1 {
      if let number = numbers[choice] {
        sets[number].append(place)
      } else {
        numbers[choice] = sets.count
        sets.append([place])
      }
    }
    return sets.filter { $0.count > 1 }
  }
}
