internal import AdSession

extension Moment {
  /// Whether the session is of Google's SDK and built so; nil where the header is lost.
  func isGoogle(build: Word) -> Bool? {
    run.state.pointee.build.map { $0 == build && run.state.pointee.isGoogle }
  }

  /// Whether its unit is one of the public test units: of their publisher, or on their path.
  var isTestUnit: Bool {
    let unit = UInt64(event.unit.id)
    if let known = run.state.pointee.testUnits[unit] { return known != 0 }
    let symbols = run.trace.symbols
    let isTest =
      symbols.hasPrefix("ca-app-pub-3940256099942544/", event.unit)
      || symbols.hasPrefix("/21775744923/", event.unit)
    run.state.pointee.testUnits[unit] = isTest ? 1 : 0
    return isTest
  }
}
