internal import AdSession

extension EvaluationContext {
  /// Whether the session is of Google's SDK and built so; nil where the header is lost.
  func isGoogle(build: Word) -> Bool? {
    evaluation.build.map { $0 == build && evaluation.isGoogle }
  }

  /// Whether its unit is one of the public test units: of their publisher, or on their path.
  var isTestUnit: Bool {
    evaluation.symbols.hasPrefix("ca-app-pub-3940256099942544/", event.unit)
      || evaluation.symbols.hasPrefix("/21775744923/", event.unit)
  }
}
