internal import AdVocabulary

/// A typed event.
///
/// Only the constructor of its kind can make one, so a journal contains only fields of the
/// vocabulary.
public protocol VocabularyEvent: RecordedEvent, Sendable {}

/// The typed events, with a constructor for each kind of the vocabulary, and the listed values of
/// their fields.
///
/// Call sites need no more than the kind: `recorder.record(.adExpired(ad: ad, unit: unit))`.
public enum Recorded {
  /// One line item of a mediation waterfall: the adapter, its latency and its error.
  public struct WaterfallItem: Equatable, Sendable {
    /// The class name of the adapter.
    public var adapter: String
    /// The latency in milliseconds; nil if unknown.
    public var latencyMs: Int?
    /// The error code; nil if the adapter did not fail.
    public var errorCode: Int?

    /// Makes an item.
    public init(adapter: String, latencyMs: Int? = nil, errorCode: Int? = nil) {
      self.adapter = adapter
      self.latencyMs = latencyMs
      self.errorCode = errorCode
    }
  }
}
