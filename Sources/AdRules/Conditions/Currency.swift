internal import AdSession

extension Moment {
  /// Whether the event's text can be a code of ISO 4217: three capital letters A–Z.
  var isCurrencyCode: Bool {
    run.state.pointee.symbols.withText(event.text) { text in
      text.count == 3 && text.allSatisfy { (65...90).contains($0) }
    }
  }
}
