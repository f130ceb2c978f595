/// Whether a trigger is exempt from needing an answer.
public enum Exemption {
  /// The trigger needs an answer.
  case none
  /// The trigger needs no answer, and the rule is kept.
  case exempt
  /// A gap hides whether the trigger is exempt; it is an activation only if no answer comes.
  case perhaps(Doubt)
  /// The journal cannot decide; only an answer in time settles the trigger.
  case unknown(Doubt)
}
