/// Whether a trigger is exempt from needing an answer.
public enum Exemption {
  /// The trigger needs an answer.
  case none
  /// The trigger needs no answer, and the rule is kept.
  case exempt
  /// It is open whether the trigger is an activation: it is one only if no answer comes.
  case onlyIfBroken(Doubt)
  /// The journal cannot decide; only an answer in time settles the trigger.
  case unknown(Doubt)
}

extension Exemption {
  /// Exempt if a condition is met.
  init(if condition: Truth) {
    switch condition {
    case .yes: self = .exempt
    case .unknown(let why): self = .unknown(why)
    case .no: self = .none
    }
  }

  /// None where a condition of the activation is met; if that is unknown, the trigger is an
  /// activation only if no answer comes.
  init(where condition: Truth) {
    self = condition.doubt.map { .onlyIfBroken($0) } ?? .none
  }
}
