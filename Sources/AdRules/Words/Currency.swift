internal import AdSession

extension Moment {
  /// Whether the event's text can be a code of ISO 4217: three capital letters A–Z.
  var isCurrencyCode: Bool {
    let name = UInt64(event.text.id)
    if let known = run.state.pointee.currencies[name] { return known != 0 }
    let isCode = run.trace.symbols.withText(event.text) { text in
      text.count == 3 && text.allSatisfy { (65...90).contains($0) }
    }
    run.state.pointee.currencies[name] = isCode ? 1 : 0
    return isCode
  }
}
