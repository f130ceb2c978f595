import PropertyTesting

extension Problem {
  /// A map that takes keys of one remainder for equal.
  static let hashCollisions: [Problem] = [
    hashCollision(10, "Exhaust 100 % (220.8); Hegel 100 % (407.6); Hypothesis 7 %"),
    hashCollision(100, "Hegel 100 % (298.1); Exhaust 80 % (748); Hypothesis 39 %"),
    hashCollision(1000, "Hegel 100 % (348.1); Exhaust 36 % (727); Hypothesis 1 %"),
  ]

  private static func hashCollision(_ modulus: Int, _ published: String) -> Problem {
    Problem(
      name: "hash collision \(modulus)", smallest: ["[put(0, 0), put(\(modulus), 1)]"],
      published: published
    ) { trial in
      var map = CollidingMap(modulus: modulus)
      var log: [String] = []
      for _ in 0..<50 {
        let isOver = trial.choices.span("command") { () -> Bool in
          guard trial.choices.bool(probability: 0.98) else { return true }
          let key = trial.choices.int(0...(10 * modulus - 1))
          let value = trial.choices.int(0...9)
          log.append("put(\(key), \(value))")
          let isRight = map.putsOnly(key, value)
          trial.expect(isRight, "other keys keep their values")
          return !isRight
        }
        if isOver { break }
      }
      trial.note("[\(log.joined(separator: ", "))]")
    }
  }
}

private struct CollidingMap {
  let modulus: Int
  private var entries: [(key: Int, value: Int)] = []
  private var keys: [Int] = []

  init(modulus: Int) { self.modulus = modulus }

  /// Puts a value; answers whether every other key kept its own.
  mutating func putsOnly(_ key: Int, _ value: Int) -> Bool {
    let others = keys.filter { $0 != key }
    let before = others.map(get)
    if let found = index(of: key) {
      entries[found].value = value
    } else {
      entries.append((key, value))
    }
    if !keys.contains(key) { keys.append(key) }
    return others.map(get) == before
  }

  private func get(_ key: Int) -> Int? { index(of: key).map { entries[$0].value } }

  private func index(of key: Int) -> Int? {
    entries.firstIndex { $0.key % modulus == key % modulus }
  }
}
