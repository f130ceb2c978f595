/// The failure of one case.
public struct PropertyFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The check that failed, without values: the id of a rule, the text of an expectation.
  ///
  /// Shrinking keeps the reason constant, so that it never moves to another bug.
  public let reason: String
  /// A sentence about this case, with its values.
  public let because: String

  /// Creates a failure; `because` defaults to the reason.
  public init(reason: String, because: String? = nil) {
    self.reason = reason
    self.because = because ?? reason
  }

  /// The sentence about this case.
  public var description: String { because }
}
