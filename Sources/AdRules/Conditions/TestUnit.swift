internal import AdSession

extension EvaluationContext {
  /// Whether the session uses Google's SDK in a given build; nil where the header is lost.
  func isGoogle(build: Word) -> Bool? {
    evaluation.build.map { $0 == build && evaluation.isGoogle }
  }

  /// Whether its unit is a public test unit, by publisher or by path.
  var isTestUnit: Bool {
    evaluation.symbols.hasPrefix("ca-app-pub-3940256099942544/", event.unit)
      || evaluation.symbols.hasPrefix("/21775744923/", event.unit)
  }
}
