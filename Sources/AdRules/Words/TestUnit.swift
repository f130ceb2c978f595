internal import AdSession

extension Moment {
  /// Whether the session is of Google's SDK and built so; nil where the header is lost.
  func isGoogle(build: Word) -> Bool? {
    run.state.pointee.build.map { $0 == build && run.state.pointee.isGoogle }
  }

  /// Whether its unit is one of the public test units: of their publisher, or on their path.
  var isTestUnit: Bool {
    run.state.pointee.symbols.hasPrefix("ca-app-pub-3940256099942544/", event.unit)
      || run.state.pointee.symbols.hasPrefix("/21775744923/", event.unit)
  }
}
