internal import AdSession

extension EvaluationContext {
  /// Whether the event's text has the form of an ISO 4217 code: three capital letters A–Z.
  var isCurrencyCode: Bool {
    let code = text(event.text).utf8
    return code.count == 3 && code.allSatisfy { (65...90).contains($0) }
  }
}
