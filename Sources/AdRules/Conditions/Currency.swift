internal import AdSession

extension EvaluationContext {
  /// Whether the event's text has the form of an ISO 4217 code: three capital letters A–Z.
  var isCurrencyCode: Bool {
    evaluation.symbols.isText(event.text, of: 3, bytesIn: 65...90)
  }
}
