internal import AdSession

extension EvaluationContext {
  /// At a `revenue.forwarded`, its service in a message: `to firebase`.
  var toService: String {
    switch event.to {
    case .own: "to the app's own server"
    case .other, .unrecognised: "to another service"
    default: "to \(event.to.text ?? "a service")"
    }
  }
}
