/// Whether a trigger asks for an answer at all.
public enum Exemption {
  /// It does.
  case none
  /// It does not: the activation is kept.
  case exempt
  /// A gap hides whether it does: it is an activation only where it would be broken.
  case perhaps(Doubt)
  /// The journal cannot tell: only an answer in time decides.
  case unknown(Doubt)
}
