/// How one case failed.
public struct PropertyFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What failed, stable from case to case: a rule's name, the text of a check.
  ///
  /// Shrinking keeps to the reason, so that it never slides from one mistake to another.
  public let reason: String
  /// What happened in this case, in a sentence; it may name values.
  public let because: String

  /// A failure; without `because` the reason says everything.
  public init(reason: String, because: String? = nil) {
    self.reason = reason
    self.because = because ?? reason
  }

  /// What happened.
  public var description: String { because }
}
