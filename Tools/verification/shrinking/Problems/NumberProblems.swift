import PropertyTesting

extension Problem {
  static let differenceZero = difference(
    "difference not zero", "10, 10", "jqwik 386; Exhaust 1 result, 91.2"
  ) { $0 == 0 }
  static let differenceSmall = difference(
    "difference not small", "10, 6", "Exhaust 1 result, 85.6; jqwik 296"
  ) { (1...4).contains($0) }
  static let differenceOne = difference(
    "difference not one", "10, 9", "Exhaust 1 result, 97.3; elm 366"
  ) { $0 == 1 }

  private static func difference(
    _ name: String, _ smallest: String, _ published: String,
    _ isBad: @escaping @Sendable (Int) -> Bool
  ) -> Problem {
    Problem(name: name, smallest: [smallest], published: published) { trial in
      let one = trial.choices.int(1...Int(Int32.max))
      let other = trial.choices.int(1...Int(Int32.max))
      trial.note("\(one), \(other)")
      trial.expect(one < 10 || !isBad(abs(one - other)), "the difference is good")
    }
  }
}
